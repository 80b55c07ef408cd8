import { jsonDialect } from '../shapes/json/json-dialect.ts'
import { asObject } from '../shapes/tools/tool-spellings.ts'
import { functools } from './firefunction.ts'

export const phi4Mini = jsonDialect({
  id: 'phi4-mini',
  title: 'Phi-4 mini',
  speakers: ['Phi-4-mini'],
  templates: ['1rwc1mm0t66bv6'],
  calls: {
    ...functools.calls,
    // What its own prompt teaches; the closing token is often missing.
    alsoOpens: ['<|tool_call|>'],
    tails: ['<|/tool_call|>'],
  },
  openers: ['functools[', '<|tool_call|>'],
  results: { each: '<|tool_response|>\n$result<|end|>', between: '\n' },
  lesson: { ...functools.lesson, paragraphs: ['<|tool|>[$tools]<|/tool|>', ...functools.lesson.paragraphs], tool: asObject },
  turns: ['<|tool|>', '<|/tool|>', '<|system|>', '<|user|>', '<|assistant|>'],
})
