import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyEdits, placeOf, sourcePlace } from './source-edits.ts'

const sources = fc.string({ unit: fc.constantFrom('a', 'b', '(', '\n', '\r', '\u2028', 'é', '😀') })

test('every character that was kept is found again where it came from', () => {
  fc.assert(
    fc.property(sources, fc.array(fc.tuple(fc.nat(), fc.nat({ max: 2 }), sources), { maxLength: 6 }), (source, wanted) => {
      const edits: { at: number; remove: number; insert: string }[] = []
      let free = 0
      for (const [at, remove, insert] of wanted
        .map(([place, ...rest]) => [place % (source.length + 1), ...rest] as const)
        .sort((a, b) => a[0] - b[0])) {
        if (at < free) continue
        const edit = { at, remove: Math.min(remove, source.length - at), insert }
        edits.push(edit)
        free = at + edit.remove
      }
      const edited = applyEdits(source, edits)
      const removed = (offset: number) => edits.some((edit) => offset >= edit.at && offset < edit.at + edit.remove)
      for (let offset = 0; offset < source.length; offset += 1) {
        if (removed(offset)) continue
        const shift = edits.filter((edit) => edit.at <= offset).reduce((sum, edit) => sum + edit.insert.length - edit.remove, 0)
        expect(edited.text[offset + shift]).toBe(source[offset])
        // A line break that an edit created or split has no place of its own.
        if (edited.text[offset + shift] === '\n' || edited.text[offset + shift] === '\r') continue
        expect(sourcePlace(placeOf(offset + shift, edited.text), edited, source)).toEqual(placeOf(offset, source))
      }
    }),
  )
})

test('a place beyond the text is nowhere', () => {
  const edited = applyEdits('abc', [])
  expect(sourcePlace({ line: 9, column: 1 }, edited, 'abc')).toBeUndefined()
  expect(sourcePlace({ line: 1, column: 99 }, edited, 'abc')).toBeUndefined()
})

test('insertions at one place keep their order', () => {
  const edits = ['1', '2', '3'].map((insert) => ({ at: 1, remove: 0, insert }))
  expect(applyEdits('ab', edits).text).toBe('a123b')
})

test('edits that overlap are a bug', () => {
  expect(() =>
    applyEdits('abc', [
      { at: 0, remove: 2, insert: '' },
      { at: 1, remove: 0, insert: 'x' },
    ]),
  ).toThrow('overlap')
})
