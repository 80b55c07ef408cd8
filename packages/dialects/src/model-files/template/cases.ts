import type { JsonObject } from '../../canonical/json.ts'
import type { ToolSpec } from '../../canonical/message.ts'

/** What an assistant is made to say. */
export interface Said {
  readonly text?: string
  readonly reasoning?: string
  readonly calls?: readonly { readonly name: string; readonly input: JsonObject }[]
}

export interface Case extends Said {
  readonly name: string
  /** Whether only its values are out of the ordinary: a dialect that loses them has a limit, and is not refused. */
  readonly values?: true
}

const tool = (name: string, description: string, properties: JsonObject): ToolSpec => ({
  name,
  description,
  parameters: { type: 'object', properties },
})

const text = { type: 'string', description: 'A text.' }

const BOOK: JsonObject = {
  title: text,
  year: { type: 'integer', description: 'A year.' },
  price: { type: 'number', description: 'A price.' },
  lent: { type: 'boolean', description: 'Whether it is lent.' },
  old: { type: 'boolean', description: 'Whether it is old.' },
  tags: { type: 'array', items: { type: 'string' }, description: 'Words.' },
  author: { type: 'object', properties: { name: { type: 'string' } }, description: 'Who wrote it.' },
}

const others = [tool('write_file', 'Write a file.', { path: text, content: text }), tool('ping', 'Answer.', {})]

/** The tools that templates are shown. Some of them break on a type that is a list. */
export const SHOWN_TOOLS: readonly ToolSpec[] = [tool('find_book', 'Find a book.', BOOK), ...others]

/** The tools that the cases call. */
export const CASE_TOOLS: readonly ToolSpec[] = [
  tool('find_book', 'Find a book.', { ...BOOK, series: { type: ['string', 'null'] } }),
  ...others,
]

const CODE = 'if (a < b && c > "d") {\n  print(\'素\\n\')\n}\n# end'
const one = { name: 'find_book', input: { title: 'Momo' } }

/** What a dialect must be able to say. */
export const CASES: readonly Case[] = [
  { name: 'one string', calls: [one] },
  { name: 'no arguments', calls: [{ name: 'ping', input: {} }] },
  {
    name: 'types',
    values: true,
    calls: [
      {
        name: 'find_book',
        input: {
          title: 'Momo',
          year: 1973,
          price: 7.5,
          lent: true,
          old: false,
          tags: ['a', 'b c'],
          author: { name: 'Ende' },
        },
      },
    ],
  },
  { name: 'null', values: true, calls: [{ name: 'find_book', input: { title: 'Momo', series: null } }] },
  { name: 'two calls', calls: [one, { name: 'write_file', input: { path: 'a.txt', content: 'Words.' } }] },
  { name: 'code', values: true, calls: [{ name: 'write_file', input: { path: 'a.js', content: CODE } }] },
  { name: 'look-alikes', values: true, calls: [{ name: 'write_file', input: { path: '007', content: 'true' } }] },
  { name: 'text, then a call', text: 'I will look it up.', calls: [one] },
  { name: 'a thought, then a call', reasoning: 'A book is wanted.', calls: [one] },
  { name: 'a text alone', text: 'It is on shelf 7.' },
]
