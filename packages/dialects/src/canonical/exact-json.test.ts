import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { numbersSurvive, repeatedKey } from './exact-json.ts'

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

test.each(['9007199254740993', '-9007199254740993', '1152921504606846976', '1e999', `1${'0'.repeat(500)}`])(
  '%s would be another number when it is written again',
  (number) => {
    expect(numbersSurvive(`{"a":[1,${number}]}`)).toBe(false)
    expect(numbersSurvive(`{"a":"${number}"}`)).toBe(true)
  },
)

test.each(['9007199254740991', '9007199254740994', '0.1', '1e21', '-1.5e-7', '12345678901234.5678', '100'])(
  '%s stays the number it is',
  (number) => expect(numbersSurvive(`[${number}]`)).toBe(true),
)
