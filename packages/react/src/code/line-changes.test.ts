import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedHunks, lineChanges, pairedLines } from './line-changes.ts'

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

const side = (lines: readonly ({ readonly text: string } | undefined)[]) =>
  lines.flatMap((line) => (line ? `${line.text}\n` : [])).join('')

describe('pairedLines', () => {
  it('has the whole of one text on the left and of the other on the right', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const pairs = pairedLines(lineChanges(before, after)!.lines)
        expect(side(pairs.map((pair) => pair.before))).toBe(before)
        expect(side(pairs.map((pair) => pair.after))).toBe(after)
      }),
    )
  })

  it('puts a changed line beside what it was, with the numbers of each side', () => {
    const pairs = pairedLines(lineChanges('new\none\ntwo\n', 'one\n2\n3\n')!.lines)
    expect(pairs.map(({ before, after }) => [before?.before, before?.text, after?.after, after?.text])).toEqual([
      [1, 'new', undefined, undefined],
      [2, 'one', 1, 'one'],
      [3, 'two', 2, '2'],
      [undefined, undefined, 3, '3'],
    ])
  })
})
