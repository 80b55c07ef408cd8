import { Command } from '@langchain/langgraph'
import type { Fault, Message } from '@parley/dialects'
import type { ChatEvent, PendingCall } from '../chat/chat-event.ts'
import { STOPPING } from '../http/cut-off.ts'
import { toFault } from '../http-fault.ts'
import type { ServerContext } from '../server-context.ts'
import { say } from '../words.ts'
import { type AgentState, buildGraph, sendCalls } from './agent-graph.ts'
import { type AgentRun, type Answer, type AskedByProgram, answerKey, type Inbound } from './agent-state.ts'
import { type AgentThreadState, configOf, settledOf, toAgentThreadState, unanswered } from './agent-thread-state.ts'
import { Lease, LeaseLost } from './lease.ts'
import { LiveRun, replay, requestsFor, turnOf } from './live-run.ts'
import type { LooseReceipt } from './receipts/receipt.ts'
import type { AgentStore } from './store/agent-store.ts'
import type { Settled } from './store/agent-thread-store.ts'
import { PagedSaver } from './store/paged-saver.ts'
import type { InboxEntry, ThreadRecord } from './store/thread-record.ts'
import { overtaken } from './words.ts'

export interface ThreadRunnerOptions {
  readonly server: ServerContext
  readonly store: AgentStore
  readonly leaseMs: number
}

interface Work {
  readonly live: LiveRun
  readonly lease: Lease
  /** Calls that are under way, and how each is ended. */
  readonly stops: Map<string, () => void>
}

/** Works on the threads that this replica holds. */
export class ThreadRunner {
  readonly #options: ThreadRunnerOptions
  readonly #works = new Map<string, Work>()
  /** Threads that the database thought were held here at the last beat, and nobody works on. */
  #strays = new Set<string>()
  #isClosing = false

  constructor(options: ThreadRunnerOptions) {
    this.#options = options
  }

  /** What is going on with a thread here. `undefined`: nothing. */
  liveOf(threadId: string): LiveRun | undefined {
    return this.#works.get(threadId)?.live
  }

  get isIdle(): boolean {
    return this.#works.size === 0
  }

  /** Goes on with a thread that this replica holds since just now, until somebody else must act. */
  start(thread: ThreadRecord): LiveRun {
    const { id } = thread
    const live = new LiveRun()
    const lease = new Lease(this.#options.leaseMs)
    const work = { live, lease, stops: new Map<string, () => void>() }
    this.#works.set(id, work)
    void this.#work(thread, work).finally(() => {
      if (this.#works.get(id)?.live === live) this.#works.delete(id)
      live.end()
    })
    return live
  }

  /** Ends the turn that runs here. */
  cancel(threadId: string): void {
    this.#works.get(threadId)?.lease.cancel()
  }

  /** Ends one call that runs here; its turn goes on. False: none of that id does. */
  cancelCall(threadId: string, callId: string): boolean {
    const stop = this.#works.get(threadId)?.stops.get(callId)
    stop?.()
    return stop !== undefined
  }

