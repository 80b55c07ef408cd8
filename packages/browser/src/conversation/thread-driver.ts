import type { CallRecord } from '../ledger/call-record.ts'
import type { StoredThread } from '../storage/thread-store.ts'
import { raisedBudget } from '../turn/budget.ts'
import { previewCall } from '../turn/judge-call.ts'
import { runTurn } from '../turn/run-turn.ts'
import { storeFault } from '../turn/store-fault.ts'
import type { TurnEvent } from '../turn/turn-event.ts'
import { adoptDrafts, markSent } from './adopt-leftovers.ts'
import { refuse } from './call-choices.ts'
import type { Done } from './conversation-contract.ts'
import type { ConversationKit } from './conversation-options.ts'
import { createDraftKeeper } from './draft-keeper.ts'
import { createPublisher, type Publisher } from './publisher.ts'
import { applyEvents } from './state/apply-event.ts'
import { pathTo, siblingsOf } from './state/message-tree.ts'
import { shownState, toRequest } from './state/stored-state.ts'
import type { ThreadState, ThreadStatus } from './state/thread-state.ts'
import { announceTab, createTabWatch } from './tab-presence.ts'
import { ThreadLock } from './thread-lock.ts'
import type { Move } from './thread-moves.ts'

const PATIENCE_MS = 5000

/**
 * Works on one thread: alone, because it holds the thread's lock while it does; from the store, because it reads the
 * thread anew each time it gets the lock; and not while a person is asked, so that any tab may carry on.
 */
export class ThreadDriver {
  readonly view: Publisher<ThreadState>
  readonly #kit: ConversationKit
  readonly #closing = new AbortController()
  readonly #lock: ThreadLock
  readonly #isThere: (tab: string) => Promise<boolean>
  readonly #callStops = new Map<string, AbortController>()
  readonly #unwatch: readonly (() => void)[]
  #turnStop: AbortController | undefined
  #isNudged = false
  #refreshQueued = false
  #refreshes = 0

