import { type Fault, faultOf } from '@parley/dialects'
import { applyEvents } from '../conversation/apply-event.ts'
import { refuse } from '../conversation/call-choices.ts'
import type { Done } from '../conversation/conversation-contract.ts'
import type { ConversationKit } from '../conversation/conversation-options.ts'
import { createPublisher, type Publisher } from '../conversation/publisher.ts'
import { toRequest } from '../conversation/stored-state.ts'
import { announceTab } from '../conversation/tab-presence.ts'
import { ThreadLock } from '../conversation/thread-lock.ts'
import type { Move } from '../conversation/thread-moves.ts'
import type { ThreadState } from '../conversation/thread-state.ts'
import type { CallRecord } from '../ledger/call-record.ts'
import { storeFault } from '../turn/store-fault.ts'
import type { TurnEvent } from '../turn/turn-event.ts'
import { type AgentOptions, questionBody } from './agent-options.ts'
import { agentView, beforeTurn, isBehind, type Known, withTold } from './agent-view.ts'
import { CallWorker } from './call-worker.ts'
import { LiveTurn } from './live-turn.ts'
import { localDocument, localIds } from './local-ids.ts'
import { mirrorThread } from './mirror-thread.ts'
import type { ThreadDocument } from './thread-document.ts'
import { toUiMessages } from './to-ui-messages.ts'

const PATIENCE_MS = 5000
const LONGEST_PAUSE_MS = 2000

/** The server was not reached: looking tells the user so, and goes on once it is back. */
function ifFaulted(error: unknown): true {
  if (!faultOf(error)) throw error
  return true
}

/**
 * Follows one thread that lives on the server, in every tab that shows it: reads it, keeps a copy, listens while the server works. Only
 * what has effects here, running calls of the page, is done by one tab alone, the one that holds the thread's lock.
 */
export class AgentDriver {
  readonly view: Publisher<ThreadState>
  readonly worker: CallWorker
  readonly #kit: ConversationKit
  readonly #agent: AgentOptions
  readonly #closing = new AbortController()
  readonly #lock: ThreadLock
  readonly #unwatch: readonly (() => void)[]
  #document: ThreadDocument | undefined
  #fault: Fault | undefined
  #live: LiveTurn | undefined
  #isLooking = false
  #looksAgain = false
  #wake: (() => void) | undefined
  #refreshes = 0
  #handed = 0
  #sought: string | undefined

