import { faultOf } from '@parley/dialects'
import type { ConversationKit } from '../conversation/conversation-options.ts'
import type { ThreadState } from '../conversation/state/thread-state.ts'
import { createTabWatch } from '../conversation/tab-presence.ts'
import { changeOne } from '../ledger/ledger.ts'
import { send } from '../ledger/transitions.ts'
import { previewCall } from '../turn/judge-call.ts'
import { resultsId } from '../turn/run-turn.ts'
import type { TurnEvent } from '../turn/turn-event.ts'
import { localDocument } from './local-ids.ts'
import { mirrorThread } from './mirror-thread.ts'
import { type ReadyAnswer, settlePending } from './settle-pending.ts'
import type { ThreadClient } from './thread-client.ts'

interface WorkerCallbacks {
  /** A tab that had something to do has disappeared: look again. */
  readonly nudge: () => void
  readonly fold: (events: readonly TurnEvent[]) => void
}

/** Runs the calls that a thread on the server waits for, and tells what became of them. Its caller holds the thread's lock. */
export class CallWorker {
  readonly #kit: ConversationKit
  readonly #client: ThreadClient
  readonly #closing: AbortSignal
  readonly #fold: WorkerCallbacks['fold']
  readonly #isThere: (tab: string) => Promise<boolean>
  readonly #stops = new Map<string, AbortController>()
  /** Decisions about the server's own calls that were told: the server may still list them for a moment. */
  readonly #told = new Set<string>()
  #turnStop: AbortController | undefined

  constructor(kit: ConversationKit, client: ThreadClient, closing: AbortSignal, { nudge, fold }: WorkerCallbacks) {
    this.#kit = kit
    this.#client = client
    this.#closing = closing
    this.#fold = fold
    this.#isThere = createTabWatch(kit.storage.locks, nudge, closing)
  }

  /** Whether anything was told. Throws a fault when the server cannot be asked: then nothing runs. */
  async work(): Promise<boolean> {
    const { threadId, storage } = this.#kit
    // Asked anew each time: another browser may have answered meanwhile, and what was answered must not run.
    const document = await localDocument(storage, await this.#client.read(threadId))
    if (document?.status !== 'waiting') return document !== undefined
    await mirrorThread(storage, document)
    const controller = new AbortController()
    this.#turnStop = controller
    try {
      const settling = settlePending(document, this.#options(), AbortSignal.any([controller.signal, this.#closing]))
      let step = await settling.next()
      for (; !step.done; step = await settling.next()) this.#fold(step.value)
      return await this.#tell(step.value.filter(({ key }) => !this.#told.has(key)))
    } finally {
      this.#turnStop = undefined
      this.#stops.clear()
    }
  }

  async #tell(ready: readonly ReadyAnswer[]): Promise<boolean> {
    if (ready.length === 0) return false
    const { threadId, storage } = this.#kit
    try {
      await this.#client.resume(
        threadId,
        ready.map(({ answer }) => answer),
      )
    } catch (error) {
      // Somebody else was faster: what they said counts, and is read with the thread.
      if (faultOf(error)?.code !== 'request/conflict') throw error
    }
    for (const { key } of ready) {
      this.#told.add(key)
      await changeOne(storage.ledger, key, (record) => send(record, resultsId(record.messageId)))
    }
    return true
  }

  /** Ends one call, or everything that runs here. False: nothing did. */
  stop(key?: string): boolean {
    const controller = key === undefined ? this.#turnStop : this.#stops.get(key)
    controller?.abort()
    return controller !== undefined
  }

  /** What a person sees before deciding. */
  async drawPreviews(state: ThreadState): Promise<void> {
    const { executor, language } = this.#kit
    for (const call of state.calls.values()) {
      if (call.stage !== 'awaiting' || call.preview) continue
      const preview = await previewCall(executor(), call.record.call, language())
      this.#fold([{ type: 'call-preview', key: call.key, preview }])
    }
  }

  #options() {
    const { storage, executor, ...kit } = this.#kit
    return {
      ...kit,
      executor: executor(),
      ledger: storage.ledger,
      grants: storage.grants,
      mode: async () => (await storage.threads.find(kit.threadId))?.mode ?? 'ask',
      isThere: this.#isThere,
      callSignal: (key: string) => {
        const controller = new AbortController()
        this.#stops.set(key, controller)
        return controller.signal
      },
    }
  }
}
