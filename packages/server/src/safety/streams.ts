import { FaultError } from '@parley/dialects'

/** One answer under way. */
export interface OpenStream {
  /** Aborted when the client goes away, when the server must stop, and when the answer is over. */
  readonly signal: AbortSignal
  readonly end: () => void
}

/** All answers under way: how many, and how they end when the server stops. */
export interface Streams {
  readonly open: number
  /** Aborted when answers must end now. */
  readonly stopping: AbortSignal
  /** Throws a fault when there are too many already or the server is stopping. */
  begin(client: AbortSignal): OpenStream
  /** Lets answers finish within the grace time, then cuts them off. Resolves when none is left. */
  stop(graceMs: number): Promise<void>
}

export function createStreams(limit: number): Streams {
  const stopping = new AbortController()
  let closed = false
  let open = 0
  let onIdle: (() => void) | undefined
  return {
    get open() {
      return open
    },
    stopping: stopping.signal,
    begin(client) {
      if (closed)
        throw new FaultError({
          code: 'server/stopping',
          message: 'The server is being stopped. Try again when it is back.',
          retryable: true,
        })
      if (open >= limit) throw full()
      open++
      return openStream([client, stopping.signal], () => {
        open--
        if (open === 0) onIdle?.()
      })
    },
    async stop(graceMs) {
      closed = true
      if (open === 0) return
      const idle = new Promise<void>((resolve) => {
        onIdle = resolve
      })
      const timer = setTimeout(() => stopping.abort(), graceMs)
      await idle
      clearTimeout(timer)
    },
  }
}

/** A reason made once: without one, every abort would make an error with a stack. */
const OVER = new FaultError({ code: 'server/stopping', message: 'The answer is over.', retryable: false })

function openStream(sources: readonly AbortSignal[], onEnd: () => void): OpenStream {
  const controller = new AbortController()
  const leave = () => controller.abort()
  let ended = false
  for (const source of sources) {
    if (source.aborted) controller.abort()
    else source.addEventListener('abort', leave, { once: true })
  }
  return {
    signal: controller.signal,
    end() {
      if (ended) return
      ended = true
      for (const source of sources) source.removeEventListener('abort', leave)
      controller.abort(OVER)
      onEnd()
    },
  }
}

function full(): FaultError {
  return new FaultError({
    code: 'request/too-many',
    message: 'The server is answering as many requests as it may. Try again in a moment, or raise limits.streams.',
    retryable: true,
    retryAfter: 1,
  })
}
