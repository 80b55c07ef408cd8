import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { defuse } from './defuse.ts'
import { dialects, findDialect } from './find-dialect.ts'
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

/** The lesson of one tool with these words wherever a stranger can write some. */
function lessonOf(dialect: (typeof dialects)[number], words: string): string {
  const tool = {
    name: 'look_up',
    description: words,
    parameters: {
      type: 'object',
      title: words,
      properties: { word: { type: 'string', description: words, enum: ['a', words] } },
    },
  }
  const { messages } = lowerRequest({ model: 'm', messages: [], tools: [tool] }, dialect)
  return messages.flatMap((message) => message.parts.map((part) => (part.type === 'text' ? part.text : ''))).join('')
}

const times = (text: string, mark: string) => text.split(mark).length - 1

test.each(dialects.map((dialect) => [dialect.id, dialect] as const))(
  'in the lesson of %s no mark comes from what a tool says of itself',
  (_, dialect) => {
    const marks = [...dialect.markup, ...(dialect.resultMarkup ?? [])].filter((mark) => mark.trim().length > 1)
    const [harmless, hostile] = [lessonOf(dialect, 'x'), lessonOf(dialect, `x ${marks.join(' ')}`)]
    expect(marks.filter((mark) => times(hostile, mark) > times(harmless, mark))).toEqual([])
  },
)
