/** Every reader of server-sent events passes it over; proxies and people see that somebody is there. */
const BEAT = ': waiting\n\n'

/** An answer that is not there yet after so long has its head sent. */
const HEAD_MS = 50

export interface Beats {
  /** Something was said, so that no beat is needed for a while. */
  spoke(): void
  stop(): void
}

/** Sends a comment whenever nothing was said for a while. One timer, however much is said. */
export function startBeats(everyMs: number, send: (beat: string) => void): Beats {
  let silent = true
  const look = (): void => {
    if (silent) send(BEAT)
    silent = true
    timer = setTimeout(look, everyMs)
  }
  let timer = everyMs > 0 ? setTimeout(look, Math.min(HEAD_MS, everyMs)) : undefined
  return {
    spoke() {
      silent = false
    },
    stop: () => clearTimeout(timer),
  }
}