  /** Says that this replica lives, and learns what it lost and what was cancelled elsewhere. */
  async beat(): Promise<void> {
    if (this.isIdle) return
    const asked = performance.now()
    const before = new Map(this.#works)
    const held = new Map((await this.#options.store.threads.beat()).map(({ id, isCancelled }) => [id, isCancelled]))
    for (const [id, { lease }] of before) {
      if (!held.has(id)) lease.lose()
      else lease.renew(asked)
      if (held.get(id)) lease.cancel()
    }
    await this.#dropStrays([...held.keys()])
  }

  /** A lease that could not be given back when the database was away. One that was just taken may look like it, once. */
  async #dropStrays(held: readonly string[]): Promise<void> {
    const strays = new Set(held.filter((id) => !this.#works.has(id)))
    for (const id of strays) if (this.#strays.has(id)) await this.#options.store.threads.drop(id)
    this.#strays = strays
  }

  /** Lets go of everything, so that others can go on at once. */
  async close(): Promise<void> {
    this.#isClosing = true
    const works = [...this.#works.values()]
    for (const { lease } of works) lease.lose()
    await Promise.all(works.map(({ live }) => live.over))
  }

  async #work(thread: ThreadRecord, work: Work): Promise<void> {
    const { server, store } = this.#options
    const { live } = work
    try {
      for (let { told, inbox, summaries } = thread; ; ) {
        const settled = await this.#advance({ ...thread, inbox, summaries }, work)
        const next = await store.threads.settle(thread.id, told, settled)
        if (next === 'lost') throw new LeaseLost()
        if (next === 'settled') return live.emit(lastWords(thread.name, settled))
        ;({ told, inbox, summaries } = next)
      }
    } catch (error) {
      if (!(error instanceof LeaseLost)) server.metrics.fault(toFault(error), error)
      live.emit([{ type: 'fault', fault: this.#whyLeft(error) }])
      await store.threads.drop(thread.id).catch(() => undefined)
    }
  }

  /** A lease that ran out is often the first sign of a database that is away. */
  #whyLeft(error: unknown): Fault {
    if (this.#isClosing) return STOPPING
    return error instanceof LeaseLost ? LET_GO : toFault(error)
  }

  /** One run of the graph, with whatever the thread was told. */
  async #advance({ id, name, owner, pending, inbox, summaries }: ThreadRecord, { live, lease, stops }: Work): Promise<Settled> {
    const { server, store } = this.#options
    const emit = (events: readonly ChatEvent[]) => live.emit(events)
    const run: AgentRun = {
      server,
      threadId: id,
      owner,
      lease,
      begun: store.begun,
      stops,
      summaries,
      answers: answersIn(inbox),
      asked: askedIn(inbox),
      emit,
    }
    const saver = new PagedSaver(store.saver, lease)
    try {
      const state = toAgentThreadState(await saver.lookAhead(configOf(id)))
      const question = newQuestion(inbox, state)
      if (live.position === 0) introduce(live, name, { question, state })
      const left = question ? await leftPrograms(pending, run) : NOTHING_LEFT
      const going = buildGraph(saver, run).invoke(question ? inputOf(question, state, left) : null, {
        ...configOf(id),
        durability: 'sync',
        recursionLimit: 2 * server.limits.steps + 10,
      })
      // A step that does not notice that it should stop holds nobody up, and what it does later is not kept.
      const output = await Promise.race([going, lease.lost])
      lease.demand()
      saver.demandStored()
      return settledOf(output)
    } catch (error) {
      if (lease.isLost) throw new LeaseLost()
      const fault = toFault(error)
      server.metrics.fault(fault, error)
      return { status: 'failed', pending: [], fault }
    }
  }
}

/** Not the end of the turn: whoever holds the thread next goes on with it. */
const LET_GO: Fault = { code: 'server/stopping', ...say('thread.let-go'), retryable: true }

type Question = Extract<Inbound, { type: 'turn' | 'fork' }>

/** Absent: the graph goes on where it was, with answers that have come. */
function newQuestion(inbox: readonly InboxEntry[], state: AgentThreadState | undefined): Question | undefined {
  const question = inbox.map(({ body }) => body).findLast((body) => body.type === 'turn' || body.type === 'fork')
  return question?.turn.id === state?.turn?.id ? undefined : question
}

/** Says which turn it is, and keeps what it told before for those who come to listen. */
function introduce(
  live: LiveRun,
  threadId: string,
  now: { question: Question | undefined; state: AgentThreadState | undefined },
) {
  const turn = now.question?.turn ?? now.state?.turn
  if (!turn) return
  live.emit([{ type: 'turn-start', threadId, turnId: turn.id }])
  if (!now.question && now.state) live.earlier = replay(turnOf(now.state.messages), turn.model)
}

/** A fork goes on behind its last message: with its calls, with the next answer, or not at all when it was the last word. */
function inputOf(question: Question, state: AgentThreadState | undefined, { begun, receipts }: Left) {
  const { messages, turn } = question
  if (question.type === 'turn')
    return { messages: [...(state ? closing(state, messages, begun) : []), ...messages], turn, receipts }
  const last = messages.at(-1)
  const goto = last?.role === 'assistant' ? sendCalls(last, turn) : ['model' as const]
  return new Command<unknown, Partial<AgentState>, '__start__' | 'model' | 'call'>({
    update: { messages, turn, notes: question.notes ?? [] },
    goto,
  })
}

/** What a new question leaves behind. */
interface Left {
  /** Calls of which some may have been done. */
  readonly begun: ReadonlySet<string>
  /** Of what programs among them have called. */
  readonly receipts: readonly LooseReceipt[]
}

const NOTHING_LEFT: Left = { begun: new Set(), receipts: [] }

async function leftPrograms(pending: readonly PendingCall[], { begun, threadId }: AgentRun): Promise<Left> {
  const asking = pending.flatMap(({ kind, callId }) => (kind === 'input' ? [callId] : []))
  const programs = pending.filter(({ mayCall }) => mayCall)
  const inner = await Promise.all(programs.map(({ callId }) => begun.innerOf(threadId, callId)))
  const called = programs.flatMap(({ callId }, at) => (inner[at]?.length ? [callId] : []))
  return { begun: new Set([...asking, ...called]), receipts: inner.flat().map(({ receipt }) => receipt) }
}

/** By the calls they are for. In a fork, also what the server did by itself before. */
function answersIn(inbox: readonly InboxEntry[]): ReadonlyMap<string, Answer> {
  return new Map(inbox.flatMap(({ body }) => answersOf(body)))
}

function answersOf(body: Inbound): readonly (readonly [callId: string, answer: Answer])[] {
  if (body.type === 'answer') return [[answerKey(body.callId, body.answer), body.answer]]
  if (body.type !== 'fork') return []
  return Object.entries(body.known).map(([callId, result]) => [callId, { kind: 'result', result }])
}

function askedIn(inbox: readonly InboxEntry[]): readonly AskedByProgram[] {
  return inbox.flatMap(({ body }) => (body.type === 'call' ? [body] : []))
}

/** Whoever asks something new leaves calls behind that nobody decided about. What others of them did by then is kept. */
function closing(
  { messages, messagesThen }: AgentThreadState,
  news: readonly Message[],
  begun: ReadonlySet<string>,
): readonly Message[] {
  const last = messages.findLast(({ role }) => role === 'assistant')
  const calls = unanswered([...messages, ...news])
  const left: readonly Message[] =
    last && calls.length > 0
      ? [{ role: 'tool', id: `${last.id}-results`, parts: calls.map((call) => overtaken(call, begun.has(call.id))) }]
      : []
  return [...messages.slice(messagesThen.length), ...left]
}

function lastWords(threadId: string, { status, pending, fault }: Settled) {
  const end = { type: 'turn-end', threadId, status, pending } as const
  return [...requestsFor(pending), end, ...(fault ? [{ type: 'fault', fault } as const] : [])]
}
