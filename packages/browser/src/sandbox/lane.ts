/** Does what it is given in the order it came, a few at a time. What has not begun when the signal ends never does. */
export interface Lane {
  add(work: () => Promise<void>): void
  /** Resolves when nothing is left to do. */
  whenIdle(): Promise<void>
}

export function createLane(width: number, signal: AbortSignal): Lane {
  let waiting: (() => Promise<void>)[] = []
  let next = 0
  let busy = 0
  let idle = Promise.withResolvers<void>()

  function advance(): void {
    if (signal.aborted) waiting = []
    while (busy < width && next < waiting.length) {
      const work = waiting[next++]
      busy += 1
      void work?.().finally(leave)
    }
    if (next < waiting.length) return
    waiting = []
    next = 0
    if (busy === 0) idle.resolve()
  }

  function leave(): void {
    busy -= 1
    advance()
  }

  return {
    add(work) {
      waiting.push(work)
      advance()
    },
    whenIdle() {
      idle = Promise.withResolvers<void>()
      advance()
      return idle.promise
    },
  }
}
