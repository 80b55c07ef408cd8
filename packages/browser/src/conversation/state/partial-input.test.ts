import { growth, PROPORTIONAL } from '@parley/dialects/testing'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptyInput, GrowingText, growInput, type PartialInput } from './partial-input.ts'

const read = (pieces: readonly string[]) => pieces.reduce(growInput, emptyInput)
const shown = (input: PartialInput) =>
  input.fields.map(({ name, kind, value, open }) => ({ name, kind, text: value.toString(), open }))

test('a string is shown decoded as far as it has come', () => {
  expect(shown(read(['{"code": "let a = \\"1\\";\\nb', '\\u00', 'e9']))).toEqual([
    { name: 'code', kind: 'text', text: 'let a = "1";\nbé', open: true },
  ])
})

test('every other value is shown as written', () => {
  const input = read(['{"a": {"x": "}\\"', ',]"}, "b":[1, 2 ], "c": tr', 'ue, "d": null}'])
  expect(shown(input)).toEqual([
    { name: 'a', kind: 'json', text: '{"x": "}\\",]"}', open: false },
    { name: 'b', kind: 'json', text: '[1, 2 ]', open: false },
    { name: 'c', kind: 'json', text: 'true', open: false },
    { name: 'd', kind: 'json', text: 'null', open: false },
  ])
})

test.each(['', '[1]', 'null', '{"a" 1}', '{a: 1}', '{"a": "\\uXYZW"}', '{"a": 1} trailing', '}{'])(
  'text that is no object does no harm: %j',
  (text) => {
    expect(() => read([...text])).not.toThrow()
  },
)

const object = fc.dictionary(fc.string({ unit: 'binary' }), fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue()))

test('law: however the JSON is cut, the fields are those of the object', () => {
  fc.assert(
    fc.property(object, fc.array(fc.nat(12), { minLength: 1 }), fc.boolean(), (value, sizes, isWide) => {
      const json = isWide ? JSON.stringify(value, null, 2) : JSON.stringify(value)
      const pieces: string[] = []
      for (let at = 0, index = 0; at < json.length; index++) {
        const size = (sizes[index % sizes.length] ?? 0) + 1
        pieces.push(json.slice(at, at + size))
        at += size
      }
      const input = read(pieces)
      expect(input.length).toBe(json.length)
      expect(input.fields.every((field) => !field.open)).toBe(true)
      const back = input.fields.map(({ name, kind, value: text }) => [
        name,
        kind === 'text' ? text.toString() : JSON.parse(text.toString()),
      ])
      expect(back).toEqual(Object.entries(JSON.parse(json)))
    }),
  )
})

const readInPieces = (size: number) => {
  const json = JSON.stringify({ content: 'line of text\n'.repeat(size) })
  let input = emptyInput
  for (let at = 0; at < json.length; at += 8) input = growInput(input, json.slice(at, at + 8))
  expect(input.fields[0]?.value.length).toBe(13 * size)
}

test('a megabyte in small pieces is read once, not once per piece', () => {
  expect(growth(readInPieces, 10_000)).toBeLessThan(PROPORTIONAL)
})

test('growing text: two values may grow from one, and a view fetches only what it has not drawn', () => {
  const base = GrowingText.empty.append('a').append('b')
  const [left, right] = [base.append('c'), base.append('d')]
  expect([String(base), String(left), String(right), String(left.append('e'))]).toEqual(['ab', 'abc', 'abd', 'abce'])
  expect(left.since(base.count)).toBe('c')
  expect(left.length).toBe(3)
  expect(String(GrowingText.empty)).toBe('')
  expect(left.append('')).toBe(left)
})
