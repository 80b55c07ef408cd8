import type { CallRecord } from '../ledger/call-record.ts'
import type { StoredThread } from '../storage/thread-store.ts'
import { type Executors, executorFor } from '../turn/executors.ts'
import { previewCall } from '../turn/judge-call.ts'
import type { Budget, TurnOptions } from '../turn/run-turn.ts'
import type { TurnEvent } from '../turn/turn-event.ts'
import { say } from '../words/threads.ts'
import { adoptDrafts } from './adopt-leftovers.ts'
import { refuse } from './call-choices.ts'
import type { Done } from './conversation-contract.ts'
import type { ConversationKit } from './conversation-options.ts'
import type { Place, PlaceOf } from './place.ts'
import { createPublisher, type Publisher } from './publisher.ts'
import { applyEvents } from './state/apply-event.ts'
import type { ThreadState } from './state/thread-state.ts'
import { announceTab, createTabWatch, ThreadLock } from './thread-lock.ts'
import type { Move } from './thread-moves.ts'

const PATIENCE_MS = 5000

/** What a turn needs, and what its calls need to run. */
export type RunOptions = TurnOptions & Budget

/**
 * Works on one thread, wherever it lives: alone, because it holds the thread's lock while it does; from the store, because it reads the
 * thread anew each time it gets the lock; and not while a person is asked, so that any tab may carry on.
 */
export class ThreadDriver {
  readonly kit: ConversationKit
  readonly place: Place
  readonly view: Publisher<ThreadState>
  readonly #closing = new AbortController()
  readonly #lock: ThreadLock
  readonly #isThere: (tab: string) => Promise<boolean>
  readonly #callStops = new Map<string, AbortController>()
  readonly #unwatch: readonly (() => void)[]
  /** Whoever works and waits for something that may have changed. */
  readonly #waiting = new Set<() => void>()
  #turnStop: AbortController | undefined
  #isNudged = false
  #refreshQueued = false
  #refreshes = 0

  constructor(kit: ConversationKit, placeOf: PlaceOf) {
    const { threadId, storage } = kit
    this.kit = { ...kit, executor: () => this.place.equip?.(kit.executor()) ?? kit.executor() }
    this.#lock = new ThreadLock(storage.locks, threadId, this.closing)
    this.#isThere = createTabWatch(storage.locks, () => this.nudge(), this.closing)
    const empty: ThreadState = { id: threadId, title: '', mode: 'ask', messages: [], calls: new Map(), status: { kind: 'idle' } }
    this.view = createPublisher(empty, kit.schedule)
    this.place = placeOf(this)
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
    await announceTab(this.kit.storage.locks, this.kit.owner, this.closing)
    await this.refresh()
    this.place.wake()
  }

  /** Ends with the conversation. */
  get closing(): AbortSignal {
    return this.#closing.signal
  }

  /** Something runs here that can be stopped. */
  get isWorking(): boolean {
    return this.#turnStop !== undefined
  }

  whenIdle(): Promise<void> {
    return this.#lock.whenIdle()
  }

  /** This tab has the thread for itself, though perhaps nothing runs yet. */
  get isAlone(): boolean {
    return this.#lock.isOurs
  }

  isElsewhere(): Promise<boolean> {
    return this.#lock.isElsewhere()
  }

