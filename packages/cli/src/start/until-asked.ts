/** A terminal that is closed says SIGHUP; without one it means that the configuration should be read again. */
const SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', ...(process.stdin.isTTY ? (['SIGHUP'] as const) : [])]

/** A whole group of processes that is told hears it twice: each by itself, and from a parent that passes it on. */
const ECHO_MS = 1000

/** Waits until somebody asks this process to end, and lets it end in good order. Who asks again does not want to wait. */
export function untilAsked(stop: () => Promise<void>): Promise<never> {
  return new Promise(() => {
    let asked: number | undefined
    const end = (): void => {
      if (asked !== undefined) {
        if (performance.now() - asked > ECHO_MS) process.exit(130)
        return
      }
      asked = performance.now()
      stop().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    }
    for (const signal of SIGNALS) process.on(signal, end)
    watchParent(() => {
      if (asked === undefined) end()
    })
  })
}

/**
 * npm runs a command through a shell, and some shells end at a signal without passing it on: npm is gone, and this process
 * would keep its port for ever. Who was started by npm ends with it; who was sent into the background by hand does not.
 */
function watchParent(gone: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    gone()
  }, 250)
  timer.unref()
}
