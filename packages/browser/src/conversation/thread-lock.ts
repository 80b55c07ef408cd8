import type { Locks } from '../ledger/locks.ts'

/** The right to work on a thread, and the knowledge whether anything here waits for it or uses it. */
export class ThreadLock {
  readonly #locks: Locks
  readonly #name: string
  readonly #signal: AbortSignal
  #jobs = 0
  #isOurs = false
  #idle = Promise.withResolvers<void>()

  constructor(locks: Locks, threadId: string, signal: AbortSignal) {
    this.#locks = locks
    this.#name = `parley:thread:${threadId}`
    this.#signal = signal
  }

  /** Whether work is done here, and nowhere else. */
  get isOurs(): boolean {
    return this.#isOurs
  }

  async isElsewhere(): Promise<boolean> {
    return (await this.#locks.isHeld(this.#name)) && !this.#isOurs
  }

  whenIdle(): Promise<void> {
    return this.#jobs === 0 ? Promise.resolve() : this.#idle.promise
  }

  /** Does `work` alone and then `after`, whoever works by then. `patience` ends the waiting for others, not the work. */
  async alone(work: () => Promise<void>, after: () => Promise<void>, patience?: AbortSignal): Promise<void> {
    this.#jobs += 1
    const ours = async () => {
      this.#isOurs = true
      await work().finally(() => (this.#isOurs = false))
    }
    try {
      await this.#locks.hold(this.#name, ours, patience ? AbortSignal.any([this.#signal, patience]) : this.#signal)
    } catch (error) {
      if (!this.#signal.aborted && error !== patience?.reason) throw error
    } finally {
      await this.#leave(after)
    }
  }

  async #leave(after: () => Promise<void>): Promise<void> {
    try {
      if (!this.#signal.aborted) await after()
    } finally {
      this.#jobs -= 1
      if (this.#jobs === 0) {
        this.#idle.resolve()
        this.#idle = Promise.withResolvers<void>()
      }
    }
  }
}

const nameOf = (tab: string) => `parley:tab:${tab}`

/** Holds a lock of its own as long as the tab lives, so that the others can tell. Resolves once it is held. */
export function announceTab(locks: Locks, tab: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stay = () => {
      resolve()
      return new Promise<void>((leave) => signal.addEventListener('abort', () => leave(), { once: true }))
    }
    locks.hold(nameOf(tab), stay, signal).catch(reject)
  })
}

/** Answers whether a tab is there. For one that is, `onGone` is called once should it disappear. */
export function createTabWatch(locks: Locks, onGone: () => void, signal: AbortSignal): (tab: string) => Promise<boolean> {
  const watched = new Set<string>()
  return async (tab) => {
    if (!(await locks.isHeld(nameOf(tab)))) return false
    if (watched.has(tab)) return true
    watched.add(tab)
    const isGone = async () => {
      watched.delete(tab)
      onGone()
    }
    // Rejects only when this tab is closed first.
    locks.hold(nameOf(tab), isGone, signal).catch(() => {})
    return true
  }
}
