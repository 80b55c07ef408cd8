import { Command, type Send } from '@langchain/langgraph'
import type { Message } from '@parley/dialects'
import { STOPPING } from '../http/cut-off.ts'
import { toFault } from '../http-fault.ts'
import type { ServerContext } from '../server-context.ts'
import { type AgentGraph, type AgentNode, type AgentState, sendCalls } from './agent-graph.ts'
import type { AgentRun } from './agent-run.ts'
import type { Answer, CallTask, Inbound } from './agent-state.ts'
import { type AgentThreadState, configOf, settledOf, toAgentThreadState, unanswered } from './agent-thread-state.ts'
import { Lease, LeaseLost } from './lease.ts'
import type { LeasedSaver } from './leased-saver.ts'
import { LiveRun } from './live-run.ts'
import { replay, requestsFor, turnOf } from './replay.ts'
import type { AgentStore } from './store/agent-store.ts'
import type { Settled } from './store/agent-thread-store.ts'
import type { InboxEntry, ThreadRecord } from './store/thread-record.ts'
import { overtaken } from './words.ts'

export interface ThreadRunnerOptions {
  readonly server: ServerContext
  readonly store: AgentStore
  readonly graph: AgentGraph
  /** What the graph writes through. */
  readonly saver: LeasedSaver
  readonly leaseMs: number
}

interface Work {
  readonly live: LiveRun
  readonly lease: Lease
}

/** Works on the threads that this replica holds. */
export class ThreadRunner {
  readonly #options: ThreadRunnerOptions
  readonly #works = new Map<string, Work>()
  /** Threads that the database thought were held here at the last beat, and nobody works on. */
  #strays = new Set<string>()

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
  start(thread: ThreadRecord, isNew = false): LiveRun {
    const { id } = thread
    const live = new LiveRun()
    const lease = new Lease(this.#options.leaseMs)
    this.#works.set(id, { live, lease })
    if (isNew) this.#options.saver.know(id, undefined)
    void this.#work(thread, { live, lease }).finally(() => {
      if (this.#works.get(id)?.live === live) this.#works.delete(id)
      live.end()
    })
    return live
  }

  /** Throws unless this replica holds the thread. */
  demandLease(threadId: string): void {
    const work = this.#works.get(threadId)
    if (!work) throw new LeaseLost()
    work.lease.demand()
  }

  /** Ends the turn that runs here. */
  cancel(threadId: string): void {
    this.#works.get(threadId)?.lease.cancel()
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
    const works = [...this.#works.values()]
    for (const { lease } of works) lease.lose()
    await Promise.all(works.map(({ live }) => live.over))
  }

  async #work(thread: ThreadRecord, work: Work): Promise<void> {
    const { server, store } = this.#options
    const { live } = work
    try {
      for (let { told, inbox } = thread; ; ) {
        const settled = await this.#advance(thread, inbox, work)
        const next = await store.threads.settle(thread.id, told, settled)
        if (next === 'lost') throw new LeaseLost()
        if (next === 'settled') return live.emit(lastWords(thread.name, settled))
        told = next.told
        inbox = next.inbox
      }
    } catch (error) {
      if (!(error instanceof LeaseLost)) server.metrics.fault(toFault(error), error)
      live.emit([{ type: 'fault', fault: STOPPING }])
      await store.threads.drop(thread.id).catch(() => undefined)
    }
  }

