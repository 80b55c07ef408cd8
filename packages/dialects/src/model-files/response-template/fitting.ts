import type { JsonObject } from '../../canonical/json.ts'
import type { ToolSpec } from '../../canonical/message.ts'
import type { SpokenPart } from '../../canonical/part.ts'
import { finishedParts } from '../../define-dialect.ts'
import type { Dialect } from '../../dialect.ts'
import { sortedJson } from '../../shapes/json/json-spellings.ts'
import type { CaseOutcome } from '../report.ts'

interface Case {
  readonly name: string
  readonly calls: readonly { readonly name: string; readonly input: JsonObject }[]
  /** Not every model can say it: who cannot has a limit. */
  readonly values?: true
}

const TOOLS: readonly ToolSpec[] = [
  {
    name: 'find_book',
    description: 'Find a book.',
    parameters: {
      type: 'object',
      properties: {
        title: { type: 'string' },
        year: { type: 'integer' },
        price: { type: 'number' },
        lent: { type: 'boolean' },
        tags: { type: 'array' },
        author: { type: 'object' },
        series: { type: ['string', 'null'] },
      },
    },
  },
  { name: 'ping', description: 'Answer.', parameters: { type: 'object', properties: {} } },
]

const one = { name: 'find_book', input: { title: 'Momo' } }

const CASES: readonly Case[] = [
  { name: 'one string', calls: [one] },
  { name: 'no arguments', calls: [{ name: 'ping', input: {} }] },
  { name: 'two calls', calls: [one, { name: 'find_book', input: { title: '7' } }], values: true },
  {
    name: 'types',
    calls: [
      {
        name: 'find_book',
        input: { title: 'Momo', year: 1973, price: 7.5, lent: true, tags: ['a', 'b c'], author: { name: 'Ende' } },
      },
    ],
    values: true,
  },
  { name: 'null', calls: [{ name: 'find_book', input: { title: 'Momo', series: null } }], values: true },
  {
    name: 'code',
    calls: [{ name: 'find_book', input: { title: 'if (a < b && c > "d") {\n  print(\'素\\n\')\n}' } }],
    values: true,
  },
  { name: 'look-alikes', calls: [{ name: 'find_book', input: { title: 'true' } }], values: true },
]

/** Whether `reader` reads what `writer` writes, in one piece and in single characters. */
export function readsWritingOf(reader: Dialect, writer: Pick<Dialect, 'formatCalls'>): readonly CaseOutcome[] {
  return CASES.map(({ name, calls, values }) => {
    const text = writer.formatCalls(calls.map((call, place) => ({ ...call, id: `call_${place + 1}` })))
    const wanted = sortedJson([...calls])
    const fits = [[text], Array.from(text)].every((pieces) => callsOf(read(reader, pieces)) === wanted)
    if (fits) return { name, outcome: 'passed' }
    return { name, outcome: values ? 'limit' : 'failed', sentence: 'What is written is not read as it was meant.' }
  })
}

/** The calls of an answer as JSON; what else was said spoils it. */
function callsOf(parts: readonly SpokenPart[]): string {
  const said = parts.map((part) => (part.type === 'tool-call' ? { name: part.name, input: part.input } : part.type))
  return sortedJson(said)
}

function read(dialect: Dialect, pieces: readonly string[]): readonly SpokenPart[] {
  const parser = dialect.createParser({ tools: TOOLS })
  return finishedParts([...pieces.flatMap((piece) => parser.push(piece)), ...parser.end()])
}
