import type { ToolSpec } from '../canonical/message.ts'
import type { SpokenCall, ToolResult } from '../canonical/part.ts'

/** The tools that every fixture page and every law may call. */
export const fixtureTools: readonly ToolSpec[] = [
  {
    name: 'find_book',
    description: 'Find a book.',
    parameters: {
      type: 'object',
      properties: {
        title: { type: 'string', description: 'The title.' },
        year: { type: 'integer', description: 'The year it came out.' },
        price: { type: 'number', description: 'The highest price.' },
        lent: { type: 'boolean', description: 'Whether it may be lent out.' },
        tags: { type: 'array', items: { type: 'string' }, description: 'Words it is listed under.' },
        author: {
          type: 'object',
          properties: { name: { type: 'string' }, born: { type: 'integer' } },
          description: 'Who wrote it.',
        },
      },
      required: ['title'],
    },
  },
  {
    name: 'write_file',
    description: 'Write a file.',
    parameters: {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'Where to.' },
        content: { type: 'string', description: 'The whole text.' },
      },
      required: ['path', 'content'],
    },
  },
  { name: 'ping', description: 'Answer.', parameters: { type: 'object', properties: {} } },
]

/** The calls that a page shows as they are written: a value of every type, then none at all. */
export const writtenCalls: readonly SpokenCall[] = [
  {
    id: 'call_1',
    name: 'find_book',
    input: {
      title: `It's "Momo" 素`,
      year: 1973,
      price: 7.5,
      lent: true,
      tags: ["it's", 'a "b"'],
      author: { name: 'Ende', born: null, alive: false },
    },
  },
  { id: 'call_2', name: 'ping', input: {} },
]

/** The calls whose results a page shows. */
export const fixtureCalls: readonly SpokenCall[] = [
  { id: 'call_1', name: 'find_book', input: { title: 'Momo', year: 1973 } },
  { id: 'call_2', name: 'ping', input: {} },
]

/** One that went well, one that did not. */
export const fixtureResults: readonly ToolResult[] = [
  { type: 'tool-result', callId: 'call_1', name: 'find_book', outcome: 'ok', content: [{ type: 'text', text: 'On shelf 7.' }] },
  { type: 'tool-result', callId: 'call_2', name: 'ping', outcome: 'error', content: [{ type: 'text', text: 'No answer.' }] },
]
