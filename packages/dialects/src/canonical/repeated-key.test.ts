import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { repeatedKey } from './repeated-key.ts'

test.each([
  ['{"a": 1, "b": 2}', undefined],
  ['{"a": {"a": 1}, "b": [{"a": 1}, {"a": 2}]}', undefined],
  ['["a", "a"]', undefined],
  ['{"a": "{\\"b\\": 1, \\"b\\": 2}"}', undefined],
  ['{"a": 1, "a": 1}', { key: 'a', same: true }],
  ['{"a": {"b": [1, 2]}, "a": {"b":[1,2]}}', { key: 'a', same: true }],
  ['{"a": "x", "\\u0061": "y"}', { key: 'a', same: false }],
  ['{"a": 1, "b": 0, "a": 2}', { key: 'a', same: false }],
  ['[{"x": [{"a": ",}", "a": "}"}]}]', { key: 'a', same: false }],
  ['{"a": 9007199254740993, "a": 9007199254740992}', { key: 'a', same: false }],
  ['{"__proto__": 1, "__proto__": 2}', { key: '__proto__', same: false }],
])('%s', (text, found) => {
  expect(repeatedKey(text)).toEqual(found)
})

test('what was written from a value repeats nothing, and any member said again is found', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1, noNullPrototype: true }),
      fc.jsonValue(),
      (object, value) => {
        const text = JSON.stringify(object)
        expect(repeatedKey(text)).toBeUndefined()
        const [key = ''] = Object.keys(JSON.parse(text) as object)
        const twice = `${text.slice(0, -1)},${JSON.stringify(key)}:${JSON.stringify(value)}}`
        expect(repeatedKey(twice)).toMatchObject({ key })
      },
    ),
  )
})
