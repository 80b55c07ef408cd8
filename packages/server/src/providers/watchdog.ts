/** Calls `onSilence` once when nobody has touched it for a while. One timer, however often it is touched. */
export interface Watchdog {
  touch(): void
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
  timer = setTimeout(look, limit)
  return {
    touch() {
      since = performance.now()
      if (limit === next) return
      limit = next
      if (next < first) {
        clearTimeout(timer)
        timer = setTimeout(look, next)
      }
    },
    stop: () => clearTimeout(timer),
  }
}
