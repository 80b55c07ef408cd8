import { expect, test } from 'vitest'
import { pythonRepr } from './python-repr.ts'

test.each([
  [{ a: [true, false, null], b: { c: 1.5 } }, "{'a': [True, False, None], 'b': {'c': 1.5}}"],
  ["it's", `"it's"`],
  [`it's "so"`, String.raw`'it\'s "so"'`],
  ['a\\b\n\tc', String.raw`'a\\b\n\tc'`],
  ['素数 <b>', "'素数 <b>'"],
  [[], '[]'],
])('%j is printed as Python prints it', (value, printed) => expect(pythonRepr(value)).toBe(printed))
