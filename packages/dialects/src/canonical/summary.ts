import type { Message } from './message.ts'

/** What a model wrote of the beginning of a conversation. The messages themselves stay. */
export interface Summary {
  /** The last message that it stands for, with all before it. */
  readonly upTo: string
  readonly text: string
  readonly model: string
  readonly createdAt: number
}

type Told = Pick<Message, 'id' | 'role'>

/** Of the summaries of a conversation the one that reaches furthest, and how many messages it stands for. Undefined: everything is told. */
export function furthestSummary(
  messages: readonly Told[],
  summaries: readonly Summary[],
): { readonly summary: Summary; readonly count: number } | undefined {
  const places = new Map(messages.map(({ id }, index) => [id, index]))
  let furthest: { readonly summary: Summary; readonly count: number } | undefined
  for (const summary of summaries) {
    const at = places.get(summary.upTo)
    if (at === undefined || !endsTurn(messages, at)) continue
    // The later of two that reach as far.
    if (!furthest || at + 1 >= furthest.count) furthest = { summary, count: at + 1 }
  }
  return furthest
}

/** A call must not be told without its result, nor a result without its call. */
function endsTurn(messages: readonly Told[], at: number): boolean {
  const next = messages[at + 1]
  return next === undefined ? messages[at]?.role === 'assistant' : next.role === 'user'
}

/** How many turns stay word for word. */
const KEPT_TURNS = 2

/** How many of the messages that are told a summary would stand for. Zero: there is too little to sum up. */
export function countToSummarise(told: readonly Told[]): number {
  const begins = told.flatMap(({ role }, index) => (role === 'user' ? [index] : []))
  return begins.length > KEPT_TURNS ? (begins.at(-KEPT_TURNS) ?? 0) : 0
}

/** The beginning of what is told: in the words of a person, because a model's summary of what others wrote must not speak as the system. */
export function withSummary(messages: readonly Message[], summary: Summary | undefined): readonly Message[] {
  if (!summary) return messages
  const part = { type: 'text', text: `[Summary of the conversation so far]\n${summary.text}\n[End of the summary]` } as const
  const [first, ...rest] = messages
  if (first?.role === 'user') return [{ ...first, parts: [part, ...first.parts] }, ...rest]
  return [{ role: 'user', id: 'summary', parts: [part] }, ...messages]
}

/** Messages as a model is told of them. */
export function toldMessages(messages: readonly Message[], summaries: readonly Summary[]): readonly Message[] {
  const furthest = furthestSummary(messages, summaries)
  return furthest ? withSummary(messages.slice(furthest.count), furthest.summary) : messages
}
