import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedHunks, lineChanges } from './line-changes.ts'

const text = fc
  .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 })
  .map((lines) => lines.map((line) => `${line}\n`).join(''))

describe('lineChanges', () => {
  it('keeps every line of both texts, in order', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = lineChanges(before, after)!.lines
        const join = (without: string) =>
          lines
            .filter((line) => line.kind !== without)
            .map((line) => `${line.text}\n`)
            .join('')
        expect(join('added')).toBe(before)
        expect(join('removed')).toBe(after)
      }),
    )
  })
  it('counts what a small edit adds and removes', () => {
    expect(lineChanges('one\ntwo\n', 'one\n2\nthree\n')).toMatchObject({ added: 2, removed: 1 })
  })
})

describe('changedHunks', () => {
  it('shows a change with three lines around it and counts the rest', () => {
    const before = Array.from({ length: 20 }, (_, index) => `line ${index}\n`).join('')
    const hunks = changedHunks(lineChanges(before, before.replace('line 10', 'LINE 10'))!.lines)
    expect(hunks.map((hunk) => (hunk.kind === 'gap' ? hunk.count : hunk.lines.length))).toEqual([7, 8, 6])
  })
})