  /** One run of the graph, with whatever the thread was told. */
  async #advance(thread: ThreadRecord, inbox: readonly InboxEntry[], { live, lease }: Work): Promise<Settled> {
    const { server, graph } = this.#options
    const answers = answersIn(inbox)
    const run: AgentRun = {
      server,
      threadId: thread.id,
      answerTo: (callId) => answers.get(callId),
      emit: (events) => live.emit(events),
      signal: lease.signal,
      isCancelled: () => lease.isCancelled,
      demandLease: () => lease.demand(),
    }
    try {
      const input = await this.#inputOf(thread, inbox, live)
      const going = graph.invoke(input, {
        ...configOf(thread.id),
        // Handed to the nodes as it is; nothing of it is stored.
        context: run as never,
        durability: 'sync',
        recursionLimit: 2 * server.limits.steps + 10,
      })
      // A step that does not notice that it should stop holds nobody up, and what it does later is not kept.
      const output = await Promise.race([going, lease.lost])
      lease.demand()
      return settledOf(output)
    } catch (error) {
      if (lease.isLost) throw new LeaseLost()
      const fault = toFault(error)
      server.metrics.fault(fault, error)
      return { status: 'failed', pending: [], fault }
    }
  }

  /** A new question; or nothing, and the graph goes on where it was, with answers that have come. */
  async #inputOf({ id, name: threadId }: ThreadRecord, inbox: readonly InboxEntry[], live: LiveRun) {
    const { saver } = this.#options
    const tuple = await saver.getTuple(configOf(id))
    saver.know(id, tuple)
    const state = toAgentThreadState(tuple)
    const question = inbox.map(({ body }) => body).findLast((body) => body.type !== 'answer')
    const isNew = question !== undefined && question.turn.id !== state?.turn?.id
    const turn = isNew ? question.turn : state?.turn
    if (live.position === 0 && turn) {
      live.emit([{ type: 'turn-start', threadId, turnId: turn.id }])
      if (!isNew && state) live.earlier = replay(turnOf(state.messages), turn.model)
    }
    if (!isNew) return null
    if (question.type === 'fork') return forked(question)
    return askedIn(question, state)
  }
}

/** At the end of its last answer a thread goes straight to the next one; a step that was left in the middle is closed first. */
function askedIn({ messages, turn }: Extract<Inbound, { type: 'turn' }>, state: AgentThreadState | undefined) {
  if (!state || isLastWord(state.messagesThen.at(-1))) return goOn({ messages, turn }, ['model'])
  return { messages: [...closing(state, messages), ...messages], turn }
}

function isLastWord(message: Message | undefined): boolean {
  return message?.role === 'assistant' && message.parts.every(({ type }) => type === 'text' || type === 'reasoning')
}

/** A fork goes on behind its last message: with its calls, with the next answer, or not at all when it was the last word. */
function forked({ messages, turn, known }: Extract<Inbound, { type: 'fork' }>) {
  const last = messages.at(-1)
  return goOn({ messages, turn }, last?.role === 'assistant' ? sendCalls(last, turn, known) : ['model'])
}

function goOn(update: Pick<AgentState, 'messages' | 'turn'>, goto: ('model' | Send<'call', CallTask>)[]) {
  return new Command<unknown, Partial<AgentState>, AgentNode>({ update, goto })
}

/** Answers by the calls they are for. */
function answersIn(inbox: readonly InboxEntry[]): ReadonlyMap<string, Answer> {
  return new Map(inbox.flatMap(({ body }) => (body.type === 'answer' ? [[body.callId, body.answer] as const] : [])))
}

/** Whoever asks something new leaves calls behind that nobody decided about. What others of them did by then is kept. */
function closing({ messages, messagesThen }: AgentThreadState, news: readonly Message[]): readonly Message[] {
  const last = messages.findLast(({ role }) => role === 'assistant')
  const calls = unanswered([...messages, ...news])
  const left: readonly Message[] =
    last && calls.length > 0 ? [{ role: 'tool', id: `${last.id}-results`, parts: calls.map(overtaken) }] : []
  return [...messages.slice(messagesThen.length), ...left]
}

function lastWords(threadId: string, { status, pending, fault }: Settled) {
  const end = { type: 'turn-end', threadId, status, pending } as const
  return [...requestsFor(pending), end, ...(fault ? [{ type: 'fault', fault } as const] : [])]
}
