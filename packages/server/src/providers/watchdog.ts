/** Calls `onSilence` once when nobody has touched it for a while. One timer, however often it is touched. */
export interface Watchdog {
  touch(): void
  stop(): void
}

export function createWatchdog(first: number, next: number, onSilence: (limit: number) => void): Watchdog {
  let since = performance.now()
  let limit = first
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    const left = since + limit - performance.now()
    if (left <= 0) onSilence(limit)
    else timer = setTimeout(look, left)
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
