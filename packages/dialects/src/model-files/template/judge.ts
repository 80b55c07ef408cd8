import type { JsonValue } from '../../canonical/json.ts'
import type { ToolSpec } from '../../canonical/message.ts'
import type { SpokenPart, ToolCall } from '../../canonical/part.ts'
import { finishedParts } from '../../define-dialect.ts'
import type { Dialect } from '../../dialect.ts'
import { CASE_TOOLS, type Case } from './cases.ts'

/** How an answer is handed to a reader. */
export interface Handed {
  /** Absent: the tools of the cases. */
  readonly tools?: readonly ToolSpec[]
  readonly startsInReasoning?: boolean
  /** Characters per piece. Absent: all at once. */
  readonly cut?: number
}

/** What a dialect reads in an answer, without any mending. */
export function partsIn(
  dialect: Dialect,
  answer: string,
  { tools = CASE_TOOLS, startsInReasoning = false, cut }: Handed = {},
): readonly SpokenPart[] {
  const parser = dialect.createParser({ tools, startsInReasoning })
  if (cut === undefined) return finishedParts([...parser.push(answer), ...parser.end()])
  const events = []
  for (let at = 0; at < answer.length; at += cut) events.push(...parser.push(answer.slice(at, at + cut)))
  return finishedParts([...events, ...parser.end()])
}

/** What is wrong with what was read. */
export interface Fault {
  /** `values`: the calls are the right ones, only something they were given is lost. */
  readonly of: 'form' | 'values'
  readonly sentence: string
}

const form = (sentence: string): Fault => ({ of: 'form', sentence })

/** Compares what was read with what was said. Undefined: they are the same. */
export function faultIn(parts: readonly SpokenPart[], said: Case): Fault | undefined {
  const broken = parts.find((part) => part.type === 'broken-call')
  if (broken?.type === 'broken-call')
    return { of: said.values ? 'values' : 'form', sentence: `a call is broken: ${broken.problem}` }
  const calls = parts.filter((part): part is ToolCall => part.type === 'tool-call')
  const wanted = said.calls ?? []
  if (calls.length !== wanted.length) return form(`${calls.length} calls were read where there are ${wanted.length}`)
  const words = (type: 'text' | 'reasoning'): string =>
    parts
      .map((part) => (part.type === type && 'text' in part ? part.text : ''))
      .join('')
      .trim()
  // Some templates write the words before a call as a thought.
  if (said.text !== undefined && words('text') === '' && words('reasoning') === said.text)
    return { of: 'values', sentence: 'the text was read as a thought' }
  if (!isText(words('text'), said.text ?? '')) return form(`the text was read as ${JSON.stringify(words('text').slice(0, 80))}`)
  if (words('reasoning') !== (said.reasoning ?? ''))
    return form(`the thought was read as ${JSON.stringify(words('reasoning').slice(0, 80))}`)
  for (const [place, { name, input }] of wanted.entries()) {
    const call = calls[place]
    if (call?.name !== name) return form(`the name was read as ${JSON.stringify(call?.name.slice(0, 80))}`)
    const lost = Object.keys({ ...input, ...call.input }).find((key) => !isSame(input[key], call.input[key]))
    if (lost !== undefined)
      return {
        of: 'values',
        sentence: `\`${lost.slice(0, 40)}\` was read as ${JSON.stringify(call.input[lost])?.slice(0, 80) ?? 'nothing'}`,
      }
  }
  return undefined
}

/** Words without a mark may stand before those of an answer: some templates have the model introduce itself. */
const isText = (read: string, said: string): boolean =>
  read === said || (said !== '' && read.endsWith(said) && /^[^<>[\]{}|`]{1,20}$/.test(read.slice(0, read.length - said.length)))

function isSame(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  return one === other || sorted(one) === sorted(other)
}

const sorted = (value: JsonValue | undefined): string | undefined =>
  JSON.stringify(value, (_, inner: JsonValue) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  )
