export interface CallClock {
  /** Aborted when time is up, and when the caller says so. */
  readonly signal: AbortSignal
  /** Which limit ended it. Absent: none did. */
  readonly why: 'silent' | 'long' | undefined
  /** The server has said something. */
  heard(): void
  /** A person thinks: silence does not count meanwhile. */
  during<Value>(work: Promise<Value>): Promise<Value>
  stop(): void
}

/** Two limits of one call: how long its server may be silent, and how long it may take in all. */
export function startCallClock(
  caller: AbortSignal,
  { idleMs, callMs }: { readonly idleMs: number; readonly callMs: number },
): CallClock {
  const controller = new AbortController()
  let why: CallClock['why']
  const end = (limit: CallClock['why']) => () => {
    why ??= limit
    controller.abort()
  }
  const leave = () => controller.abort()
  if (caller.aborted) leave()
  caller.addEventListener('abort', leave, { once: true })
  const whole = setTimeout(end('long'), callMs)
  let idle = setTimeout(end('silent'), idleMs)
  let held = 0
  const heard = () => {
    clearTimeout(idle)
    if (held === 0) idle = setTimeout(end('silent'), idleMs)
  }
  return {
    signal: controller.signal,
    get why() {
      return why
    },
    heard,
    async during(work) {
      held++
      clearTimeout(idle)
      try {
        return await work
      } finally {
        held--
        heard()
      }
    },
    stop() {
      // Nothing that comes later starts it again.
      held = Number.POSITIVE_INFINITY
      clearTimeout(idle)
      clearTimeout(whole)
      caller.removeEventListener('abort', leave)
    },
  }
}
