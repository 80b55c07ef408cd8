/** Calls `onSilence` once when nobody has touched it for a while. One timer, however often it is touched. */
export interface Watchdog {
  /** `begun`: from now on the shorter patience counts. */
  touch(begun: boolean): void
  stop(): void
}

export function createWatchdog(first: number, next: number, onSilence: (limit: number) => void): Watchdog {
  let since = performance.now()
  let doubted = Number.NaN
  let limit = first
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    const left = since + limit - performance.now()
    if (left > 0) timer = setTimeout(look, left)
    else if (since === doubted) onSilence(limit)
    else {
      // A busy process may have data waiting that it had no time to read: one more turn of the loop before giving up.
      doubted = since
      timer = setTimeout(look, 10)
    }
  }
  // Looks early rather than being set anew when the first sign comes.
  timer = setTimeout(look, Math.min(first, next))
  return {
    touch(begun) {
      since = performance.now()
      if (begun) limit = next
    },
    stop: () => clearTimeout(timer),
  }
}
