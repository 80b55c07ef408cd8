import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalText } from './approval-seal.ts'

/** Few words, so that two values are often nearly the same. */
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(
      0,
      -0,
      1,
      '0',
      '1',
      '',
      'a',
      'b',
      '\u00e9',
      'e\u0301',
      '\ud800',
      null,
      true,
      'null',
      'true',
      Number.POSITIVE_INFINITY,
    ),
    fc.array(tie('any'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('a', 'b', '0', '__proto__'), tie('any'), { maxKeys: 2, noNullPrototype: true }),
  ),
})).any as fc.Arbitrary<never>

test('two values have one text exactly when they are equal', () => {
  fc.assert(
    fc.property(value, value, (one, other) => {
      expect(canonicalText(one) === canonicalText(other)).toBe(isDeepStrictEqual(one, other))
    }),
    { numRuns: 2000 },
  )
})

test('the order of keys does not matter, and an object is not the list of its members', () => {
  expect(canonicalText({ a: 1, b: 2 })).toBe(canonicalText({ b: 2, a: 1 }))
  expect(canonicalText({ x: { a: 1 } })).not.toBe(canonicalText({ x: [['a', 1]] }))
})
