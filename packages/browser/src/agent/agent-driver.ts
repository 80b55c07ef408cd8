import { faultOf } from '@parley/dialects'
import { refuse } from '../conversation/call-choices.ts'
import type { Done } from '../conversation/conversation-contract.ts'
import type { ConversationKit } from '../conversation/conversation-options.ts'
import { createPublisher, type Publisher } from '../conversation/publisher.ts'
import { applyEvents } from '../conversation/state/apply-event.ts'
import { toRequest } from '../conversation/state/stored-state.ts'
import type { ThreadState } from '../conversation/state/thread-state.ts'
import { announceTab } from '../conversation/tab-presence.ts'
import { ThreadLock } from '../conversation/thread-lock.ts'
import type { Move } from '../conversation/thread-moves.ts'
import type { CallRecord } from '../ledger/call-record.ts'
import type { TurnEvent } from '../turn/turn-event.ts'
import { type AgentOptions, questionBody } from './agent-options.ts'
import { agentView, isBehind, withTold } from './agent-view.ts'
import { CallWorker } from './call-worker.ts'
import { ServerWatch } from './server-watch.ts'
import type { ThreadDocument } from './thread-document.ts'
import { toUiMessages } from './to-ui-messages.ts'

const PATIENCE_MS = 5000

/** The server was not reached: looking tells the user so, and goes on once it is back. */
function ifFaulted(error: unknown): true {
  if (!faultOf(error)) throw error
  return true
}

/**
 * Drives one thread that lives on the server, in every tab that shows it: what the server has is shown, what is said and decided here is
 * told there. Only what has effects here, running calls of the page, is done by one tab alone, the one that holds the thread's lock.
 */
export class AgentDriver {
  readonly view: Publisher<ThreadState>
  readonly worker: CallWorker
  readonly #kit: ConversationKit
  readonly #agent: AgentOptions
  readonly #closing = new AbortController()
  readonly #server: ServerWatch
  readonly #lock: ThreadLock
  readonly #unwatch: readonly (() => void)[]
  #refreshes = 0
  #sought: string | undefined

  constructor(kit: ConversationKit, agent: AgentOptions) {
    this.#kit = kit
    this.#agent = agent
    const { threadId, storage } = kit
    this.#lock = new ThreadLock(storage.locks, threadId, this.#closing.signal)
    const empty: ThreadState = { id: threadId, title: '', mode: 'ask', messages: [], calls: new Map(), status: { kind: 'idle' } }
    this.view = createPublisher(empty, kit.schedule)
    this.#server = new ServerWatch(kit, agent, this.#closing.signal, {
      view: this.view,
      refresh: () => this.refresh(),
      onWaiting: () => this.nudge(),
    })
    this.worker = new CallWorker(kit, agent.client, this.#closing.signal, {
      nudge: () => this.nudge(),
      fold: (events) => this.#fold(events),
    })
    this.#unwatch = [
      storage.ledger.watch((record) => {
        if (record.threadId === threadId) this.#onRecord(record)
      }),
      storage.threads.watch((changed) => {
        if (changed === threadId) void this.refresh().catch(kit.onError)
      }),
      storage.signals.listen((stop) => {
        if (stop.threadId === threadId) this.worker.stop(stop.key)
      }),
      agent.threads.subscribe(() => this.#server.onNews()),
    ]
  }

  async begin(): Promise<void> {
    await announceTab(this.#kit.storage.locks, this.#kit.owner, this.#closing.signal)
    await this.refresh()
    this.look()
  }

  get document(): ThreadDocument | undefined {
    return this.#server.document
  }

  whenIdle(): Promise<void> {
    return this.#lock.whenIdle()
  }

  close(): void {
    this.#closing.abort()
    for (const end of this.#unwatch) end()
  }

  /** Looks what the server has, and listens as long as it works. */
  look(): void {
    this.#server.look()
  }

  /** Does what can be done about calls that wait, as soon as this tab has its turn. */
  nudge(): void {
    void this.#alone(async () => {
      const isNews = await this.worker.work().catch(ifFaulted)
      if (isNews) this.look()
    })
  }

  /** Changes the thread here, then hands what is new to the server. Answers as soon as the change is kept. */
  perform(move: Move): Promise<Done> {
    if (this.document?.status === 'running') return Promise.resolve(refuse('This thread is busy. Wait for it, or stop it first.'))
    const { promise, resolve } = Promise.withResolvers<Done>()
    const work = async () => {
      const stored = await this.#kit.storage.threads.read(this.#kit.threadId)
      const done = stored ? await move(this.#kit, stored) : refuse('This thread was deleted.')
      resolve(done)
      if (done.ok) await this.handOver()
    }
    const gaveUp = () => resolve(refuse('Another tab is at work on this thread. Wait for it, or stop it first.'))
    void this.#alone(work, AbortSignal.timeout(PATIENCE_MS)).then(gaveUp)
    return promise
  }

  /** Tells the server what it does not know yet: everything for a new thread, else what came behind the last answer. */
  async handOver(): Promise<void> {
    const { storage, threadId } = this.#kit
    const stored = await storage.threads.read(threadId)
    if (!stored) return
    const { messages } = toRequest({ model: '' }, stored, await storage.ledger.ofThread(threadId))
    const isNew = this.document === undefined
    const from = isNew
      ? 0
      : Math.max(
          0,
          messages.findLastIndex(({ role }) => role === 'assistant'),
        )
    await this.refresh()
    this.#server.handing()
    try {
      await this.#agent.client.ask(threadId, questionBody(this.#kit, this.#agent, threadId, toUiMessages(messages.slice(from))))
      await storage.threads.change(threadId, (thread) => ({ ...thread, place: 'server' }))
      this.#server.tried()
    } catch (error) {
      this.#server.tried(error)
      return await this.refresh()
    }
    this.#agent.threads.look()
    this.look()
  }

  async #alone(work: () => Promise<void>, patience?: AbortSignal): Promise<void> {
    await this.#lock.alone(work, () => this.refresh(), patience).catch(this.#kit.onError)
  }

  #fold(events: readonly TurnEvent[]): void {
    const isText = events.every((event) => event.type === 'call-progress')
    this.view.set(applyEvents(this.view.current(), events, { now: this.#kit.now(), siblings: [] }), isText ? 'soon' : 'now')
  }

  #onRecord(record: CallRecord): void {
    const { live } = this.#server
    if (!live) return void this.refresh().catch(this.#kit.onError)
    live.fold([{ type: 'call-change', record }])
  }

  /** Shows what is kept, and what the server said last. */
  async refresh(): Promise<void> {
    const count = ++this.#refreshes
    const known = await this.#server.known()
    if (!known || count !== this.#refreshes || this.#server.live) return
    const state = withTold(agentView(known), known.before)
    this.view.set(state, 'now')
    const { head } = known.stored.thread
    // Once for each message: one that the server never gets must not keep us asking.
    if (head !== this.#sought && isBehind(known)) this.look()
    this.#sought = head
    await this.worker.drawPreviews(state)
  }
}