  constructor(kit: ConversationKit, agent: AgentOptions) {
    this.#kit = kit
    this.#agent = agent
    const { threadId, book } = kit
    this.#lock = new ThreadLock(book.locks, threadId, this.#closing.signal)
    const empty: ThreadState = { id: threadId, title: '', mode: 'ask', messages: [], calls: new Map(), status: { kind: 'idle' } }
    this.view = createPublisher(empty, kit.schedule)
    this.worker = new CallWorker(kit, agent.client, this.#closing.signal, {
      nudge: () => this.nudge(),
      fold: (events) => this.#fold(events),
    })
    this.#unwatch = [
      book.ledger.watch((record) => {
        if (record.threadId === threadId) this.#onRecord(record)
      }),
      book.threads.watch((changed) => {
        if (changed === threadId) void this.refresh().catch(kit.onError)
      }),
      book.signals.listen((stop) => {
        if (stop.threadId === threadId) this.worker.stop(stop.key)
      }),
      agent.threads.subscribe(() => this.#onNews()),
    ]
  }

  async begin(): Promise<void> {
    await announceTab(this.#kit.book.locks, this.#kit.owner, this.#closing.signal)
    await this.refresh()
    this.look()
  }

  get document(): ThreadDocument | undefined {
    return this.#document
  }

  whenIdle(): Promise<void> {
    return this.#lock.whenIdle()
  }

  close(): void {
    this.#closing.abort()
    this.#wake?.()
    for (const end of this.#unwatch) end()
  }

  /** Looks what the server has, and listens as long as it works. Asking in the middle of it makes it look once more. */
  look(): void {
    this.#looksAgain = true
    this.#wake?.()
    if (this.#isLooking) return
    this.#isLooking = true
    void this.#lookOn()
      .catch(this.#kit.onError)
      .finally(() => (this.#isLooking = false))
  }

  async #lookOn(): Promise<void> {
    for (let failures = 0; !this.#closing.signal.aborted; ) {
      this.#looksAgain = false
      try {
        const isRunning = await this.#readOnce()
        failures = 0
        if (isRunning) await this.#follow()
        else if (!this.#looksAgain) return
      } catch (error) {
        if (this.#closing.signal.aborted) return
        this.#fault = faultOf(error) ?? storeFault(error)
        await this.refresh()
        if (!this.#fault.retryable) return
        await this.#pause(Math.min(LONGEST_PAUSE_MS, 250 * 2 ** failures++))
      }
    }
  }

  /** Whether the server is at work on the thread. */
  async #readOnce(): Promise<boolean> {
    const { book, threadId } = this.#kit
    const handed = this.#handed
    const document = await localDocument(book, await this.#agent.client.read(threadId))
    // The thread was made while the server was asked about it: its answer is out of date.
    if (!document && handed !== this.#handed) return this.#readOnce()
    this.#fault = undefined
    this.#document = document
    if (document) {
      await mirrorThread(book, document)
      this.#agent.threads.note(document)
    } else await this.#loseSight()
    await this.refresh()
    if (document?.status === 'waiting') this.nudge()
    return document?.status === 'running'
  }

  /** Deleted there, by this user elsewhere or by the server's rules: what this browser has of it is kept as a chat. */
  async #loseSight(): Promise<void> {
    const { book, threadId } = this.#kit
    await book.threads.change(threadId, (thread) => {
      const { place, ...rest } = thread
      return place === 'server' ? rest : thread
    })
  }

  async #follow(): Promise<void> {
    const { threadId, now, book, executor } = this.#kit
    const events = await this.#agent.client.attach(threadId, this.#closing.signal)
    const known = events && (await this.#known())
    if (!events || !known) return await this.#pause(100)
    const options = {
      threadId,
      now,
      records: () => book.ledger.ofThread(threadId),
      localId: await localIds(book, threadId),
      isOfPage: (name: string) => executor().find(name) !== undefined,
    }
    const live = new LiveTurn(beforeTurn(known), options)
    this.#live = live
    try {
      for await (const batch of events) {
        await live.push(batch)
        // The turn is told from its beginning: until it has caught up, what is shown already stays.
        if (live.state.messages.length >= this.view.current().messages.length) this.view.set(live.state, 'soon')
      }
    } finally {
      this.#live = undefined
    }
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      this.#wake = () => (clearTimeout(timer), resolve())
    })
  }

  #onNews(): void {
    const news = this.#agent.threads.getSnapshot().threads.find(({ id }) => id === this.#kit.threadId)
    if (news && (news.updatedAt !== this.#document?.updatedAt || news.status !== this.#document.status)) this.look()
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
    if (this.#document?.status === 'running')
      return Promise.resolve(refuse('This thread is busy. Wait for it, or stop it first.'))
    const { promise, resolve } = Promise.withResolvers<Done>()
    const work = async () => {
      const stored = await this.#kit.book.threads.read(this.#kit.threadId)
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
    const { book, threadId } = this.#kit
    const stored = await book.threads.read(threadId)
    if (!stored) return
    const { messages } = toRequest({ model: '' }, stored, await book.ledger.ofThread(threadId))
    const isNew = this.#document === undefined
    const from = isNew
      ? 0
      : Math.max(
          0,
          messages.findLastIndex(({ role }) => role === 'assistant'),
        )
    await this.refresh()
    this.#handed += 1
    try {
      await this.#agent.client.ask(threadId, questionBody(this.#kit, this.#agent, threadId, toUiMessages(messages.slice(from))))
      await book.threads.change(threadId, (thread) => ({ ...thread, place: 'server' }))
      this.#fault = undefined
    } catch (error) {
      this.#fault = faultOf(error) ?? storeFault(error)
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
    if (!this.#live) return void this.refresh().catch(this.#kit.onError)
    this.#live.fold([{ type: 'call-change', record }])
  }

  async #known(): Promise<Known | undefined> {
    const { book, threadId } = this.#kit
    const [stored, records] = await Promise.all([book.threads.read(threadId), book.ledger.ofThread(threadId)])
    return stored && { stored, records, before: this.view.current(), document: this.#document, fault: this.#fault }
  }

  /** Shows what is kept, and what the server said last. */
  async refresh(): Promise<void> {
    const count = ++this.#refreshes
    const known = await this.#known()
    if (!known || count !== this.#refreshes || this.#live) return
    const state = withTold(agentView(known), known.before)
    this.view.set(state, 'now')
    const { head } = known.stored.thread
    // Once for each message: one that the server never gets must not keep us asking.
    if (head !== this.#sought && isBehind(known)) this.look()
    this.#sought = head
    await this.worker.drawPreviews(state)
  }
}
