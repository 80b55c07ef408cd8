export interface QuietMoment {
  /** Something happened: the moment has to wait again. */
  stir(): void
  stop(): void
}

/** Does `work` once nothing has stirred for a while and the browser has nothing better to do. Never without a stir. */
export function createQuietMoment(work: () => void, quietMs: number): QuietMoment {
  let timer: ReturnType<typeof setTimeout> | undefined
  let latest = 0
  let stopped = false
  const wait = (milliseconds: number) => {
    timer = setTimeout(() => {
      const left = latest + quietMs - performance.now()
      if (left > 0) return wait(left)
      timer = undefined
      whenIdle(() => {
        if (!stopped) work()
      })
    }, milliseconds)
  }
  return {
    stir() {
      latest = performance.now()
      if (timer === undefined && !stopped) wait(quietMs)
    },
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work)
  // Not every browser tells when it is idle.
  else work()
}
