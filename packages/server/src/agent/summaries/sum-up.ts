import {
  collectMessage,
  countToSummarise,
  FaultError,
  furthestSummary,
  type Message,
  type StreamEvent,
  type Summary,
  summaryQuestion,
} from '@parley/dialects'
import { CUT_OFF } from '../../http/cut-off.ts'
import { refusal } from '../../http-fault.ts'
import { say } from '../../words.ts'
import type { Agent } from '../agent.ts'
import { readThread } from '../agent-thread-state.ts'
import { askerOf } from '../answer-step.ts'
import type { ThreadRecord } from '../store/thread-record.ts'
import { noThread } from '../tell-thread.ts'

interface By {
  /** Who writes it. Absent: who answers in the thread. */
  readonly model?: string
  readonly requestId: string
}

/** A model writes what it needs of all but the last turns. Whoever is killed before it is kept has changed nothing. */
export async function sumUp(agent: Agent, thread: ThreadRecord, by: By, signal: AbortSignal): Promise<ThreadRecord> {
  const { server, store } = agent
  if (thread.status === 'running' || thread.status === 'waiting') throw refusal('request/conflict', say('summary.busy'))
  const messages = (await readThread(store.saver, thread.id))?.messages ?? []
  const before = furthestSummary(messages, thread.summaries)
  const told = messages.slice(before?.count)
  const part = told.slice(0, countToSummarise(told))
  const last = part.at(-1)
  if (!last) throw refusal('request/conflict', say('summary.too-short'))
  const { model = thread.model } = by
  const text = await ask(agent, thread, { ...by, model, question: summaryQuestion(part, before?.summary.text) }, signal)
  if (text === '') throw refusal('request/conflict', say('summary.empty'))
  const summary = { upTo: last.id, text, model, createdAt: server.now() }
  return await keep(agent, thread, (kept) => [...kept, summary])
}

/** The model is told again what the last summary stood for. */
export async function undoSummary(agent: Agent, thread: ThreadRecord): Promise<ThreadRecord> {
  const messages = (await readThread(agent.store.saver, thread.id))?.messages ?? []
  return await keep(agent, thread, (kept) => {
    const last = furthestSummary(messages, kept)?.summary
    return kept.filter((one) => one !== last)
  })
}

async function keep(
  { store: { threads } }: Agent,
  thread: ThreadRecord,
  change: (summaries: readonly Summary[]) => readonly Summary[],
): Promise<ThreadRecord> {
  for (let seen: ThreadRecord | undefined = thread; seen; seen = await threads.read(thread.id)) {
    const kept = await threads.sumUp(seen, change(seen.summaries))
    if (kept) return kept
  }
  throw noThread()
}

type Asked = By & { readonly model: string; readonly question: string }

/** The words of one answer, without tools and without a turn. */
async function ask({ server }: Agent, thread: ThreadRecord, asked: Asked, signal: AbortSignal): Promise<string> {
  const { model, question, requestId } = asked
  const messages: readonly Message[] = [{ role: 'user', id: 'question', parts: [{ type: 'text', text: question }] }]
  const asker = askerOf(thread, { requestId })
  const { events } = await server.answer({ model, messages }, { asker, signal, conversation: thread.id })
  const heard: StreamEvent[] = []
  for await (const batch of events) heard.push(...batch)
  const { message, reason, fault } = collectMessage(heard)
  if (fault) throw new FaultError(fault)
  if (reason === undefined || signal.aborted) throw new FaultError(CUT_OFF)
  const words = message.parts.map((part) => (part.type === 'text' ? part.text : ''))
  return words.join('').trim()
}