  constructor(kit: ConversationKit) {
    const { threadId, storage } = kit
    this.#kit = kit
    const { signal } = this.#closing
    this.#lock = new ThreadLock(storage.locks, threadId, signal)
    this.#isThere = createTabWatch(storage.locks, () => this.nudge(), signal)
    const empty: ThreadState = { id: threadId, title: '', mode: 'ask', messages: [], calls: new Map(), status: { kind: 'idle' } }
    this.view = createPublisher(empty, kit.schedule)
    this.#unwatch = [
      storage.ledger.watch((record) => {
        if (record.threadId === threadId) this.#onRecord(record)
      }),
      storage.threads.watch((changed) => {
        if (changed === threadId) this.#refreshSoon()
      }),
      storage.signals.listen((stop) => {
        if (stop.threadId === threadId) this.#stopHere(stop.key)
      }),
    ]
  }

  /** Shows the thread, then carries on with what needs nobody. */
  async begin(): Promise<void> {
    const { storage, owner } = this.#kit
    await announceTab(storage.locks, owner, this.#closing.signal)
    await this.#refresh()
    this.nudge()
  }

  whenIdle(): Promise<void> {
    return this.#lock.whenIdle()
  }

  /** Looks whether there is something to do that needs nobody. Asking twice before it has begun is asking once. */
  nudge(): void {
    if (this.#isNudged) return
    this.#isNudged = true
    void this.#alone(async () => {
      this.#isNudged = false
      await this.#work(false)
    })
  }

  /** Changes the thread and lets a turn follow. Answers as soon as the change is kept; the turn goes on. */
  perform(move: Move, then: 'answer' | 'rest'): Promise<Done> {
    if (this.#turnStop && isBusy(this.view.current()))
      return Promise.resolve(refuse('This thread is busy. Wait for it, or stop it first.'))
    const { promise, resolve } = Promise.withResolvers<Done>()
    const work = async () => {
      const done = await this.#make(move).catch((error: unknown) => {
        this.#kit.onError(error)
        return refuse('The change could not be kept. Reload the page and try again.')
      })
      resolve(done)
      await this.#work(done.ok && then === 'answer')
    }
    const gaveUp = () => resolve(refuse('Another tab is at work on this thread. Wait for it, or stop it first.'))
    void this.#alone(work, AbortSignal.timeout(PATIENCE_MS)).then(gaveUp)
    return promise
  }

  async #make(move: Move): Promise<Done> {
    const stored = await this.#load()
    return stored ? await move(this.#kit, stored) : refuse('This thread was deleted.')
  }

  /** Shows a new title or mode at once, also in the middle of a turn, and lets the mode decide what waits. */
  show({ title, mode }: Pick<ThreadState, 'title' | 'mode'>): void {
    this.view.set({ ...this.view.current(), title, mode }, 'now')
    this.nudge()
  }

  stop(key?: string): void {
    if (!this.#stopHere(key)) this.#kit.storage.signals.send({ threadId: this.#kit.threadId, ...(key !== undefined && { key }) })
  }

  close(): void {
    this.#closing.abort()
    for (const end of this.#unwatch) end()
  }

  #stopHere(key: string | undefined): boolean {
    const controller = key === undefined ? this.#turnStop : this.#callStops.get(key)
    controller?.abort()
    return controller !== undefined
  }

  /** In the middle of a turn a decision about another call must show at once, but says nothing about the turn. */
  #onRecord(record: CallRecord): void {
    if (!this.#turnStop) return this.#refreshSoon()
    const before = this.view.current()
    if (!before.messages.some((message) => message.id === record.messageId)) return
    const state = applyEvents(before, [{ type: 'call-change', record }], { now: this.#kit.now(), siblings: [] })
    this.view.set({ ...state, status: before.status }, 'now')
  }

  async #alone(work: () => Promise<void>, patience?: AbortSignal): Promise<void> {
    // Whoever comes next in line tells when it has changed something. Asking now would make two tabs follow each other for ever.
    const look = () => this.#refresh(false)
    await this.#lock.alone(work, look, patience).catch(this.#kit.onError)
  }

  /** The thread as it is kept, without answers that nobody is writing any more. */
  async #load(): Promise<StoredThread | undefined> {
    const { storage, threadId } = this.#kit
    const stored = await storage.threads.read(threadId)
    return stored && (await adoptDrafts(this.#kit, stored)) ? await storage.threads.read(threadId) : stored
  }

  async #work(answer: boolean): Promise<void> {
    const stored = await this.#load()
    const tail = stored && pathTo(stored.nodes, stored.thread.head).at(-1)
    if (!stored || !tail || tail.notes?.cut) return
    if (tail.message.role === 'tool') await markSent(this.#kit, tail)
    if (tail.message.role !== 'assistant' && !answer) return
    const controller = new AbortController()
    this.#turnStop = controller
    try {
      await this.#refresh()
      if (tail.message.role !== 'assistant') this.#setStatus({ kind: 'answering' })
      await this.#run(stored, AbortSignal.any([controller.signal, this.#closing.signal]))
    } catch (error) {
      this.#kit.onError(error)
      this.#fold([{ type: 'fault', fault: storeFault(error) }], [])
    } finally {
      this.#turnStop = undefined
      this.#callStops.clear()
    }
  }

  async #run(stored: StoredThread, signal: AbortSignal): Promise<void> {
    const { storage, threadId, now } = this.#kit
    const { thread, nodes } = stored
    const drafts = createDraftKeeper((draft) => storage.threads.draft(threadId, draft))
    const records = await storage.ledger.ofThread(threadId)
    const turn = runTurn(toRequest(this.#kit.request(), stored, records), this.#turnOptions(thread.extraSteps), signal)
    let parentId = thread.head
    for (let step = await turn.next(); !step.done; step = await turn.next()) {
      drafts.add(step.value, parentId)
      const siblings = parentId === thread.head ? siblingsOf(nodes, parentId) : []
      for (const event of step.value) {
        if (event.type !== 'message') continue
        await drafts.end()
        const { message, notes } = event
        await storage.threads.append({
          threadId,
          id: message.id,
          ...(parentId !== undefined && { parentId }),
          message,
          ...(notes && { notes }),
          createdAt: now(),
        })
        parentId = message.id
      }
      this.#fold(step.value, siblings)
    }
    await drafts.end()
  }

  #turnOptions(extraSteps: number) {
    const { storage, executor, maxSteps, maxRunMs, ...kit } = this.#kit
    return {
      ...kit,
      executor: executor(),
      ledger: storage.ledger,
      grants: storage.grants,
      ...raisedBudget({ maxSteps, maxRunMs }, extraSteps),
      mode: async () => (await storage.threads.find(kit.threadId))?.mode ?? 'ask',
      isThere: this.#isThere,
      callSignal: (key: string) => {
        const controller = new AbortController()
        this.#callStops.set(key, controller)
        return controller.signal
      },
    }
  }

  #fold(events: readonly TurnEvent[], siblings: readonly string[]): void {
    const isText = events.every((event) => event.type === 'part-delta' || event.type === 'call-progress')
    const state = applyEvents(this.view.current(), events, { now: this.#kit.now(), siblings })
    this.view.set(state, isText ? 'soon' : 'now')
  }

  #setStatus(status: ThreadStatus): void {
    this.view.set({ ...this.view.current(), status }, 'now')
  }

  /** In the middle of a turn only the title and the mode can have been changed by somebody else. */
  async #showRecord(): Promise<void> {
    const thread = await this.#kit.storage.threads.find(this.#kit.threadId)
    const before = this.view.current()
    if (!thread || (thread.title === before.title && thread.mode === before.mode)) return
    this.view.set({ ...before, title: thread.title, mode: thread.mode }, 'now')
  }

  #refreshSoon(): void {
    if (this.#turnStop) void this.#showRecord().catch(this.#kit.onError)
    if (this.#refreshQueued || this.#turnStop) return
    this.#refreshQueued = true
    queueMicrotask(() => {
      this.#refreshQueued = false
      if (!this.#turnStop && !this.#closing.signal.aborted) this.#refresh().catch(this.#kit.onError)
    })
  }

  /** Shows what is kept. While another tab is at work, also what it has received so far. */
  async #refresh(looksAround = true): Promise<void> {
    const { storage, threadId, now } = this.#kit
    const [turn, count] = [this.#turnStop, ++this.#refreshes]
    const stored = await storage.threads.read(threadId)
    const records = await storage.ledger.ofThread(threadId)
    const isElsewhere = looksAround && !turn && (await this.#lock.isHeld())
    // A turn has begun or ended meanwhile, or a later look has begun: this one is out of date.
    if (!stored || turn !== this.#turnStop || count !== this.#refreshes) return
    const rest = isElsewhere ? 'elsewhere' : 'here'
    const state = shownState({
      stored,
      records,
      before: this.view.current(),
      work: turn ? 'turn' : rest,
      budget: this.#kit,
      now: now(),
    })
    this.view.set(state, 'now')
    this.#drawPreviews(state)
    // To learn when the other one is done, stand in line behind it.
    if (isElsewhere) this.nudge()
  }

  #drawPreviews(state: ThreadState): void {
    for (const call of state.calls.values()) {
      if (call.stage !== 'awaiting' || call.preview) continue
      const drawn = previewCall(this.#kit.executor(), call.record.call, this.#kit.language())
      drawn.then((preview) => this.#fold([{ type: 'call-preview', key: call.key, preview }], []), this.#kit.onError)
    }
  }
}

/** Something would be cut short. A turn that only has to find out that a person is needed is not waited for by anybody. */
function isBusy({ messages, calls, status }: ThreadState): boolean {
  const last = messages.at(-1)
  if (status.kind === 'answering' && (last?.role !== 'assistant' || last.progress === 'streaming')) return true
  return [...calls.values()].some((call) => call.stage === 'running' || call.stage === 'asking')
}