  close(): void {
    this.#closing.abort()
    for (const end of this.#unwatch) end()
  }

  /** Looks whether there is something to do that needs nobody. Asking twice before it has begun is asking once. */
  nudge(): void {
    for (const wake of this.#waiting) wake()
    if (this.#isNudged) return
    this.#isNudged = true
    void this.#alone(async () => {
      this.#isNudged = false
      await this.place.settle()
    })
  }

  /** Changes the thread and lets an answer follow. Says so as soon as the change is kept; the rest goes on. */
  perform(move: Move, then: 'answer' | 'rest' = 'answer'): Promise<Done> {
    if (this.place.isBusy()) return Promise.resolve(refuse(say('thread.busy')))
    const { promise, resolve } = Promise.withResolvers<Done>()
    const work = async () => {
      const done = await this.#make(move).catch((error: unknown) => {
        this.kit.onError(error)
        return refuse(say('thread.not-kept'))
      })
      resolve(done)
      await (done.ok && then === 'answer' ? this.place.answer() : this.place.settle())
    }
    const gaveUp = () => resolve(refuse(say('thread.other-tab')))
    void this.#alone(work, AbortSignal.timeout(PATIENCE_MS)).then(gaveUp)
    return promise
  }

  async #make(move: Move): Promise<Done> {
    const stored = await this.load()
    return stored ? await move(this.kit, stored) : refuse(say('thread.deleted'))
  }

  /** The thread as it is kept, without answers that nobody is writing any more. Only for whoever works on it alone. */
  async load(): Promise<StoredThread | undefined> {
    const { storage, threadId } = this.kit
    const stored = await storage.threads.read(threadId)
    return stored && (await adoptDrafts(this.kit, stored)) ? await storage.threads.read(threadId) : stored
  }

  async #alone(work: () => Promise<void>, patience?: AbortSignal): Promise<void> {
    // Whoever comes next in line tells when it has changed something. Asking now would make two tabs follow each other for ever.
    const look = () => this.refresh(false)
    await this.#lock.alone(work, look, patience).catch(this.kit.onError)
  }

  /** Work that the user can stop, with what calls need to run. */
  async run<Result>(work: (options: RunOptions, signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const controller = new AbortController()
    this.#turnStop = controller
    try {
      return await work(this.#runOptions(), AbortSignal.any([controller.signal, this.closing]))
    } finally {
      this.#turnStop = undefined
      this.#callStops.clear()
    }
  }

  #runOptions(): RunOptions {
    const { storage, executor: _executor, rehearsal: _rehearsal, ...kit } = this.kit
    return {
      ...kit,
      ...this.#executors(),
      ledger: storage.ledger,
      grants: storage.grants,
      mode: async () => (await storage.threads.find(kit.threadId))?.mode ?? 'ask',
      isThere: this.#isThere,
      onNews: (listener) => {
        this.#waiting.add(listener)
        return () => this.#waiting.delete(listener)
      },
      callSignal: (key: string) => {
        const controller = new AbortController()
        this.#callStops.set(key, controller)
        return controller.signal
      },
    }
  }

  /** What a server does with its own tools is done: nothing that happens there could be let go. */
  #executors(): Executors {
    const { executor, rehearsal } = this.kit
    return { executor: executor(), ...(rehearsal && this.place.name === 'browser' && { rehearsal }) }
  }

  stop(key?: string): void {
    if (!this.#stopHere(key)) this.kit.storage.signals.send({ threadId: this.kit.threadId, ...(key !== undefined && { key }) })
    if (key === undefined) this.place.stop?.()
  }

  #stopHere(key: string | undefined): boolean {
    const controller = key === undefined ? this.#turnStop : this.#callStops.get(key)
    controller?.abort()
    return controller !== undefined
  }

  /** Shows a new title or mode at once, also in the middle of a turn, and lets the mode decide what waits. */
  show({ title, mode }: Pick<ThreadState, 'title' | 'mode'>): void {
    this.view.set({ ...this.view.current(), title, mode }, 'now')
    this.nudge()
  }

  fold(events: readonly TurnEvent[], siblings: readonly string[] = []): void {
    const isText = events.every((event) => event.type === 'part-delta' || event.type === 'call-progress')
    const state = applyEvents(this.view.current(), events, { now: this.kit.now(), siblings })
    this.view.set(state, isText ? 'soon' : 'now')
  }

  /** In the middle of a turn a decision about another call must show at once, but says nothing about the turn. */
  #onRecord(record: CallRecord): void {
    if (this.place.hears?.(record)) return
    if (!this.isWorking) return this.#refreshSoon()
    const before = this.view.current()
    if (!before.messages.some((message) => message.id === record.messageId)) return
    const state = applyEvents(before, [{ type: 'call-change', record }], { now: this.kit.now(), siblings: [] })
    this.view.set({ ...state, status: before.status }, 'now')
  }

  /** In the middle of a turn only the title, the mode and what is rehearsed can have been changed by somebody else, or all of it be gone. */
  async #showRecord(): Promise<void> {
    const thread = await this.kit.storage.threads.find(this.kit.threadId)
    const before = this.view.current()
    // Removed: what is still asked for is asked for nobody.
    if (!thread) return void this.#stopHere(undefined)
    const { title, mode, rehearses } = thread
    if (title === before.title && mode === before.mode && rehearses === before.rehearses) return
    const { rehearses: _past, ...rest } = before
    this.view.set({ ...rest, title, mode, ...(rehearses && { rehearses }) }, 'now')
    for (const wake of this.#waiting) wake()
  }

  #refreshSoon(): void {
    if (this.isWorking) void this.#showRecord().catch(this.kit.onError)
    if (this.#refreshQueued || this.isWorking) return
    this.#refreshQueued = true
    queueMicrotask(() => {
      this.#refreshQueued = false
      if (!this.isWorking && !this.closing.aborted) this.refresh().catch(this.kit.onError)
    })
  }

  /** Shows what is known. */
  async refresh(looksAround = true): Promise<void> {
    const [turn, count] = [this.#turnStop, ++this.#refreshes]
    const state = await this.place.look(looksAround)
    // A turn has begun or ended meanwhile, or a later look has begun: this one is out of date.
    if (!state || turn !== this.#turnStop || count !== this.#refreshes) return
    this.view.set(state, 'now')
    this.#drawPreviews(state)
    // To learn when the other one is done, stand in line behind it.
    if (!turn && state.status.kind === 'elsewhere') this.nudge()
  }

  /** What a person sees before deciding. */
  #drawPreviews(state: ThreadState): void {
    for (const call of state.calls.values()) {
      if (call.stage !== 'awaiting' || call.preview) continue
      const drawn = executorFor(call.record, this.#executors()).then((executor) => previewCall(executor, call.record.call))
      drawn.then((preview) => this.fold([{ type: 'call-preview', key: call.key, preview }]), this.kit.onError)
    }
  }
}
