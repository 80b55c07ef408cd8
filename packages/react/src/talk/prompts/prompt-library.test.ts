// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import { createPromptLibrary } from './prompt-library.ts'

beforeEach(() => localStorage.clear())

describe('the prompt library', () => {
  it('keeps prompts by name over a reload, replaces one that is edited and forgets one that is deleted', () => {
    const library = createPromptLibrary(localStorage)
    const heard: number[] = []
    library.subscribe(() => heard.push(library.list().length))
    library.save({ id: '1', name: 'Review', text: 'Review this.' })
    library.save({ id: '2', name: 'Brief', text: 'Be brief.' })
    library.save({ id: '1', name: 'Review well', text: 'Review this well.' })
    const again = createPromptLibrary(localStorage)
    expect(again.list().map(({ name, text }) => [name, text])).toEqual([
      ['Brief', 'Be brief.'],
      ['Review well', 'Review this well.'],
    ])
    library.remove('2')
    expect(createPromptLibrary(localStorage).list()).toHaveLength(1)
    expect(heard).toEqual([1, 2, 2, 1])
  })

  it.each(['{', '7', '[1, {"id": "a"}, {"id": "b", "name": "n", "text": "t", "more": 1}]'])(
    'believes of %s what it can',
    (stored) => {
      localStorage.setItem('parley-prompts', stored)
      expect(createPromptLibrary(localStorage).list()).toEqual(stored.startsWith('[') ? [{ id: 'b', name: 'n', text: 't' }] : [])
    },
  )

  it('says when there is no room, and keeps what there was', () => {
    const full = {
      getItem: () => null,
      setItem: () => {
        throw new Error('full')
      },
    } as unknown as Storage
    const library = createPromptLibrary(full)
    expect(library.save({ id: '1', name: 'a', text: 'b' })).toBe(false)
    expect(library.list()).toEqual([])
  })
})
