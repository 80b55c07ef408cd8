import { expect, test } from 'vitest'
import { pythonRepr } from './python-repr.ts'

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
