import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { defuse } from './defuse.ts'
import { findDialect } from './find-dialect.ts'
import { lowerRequest } from './lower-request.ts'
import { growth, PROPORTIONAL } from './testing/growth.ts'

const MARKS = ['<tool>', '<tool', 'ool>', '>>>', '```', '{{', 'ab', 'aba']
const soup = fc.string({ unit: fc.constantFrom('<', '>', 't', 'o', 'l', '`', '{', 'a', 'b', ' ', '<tool>', '>>>>') })

test('no mark is left in a defused text, and nothing else is changed', () => {
  fc.assert(
    fc.property(soup, (text) => {
      const safe = defuse(text, MARKS)
      expect(MARKS.filter((mark) => safe.includes(mark))).toEqual([])
      expect(safe.replaceAll('\u200b', '')).toBe(text)
      expect(safe === text).toBe(!MARKS.some((mark) => text.includes(mark)))
    }),
  )
})

test('many tools and a long text cost their sum and not their product', () => {
  const dialect = findDialect('cline-xml')!
  const lower = (size: number) => {
    const tools = Array.from({ length: size }, (_, index) => ({
      name: `tool_${index}`,
      description: '',
      parameters: { type: 'object' },
    }))
    const parts = [{ type: 'text', text: '<tool_1> </b> '.repeat(size * 10) }] as const
    lowerRequest({ model: 'm', messages: [{ role: 'user', id: 'u', parts }], tools }, dialect)
  }
  expect(growth(lower, 500)).toBeLessThan(PROPORTIONAL)
})
