import { type Fault, faultOf } from '@parley/dialects'
import type { ConversationKit } from '../conversation/conversation-options.ts'
import type { ThreadDriver } from '../conversation/thread-driver.ts'
import { storeFault } from '../turn/store-fault.ts'
import type { AgentOptions } from './agent-options.ts'
import { beforeTurn, type Known } from './agent-view.ts'
import { LiveTurn } from './live-turn.ts'
import { localDocument, localIds, mirrorThread } from './mirror-thread.ts'
import type { ThreadDocument } from './thread-document.ts'

const LONGEST_PAUSE_MS = 2000

/** Looks what the server has of one thread, keeps a copy of it, and listens as long as the server works on it. */
export class ServerWatch {
  readonly #kit: ConversationKit
  readonly #agent: AgentOptions
  readonly #driver: ThreadDriver
  #document: ThreadDocument | undefined
  #fault: Fault | undefined
  #live: LiveTurn | undefined
  #isLooking = false
  #looksAgain = false
  #wake: (() => void) | undefined
  #handed = 0

  constructor(driver: ThreadDriver, agent: AgentOptions) {
    this.#driver = driver
    this.#kit = driver.kit
    this.#agent = agent
    driver.closing.addEventListener('abort', () => this.#wake?.(), { once: true })
  }

  /** As the server had it when it was last read. Undefined: it has not been, or there is no such thread. */
  get document(): ThreadDocument | undefined {
    return this.#document
  }

  /** The turn that is being listened to. */
  get live(): LiveTurn | undefined {
    return this.#live
  }

  /** A question is on its way: what the server says of the thread before it has arrived is out of date. */
  handing(): void {
    this.#handed += 1
  }

  /** How the last attempt to reach the server went. */
  tried(error?: unknown): void {
    this.#fault = error === undefined ? undefined : (faultOf(error) ?? storeFault(error))
  }

  async known(): Promise<Known | undefined> {
    const { storage, threadId } = this.#kit
    const [stored, records] = await Promise.all([storage.threads.read(threadId), storage.ledger.ofThread(threadId)])
    return stored && { stored, records, before: this.#driver.view.current(), document: this.#document, fault: this.#fault }
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

  /** The list of threads has changed, and this one perhaps with it. */
  onNews(): void {
    const news = this.#agent.threads.getSnapshot().threads.find(({ id }) => id === this.#kit.threadId)
    if (news && (news.updatedAt !== this.#document?.updatedAt || news.status !== this.#document.status)) this.look()
  }

  async #lookOn(): Promise<void> {
    for (let failures = 0; !this.#driver.closing.aborted; ) {
      this.#looksAgain = false
      try {
        const isRunning = await this.#readOnce()
        failures = 0
        if (isRunning) await this.#follow()
        else if (!this.#looksAgain) return
      } catch (error) {
        if (this.#driver.closing.aborted) return
        this.tried(error)
        await this.#driver.refresh()
        if (!this.#fault?.retryable) return
        await this.#pause(Math.min(LONGEST_PAUSE_MS, 250 * 2 ** failures++))
      }
    }
  }

  /** Whether the server is at work on the thread. */
  async #readOnce(): Promise<boolean> {
    const { storage, threadId } = this.#kit
    const handed = this.#handed
    const document = await localDocument(storage, await this.#agent.client.read(threadId))
    // The thread was made while the server was asked about it: its answer is out of date.
    if (!document && handed !== this.#handed) return this.#readOnce()
    this.tried()
    this.#document = document
    if (document) {
      await mirrorThread(storage, document)
      this.#agent.threads.note(document)
    } else await this.#loseSight()
    await this.#driver.refresh()
    if (document?.status === 'waiting') this.#driver.nudge()
    // What a program of this tab has called is told to the program; the rest of the turn is not told yet.
    return document?.status === 'running' && !this.#driver.isWorking
  }

  /** Deleted there, by this user elsewhere or by the server's rules: what this browser has of it is kept as a chat. */
  async #loseSight(): Promise<void> {
    const { storage, threadId } = this.#kit
    await storage.threads.change(threadId, (thread) => {
      const { place, ...rest } = thread
      return place === 'server' ? rest : thread
    })
  }

  async #follow(): Promise<void> {
    const { threadId, now, storage, executor } = this.#kit
    const { view } = this.#driver
    const events = await this.#agent.client.attach(threadId, this.#driver.closing)
    const known = events && (await this.known())
    if (!events || !known) return await this.#pause(100)
    const live = new LiveTurn(beforeTurn(known), {
      threadId,
      now,
      records: () => storage.ledger.ofThread(threadId),
      localId: await localIds(storage, threadId),
      isOfPage: (name) => {
        const tool = executor().find(name)
        return tool !== undefined && !tool.onServer && !tool.asks
      },
    })
    this.#live = live
    try {
      for await (const batch of events) {
        await live.push(batch)
        // The turn is told from its beginning: until it has caught up, what is shown already stays.
        if (live.state.messages.length >= view.current().messages.length) view.set(live.state, 'soon')
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
}
