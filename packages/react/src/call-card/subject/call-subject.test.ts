import { describe, expect, it } from 'vitest'
import { englishWords as english } from '../../language/words.tsx'
import { positionOf } from '../malformed-call-card.tsx'
import { mainArgument, primaryVerb } from './call-subject.ts'

describe('primaryVerb', () => {
  const words = english
  it('names the gravest thing that happens', () => {
    expect(primaryVerb([{ kind: 'run-code' }], words)).toBe('Execute')
    expect(primaryVerb([{ kind: 'write-files', path: '/a' }], words)).toBe('Write file')
    expect(primaryVerb([{ kind: 'read-files', path: '/a' }], words)).toBe('Read once')
    expect(primaryVerb([{ kind: 'read-files', path: '/a' }, { kind: 'unknown' }], words)).toBe('Call')
  })
})

describe('mainArgument', () => {
  it('is the longest text, in the language of the path beside it', () => {
    expect(mainArgument({ path: '/a.css', content: 'a {\n}', mode: 'x' })).toEqual({
      key: 'content',
      text: 'a {\n}',
      language: 'css',
    })
  })
  it('is absent when everything is small', () => {
    expect(mainArgument({ path: '/src', depth: 2 })).toBeUndefined()
  })
})

describe('positionOf', () => {
  it('counts lines and columns from one', () => {
    expect(positionOf('ab\ncd', 0)).toEqual({ line: 1, column: 1 })
    expect(positionOf('ab\ncd', 4)).toEqual({ line: 2, column: 2 })
  })
})
