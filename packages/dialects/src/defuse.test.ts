import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { defuse } from './defuse.ts'
import { findDialect } from './find-dialect.ts'
import { lowerRequest } from './lower-request.ts'
import { cpuTime } from './testing/cpu-time.ts'

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
    return cpuTime(() => lowerRequest({ model: 'm', messages: [{ role: 'user', id: 'u', parts }], tools }, dialect))
  }
  lower(100)
  // In proportion it is 8 times as much; the product would be 64 times.
  expect(lower(4000)).toBeLessThan(24 * Math.max(1, lower(500)))
})
