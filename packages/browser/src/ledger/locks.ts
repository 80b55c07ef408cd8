/** Mutual exclusion between everything that may work on the same thread: tabs, windows, parts of one page. */
export interface Locks {
  /** Waits for its turn, then runs `work` alone. A tab that disappears lets go at once. Rejects when the signal ends the waiting. */
  hold<Result>(name: string, work: () => Promise<Result>, signal: AbortSignal): Promise<Result>
  /** Whether anybody holds it right now. */
  isHeld(name: string): Promise<boolean>
}

/** The browser's own locks, shared by all tabs of an origin. */
export function webLocks(locks: LockManager): Locks {
  return {
    hold: (name, work, signal) => locks.request(name, { signal }, work),
    async isHeld(name) {
      const { held } = await locks.query()
      return held?.some((lock) => lock.name === name) ?? false
    },
  }
}

/** For one process: Node, and tests. */
export function memoryLocks(): Locks {
  const tails = new Map<string, Promise<void>>()
  return {
    async hold(name, work, signal) {
      const before = tails.get(name)
      const turn = Promise.withResolvers<void>()
      const tail: Promise<void> = (before ?? Promise.resolve())
        .then(() => turn.promise)
        .finally(() => {
          if (tails.get(name) === tail) tails.delete(name)
        })
      tails.set(name, tail)
      let isOurs = false
      try {
        await Promise.race([before, rejectOnAbort(signal)])
        signal.throwIfAborted()
        isOurs = true
        return await work()
      } finally {
        turn.resolve()
        if (isOurs && tails.get(name) === tail) tails.delete(name)
      }
    },
    isHeld: async (name) => tails.has(name),
  }
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
