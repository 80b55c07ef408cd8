import type { Message } from '@parley/dialects'
import type { StoredThread, Summary, ThreadNode } from '../../storage/thread-store.ts'
import { pathTo } from './message-tree.ts'

/** A branch as it is told to a model. What is told and what is not are the whole branch, in its order. */
export interface ToldPath {
  /** Stands for what is not told. Absent: everything is told. */
  readonly summary?: Summary
  readonly hidden: readonly ThreadNode[]
  readonly told: readonly ThreadNode[]
}

/** Of the summaries that lie on the branch, the one that reaches furthest. What follows it begins with something a person said. */
export function toldPath({ thread, nodes }: Pick<StoredThread, 'thread' | 'nodes'>): ToldPath {
  const path = pathTo(nodes, thread.head)
  const places = new Map(path.map(({ id }, index) => [id, index]))
  const reaches = (thread.summaries ?? []).flatMap((summary) => {
    const at = places.get(summary.upTo)
    return at === undefined || !endsTurn(path, at) ? [] : [{ summary, at }]
  })
  // The later of two that reach as far.
  const furthest = reaches.reduce<(typeof reaches)[number] | undefined>(
    (best, one) => (best && best.at > one.at ? best : one),
    undefined,
  )
  if (!furthest) return { hidden: [], told: path }
  return { summary: furthest.summary, hidden: path.slice(0, furthest.at + 1), told: path.slice(furthest.at + 1) }
}

/** A call must not be told without its result, nor a result without its call. */
const endsTurn = (path: readonly ThreadNode[], at: number): boolean => {
  const next = path[at + 1]
  return next === undefined ? path[at]?.message.role === 'assistant' : next.message.role === 'user'
}

/** The beginning of what is told: in the words of a person, because a model's summary of what others wrote must not speak as the system. */
export function withSummary(messages: readonly Message[], summary: Summary | undefined): readonly Message[] {
  if (!summary) return messages
  const part = { type: 'text', text: `[Summary of the conversation so far]\n${summary.text}\n[End of the summary]` } as const
  const [first, ...rest] = messages
  if (first?.role === 'user') return [{ ...first, parts: [part, ...first.parts] }, ...rest]
  return [{ role: 'user', id: 'summary', parts: [part] }, ...messages]
}

/** How many turns stay word for word. */
const KEPT_TURNS = 2

/** The last message that a summary would take in, and what it would be made of. Undefined: there is too little. */
export function toSummarise(stored: StoredThread): { readonly upTo: string; readonly nodes: readonly ThreadNode[] } | undefined {
  const { told } = toldPath(stored)
  const begins = told.flatMap(({ message }, index) => (message.role === 'user' ? [index] : []))
  const end = begins.at(-KEPT_TURNS) ?? 0
  const last = told[end - 1]
  return begins.length > KEPT_TURNS && last ? { upTo: last.id, nodes: told.slice(0, end) } : undefined
}
