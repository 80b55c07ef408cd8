import { createMemoryFiles, toPath } from '@parley/browser/files'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { onlyPassages, takeBackFile, takeBackPassages, withoutPassages } from './take-back.ts'
import { reviewerOf, turnChanges } from './turn-changes.ts'

const you = { actor: 'user' } as const
const by = (call: string) => ({ actor: 'model', call }) as const
const TURN = ['a', 'b']
const reviewer = reviewerOf(TURN)
const path = toPath

async function someFiles() {
  const files = createMemoryFiles()
  await files.write(path('/kept'), 'kept', you)
  await files.write(path('/changed'), 'one\ntwo\nthree\n', you)
  await files.write(path('/gone'), 'gone', you)
  await files.write(path('/changed'), 'ONE\ntwo\nthree\n', by('a'))
  await files.write(path('/changed'), 'ONE\ntwo\nTHREE\n', by('b'))
  await files.write(path('/made'), 'made', by('a'))
  await files.remove(path('/gone'), by('b'))
  await files.write(path('/passing'), 'x', by('a'))
  await files.remove(path('/passing'), by('b'))
  return files
}

const told = async (files: Awaited<ReturnType<typeof someFiles>>) =>
  (await turnChanges(files, TURN)).map(({ path: where, before, after, isCurrent }) => [
    where,
    before.kind === 'text' ? before.text : before.kind,
    after.kind === 'text' ? after.text : after.kind,
    isCurrent,
  ])

describe('the changes of a turn', () => {
  it('are each file once, from before the first call to after the last', async () => {
    expect(await told(await someFiles())).toEqual([
      ['/changed', 'one\ntwo\nthree\n', 'ONE\ntwo\nTHREE\n', true],
      ['/gone', 'gone', 'absent', true],
      ['/made', 'absent', 'made', true],
    ])
  })

  it('are all taken back, whatever was done to a file', async () => {
    const files = await someFiles()
    for (const change of await turnChanges(files, TURN)) await takeBackFile(files, change, reviewer)
    const tree = await files.tree(path('/'), you)
    expect(tree.map((entry) => entry.path)).toEqual(['/changed', '/gone', '/kept'])
    expect((await files.read(path('/changed'), you)).data).toBe('one\ntwo\nthree\n')
    expect(await told(files)).toEqual([])
  })

  it('are taken back one passage at a time', async () => {
    const files = await someFiles()
    const [change] = await turnChanges(files, TURN)
    await takeBackPassages(files, change!, { from: 1, to: 2 }, reviewer)
    expect((await files.read(path('/changed'), you)).data).toBe('ONE\ntwo\nthree\n')
    expect((await told(files))[0]).toEqual(['/changed', 'one\ntwo\nthree\n', 'ONE\ntwo\nthree\n', true])
  })

  it('are left alone where somebody has written since', async () => {
    const files = await someFiles()
    const [change] = await turnChanges(files, TURN)
    await files.write(path('/changed'), 'mine', you)
    expect((await turnChanges(files, TURN))[0]?.isCurrent).toBe(false)
    await expect(takeBackFile(files, change!, reviewer)).rejects.toMatchObject({ code: 'ESTALE' })
    expect((await files.read(path('/changed'), you)).data).toBe('mine')
  })
})

describe('passages', () => {
  const text = fc.array(fc.constantFrom('a\n', 'b\n', 'c\n', '\r\n'), { maxLength: 12 }).map((lines) => lines.join(''))

  it('are all of the change: none taken back leaves it, all taken back undoes it', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(withoutPassages(before, after, { from: 0, to: 0 })).toBe(after)
        expect(withoutPassages(before, after, { from: 0, to: Number.POSITIVE_INFINITY })).toBe(before)
        expect(onlyPassages(before, after, { from: 0, to: 0 })).toBe(before)
        expect(onlyPassages(before, after, { from: 0, to: Number.POSITIVE_INFINITY })).toBe(after)
      }),
    )
  })
})
