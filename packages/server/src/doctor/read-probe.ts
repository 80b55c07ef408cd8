import {
  auto,
  collectMessage,
  type EndReason,
  isJsonObject,
  type JsonObject,
  type Respond,
  type SpokenPart,
  type StreamEvent,
  withDialect,
  withLeakNet,
} from '@parley/dialects'
import type { Candidate } from './candidates.ts'
import type { RawAnswer, RawPart } from './card.ts'
import { type Case, TOOLS } from './cases.ts'

interface Reading {
  readonly candidate: Candidate
  readonly asked: Case
  /** `null`: nobody knew. */
  readonly startsInReasoning: boolean | null
}

/** What our readers make of an answer as it came: the same ones that read every other answer, then and today. */
export async function readProbe(
  raw: RawAnswer,
  { candidate, asked, startsInReasoning }: Reading,
): Promise<readonly SpokenPart[]> {
  // What a model writes by itself is text, also where its server would have found the calls in it.
  const dialect = candidate.dialect ?? (asked.way === 'raw' ? auto : undefined)
  const begins = startsInReasoning ?? (beginsInThought(raw) || 'maybe')
  const layer = dialect ? withDialect(dialect, { startsInReasoning: begins }) : withLeakNet()
  const recorded: Respond = async function* () {
    yield eventsOf(raw)
  }
  const request = { model: 'examined', messages: asked.messages, tools: TOOLS }
  const events: StreamEvent[] = []
  for await (const batch of layer(recorded)(request, new AbortController().signal)) events.push(...batch)
  return collectMessage(events).message.parts
}

/** Whether the text ends a thought that it has not begun: then the prompt had. */
export function beginsInThought({ parts }: Pick<RawAnswer, 'parts'>): boolean {
  if (parts.some(({ type }) => type === 'reasoning')) return false
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
  return (auto.reasoning ?? []).some(({ open, close }) => {
    const at = text.indexOf(close)
    return at >= 0 && !text.slice(0, at).includes(open)
  })
}

/** The dialect of a call that was asked for and not found, because another one was looked for. `undefined`: there is none. */
export async function missedDialect(raw: RawAnswer, asked: Case, read: readonly SpokenPart[]): Promise<string | undefined> {
  if (asked.calls.length === 0 || read.some(({ type }) => type === 'tool-call')) return undefined
  const parts = await readProbe(raw, { candidate: { dialect: auto, why: 'written' }, asked, startsInReasoning: null })
  const calls = parts.flatMap((part) => (part.type === 'tool-call' && part.dialect !== undefined ? [part.dialect] : []))
  return calls.find((id) => id !== auto.id)
}

const ENDS: ReadonlySet<string> = new Set(['done', 'calls', 'length', 'filtered', 'stopped'] satisfies readonly EndReason[])

function eventsOf({ parts, end }: RawAnswer): readonly StreamEvent[] {
  // Members of the set are reasons; any other end is one of the world, and what came until then is read.
  const reason = ENDS.has(end) ? (end as EndReason) : 'stopped'
  return [
    { type: 'message-start', messageId: 'recorded', model: 'examined' },
    ...parts.flatMap((part, at) => partEvents(part, at)),
    { type: 'message-end', reason },
  ]
}

function partEvents(raw: RawPart, part: number): readonly StreamEvent[] {
  if (raw.type !== 'tool-call')
    return [
      { type: 'part-start', part, kind: raw.type },
      { type: 'part-delta', part, text: raw.text },
      { type: 'part-end', part, value: { type: raw.type, text: raw.text } },
    ]
  const callId = `native_${part}`
  return [
    { type: 'part-start', part, kind: 'tool-call', callId, name: raw.name },
    { type: 'part-end', part, value: callOf(raw, callId) },
  ]
}

function callOf({ name, input }: Extract<RawPart, { type: 'tool-call' }>, id: string): SpokenPart {
  const value = objectIn(input)
  if (value && name !== '') return { type: 'tool-call', id, name, input: value }
  return { type: 'broken-call', id, name, source: input, problem: 'The arguments are not a JSON object.' }
}

function objectIn(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
