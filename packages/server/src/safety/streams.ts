import { FaultError } from '@parley/dialects'
import { say } from '../words.ts'

/** One answer under way. */
export interface OpenStream {
  /** Aborted when the client goes away, when the server must stop, and when the answer is over. */
  readonly signal: AbortSignal
  readonly end: () => void
}

/** Calls back when the client goes away, at once if it has gone. */
export type Leaving = (leave: () => void) => void

/** All answers under way: how many, and how they end when the server stops. */
export interface Streams {
  readonly open: number
  /** Whether no answer may begin any more. */
  readonly isClosed: boolean
  /** Aborted when answers must end now. */
  readonly stopping: AbortSignal
  /** Throws a fault when there are too many already or the server is stopping. */
  begin(client: Leaving): OpenStream
  /** Lets answers finish within the grace time, then cuts them off. Resolves when none is left. */
  stop(graceMs: number): Promise<void>
}

export function createStreams(limit: () => number): Streams {
  const stopping = new AbortController()
  const open = new Set<AbortController>()
  let closed = false
  let onIdle: (() => void) | undefined
  return {
    get open() {
      return open.size
    },
    get isClosed() {
      return closed
    },
    stopping: stopping.signal,
    begin(client) {
      if (closed) throw stopped()
      if (open.size >= limit()) throw full()
      const stream = new AbortController()
      open.add(stream)
      client(() => stream.abort(OVER))
      return {
        signal: stream.signal,
        end() {
          if (!open.delete(stream)) return
          stream.abort(OVER)
          if (open.size === 0) onIdle?.()
        },
      }
    },
    async stop(graceMs) {
      closed = true
      if (open.size === 0) return
      const idle = new Promise<void>((resolve) => {
        onIdle = resolve
      })
      const timer = setTimeout(() => {
        stopping.abort(OVER)
        for (const stream of open) stream.abort(OVER)
      }, graceMs)
      await idle
      clearTimeout(timer)
    },
  }
}

/** A reason made once: without one, every abort would make an error with a stack. */
const OVER = new FaultError({ code: 'server/stopping', ...say('answer.over'), retryable: false })

function stopped(): FaultError {
  return new FaultError({
    code: 'server/stopping',
    ...say('server.stopping'),
    retryable: true,
  })
}

function full(): FaultError {
  return new FaultError({
    code: 'request/too-many',
    ...say('server.busy'),
    retryable: true,
    retryAfter: 1,
  })
}
