import { reportUncaught } from '../turn/report-uncaught.ts'
import { BrowserPlace } from './browser-place.ts'
import { type ConversationOptions, withDefaults } from './conversation-options.ts'
import type { PlaceOf } from './place.ts'
import { ThreadDriver } from './thread-driver.ts'

/** Drives a thread where it lives, and goes along when it moves. */
export class ThreadHome {
  readonly threadId: string
  readonly #options: ConversationOptions
  readonly #server: (() => Promise<PlaceOf>) | undefined
  readonly #listeners = new Set<() => void>()
  readonly #unwatch: (() => void) | undefined
  #driver: ThreadDriver | undefined
  #unsubscribe: (() => void) | undefined
  #moving: Promise<void> = Promise.resolve()
  #isClosed = false

  /** `server`: fetches what threads that live there need. Absent: every thread lives in this browser. */
  constructor(options: ConversationOptions, server?: () => Promise<PlaceOf>) {
    this.threadId = options.threadId
    this.#options = options
    this.#server = server
    this.#unwatch = server && options.storage.threads.watch((id) => void (id === this.threadId && this.follow()))
  }

  /** Whoever drives the thread now. */
  get driver(): ThreadDriver {
    if (!this.#driver) throw new Error('The thread could not be opened.')
    return this.#driver
  }

  async open(): Promise<void> {
    const opening = this.#follow()
    this.#moving = opening.catch(() => {})
    await opening
  }

  /** Opens the thread where it is now, if that is not where it was. */
  follow(): Promise<void> {
    this.#moving = this.#moving.then(() => this.#follow()).catch(this.#options.onError ?? reportUncaught)
    return this.#moving
  }

  async #follow(): Promise<void> {
    const thread = await this.#options.storage.threads.find(this.threadId)
    if (!thread || this.#isClosed) return
    const isThere = this.#driver?.place.name === 'server'
    // On its way the thread is wherever it was opened last: only its arrival, or its return, is a move.
    if (this.#driver && (thread.place === 'moving' || isThere === (thread.place === 'server'))) return
    await this.#enter(thread.place === 'server')
  }

  async #enter(isServer: boolean): Promise<void> {
    const placeOf = isServer && this.#server ? await this.#server() : (driver: ThreadDriver) => new BrowserPlace(driver)
    if (this.#isClosed) return
    this.#unsubscribe?.()
    // Whoever leaves lets go of the thread first: the other one needs its lock.
    this.#driver?.close()
    const next = new ThreadDriver(withDefaults(this.#options), placeOf)
    await next.begin()
    this.#driver = next
    this.#unsubscribe = next.view.subscribe(() => this.#tell())
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }

  /** Who takes the next message: a thread that is about to move goes to the server first. */
  async next(): Promise<ThreadDriver> {
    const thread = this.#server && (await this.#options.storage.threads.find(this.threadId))
    if (thread?.place === 'moving' && this.driver.place.name !== 'server') await this.#enter(true)
    return this.driver
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  close(): void {
    this.#isClosed = true
    this.#unwatch?.()
    this.#unsubscribe?.()
    this.#driver?.close()
  }
}
