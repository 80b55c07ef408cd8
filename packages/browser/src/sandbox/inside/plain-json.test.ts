import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainJson } from './plain-json.ts'

test('plain data is written as JSON writes it, within its length and not one character less', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value)
      fc.pre(!text.includes('-0') && !Object.is(JSON.parse(text), -0))
      // Brackets with nothing in them may cost a little more than they are long.
      expect(plainJson(JSON.parse(text), text.length + 4)).toBe(text)
      expect(plainJson(JSON.parse(text), text.length - 1)).toBeUndefined()
    }),
  )
})

test('a long text in the depths counts once', () => {
  const value = [['a', { b: { c: 'x'.repeat(900) } }]]
  expect(plainJson(value, 1000)).toBe(JSON.stringify(value))
})
