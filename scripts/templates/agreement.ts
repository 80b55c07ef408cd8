import { isDeepStrictEqual } from 'node:util'
import { type Dialect, dialects, type SpokenCall } from '@parley/dialects'
import { readAnswer } from '@parley/dialects/engine'
import type { DerivedDialect } from '@parley/dialects/model-files'

const tools = ['find_book', 'write_file'].map((name) => ({
  name,
  description: 'A tool.',
  parameters: {
    type: 'object',
    properties: {
      title: { type: 'string' },
      year: { type: 'integer' },
      lent: { type: 'boolean' },
      tags: { type: 'array', items: { type: 'string' } },
    },
  },
}))

const book: SpokenCall = { id: 'call_1', name: 'find_book', input: { title: 'Momo: "a"\n素' } }

const CONVERSATIONS: readonly (readonly SpokenCall[])[] = [
  [book],
  [{ id: 'call_1', name: 'write_file', input: {} }],
  [{ id: 'call_1', name: 'find_book', input: { title: 'Momo', year: 1973, lent: true, tags: ['a', 'b'] } }],
  [book, { id: 'call_2', name: 'write_file', input: { title: 'x' } }],
]

/** Whether one dialect reads what another writes. */
const reads = (one: Dialect, other: Dialect): boolean =>
  CONVERSATIONS.every((calls) => {
    const read = readAnswer(other.formatCalls(calls), { dialect: one, tools }).filter(({ type }) => type !== 'text')
    return isDeepStrictEqual(
      read.map((part) => (part.type === 'tool-call' ? [part.name, part.input] : [part.type])),
      calls.map(({ name, input }) => [name, input]),
    )
  })

export type Verdict = 'the same' | 'both ways' | 'reads it' | 'is read' | 'neither way' | 'not known'

/** How a dialect from a template gets on with the one that its model is known to speak. */
export function verdictOn({ dialect, knownAs }: DerivedDialect, expected: readonly string[]): Verdict {
  const known = dialects.filter(({ id }) => expected.includes(id))
  if (known.length === 0) return 'not known'
  const there = known.some((one) => reads(dialect, one))
  const back = known.some((one) => reads(one, dialect))
  if (there && back) return knownAs !== undefined && expected.includes(knownAs) ? 'the same' : 'both ways'
  return there ? 'reads it' : back ? 'is read' : 'neither way'
}
