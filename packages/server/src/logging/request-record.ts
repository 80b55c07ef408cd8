import type { Fault } from '@parley/dialects'
import type { MiddlewareHandler } from 'hono'
import { type Cause, causeOf } from './cause.ts'
import type { Log } from './log.ts'

interface RequestRecord {
  readonly id: string
  fault?: Fault['code']
  cause?: Cause
}

const records = new WeakMap<Request, RequestRecord>()

/** By which a request is found again: in the answer's header, in its errors and in every line of the log that it caused. */
export const requestIdOf = (request: Request): string => records.get(request)?.id ?? ''

/** For the line of the request: why it was refused. */
export function noteFault(request: Request, fault: Fault, error: unknown): void {
  const record = records.get(request)
  if (!record) return
  record.fault = fault.code
  if (fault.code.startsWith('provider/')) record.cause = causeOf(error)
}

export interface RequestRecordOptions {
  readonly log: Log
  /** Whether a proxy of ours stands in front, whose name for the request is taken. */
  readonly isProxied: () => boolean
}

const REQUEST_ID = /^[\w.:-]{8,128}$/

/** Around everything: gives each request its id, and says how it was answered. Addresses are told as they are declared, without what was filled in. */
export function recordRequests({ log, isProxied }: RequestRecordOptions): MiddlewareHandler {
  return async (context, next) => {
    const { req } = context
    const given = isProxied() ? req.header('x-request-id') : undefined
    const record: RequestRecord = { id: given !== undefined && REQUEST_ID.test(given) ? given : crypto.randomUUID() }
    records.set(req.raw, record)
    const since = performance.now()
    await next()
    const named = nameResponse(context.res, record.id)
    if (named !== context.res) context.res = named
    const { status } = context.res
    const level = status >= 500 ? 'warn' : req.method === 'GET' && status < 400 ? 'debug' : 'info'
    log[level]('request', {
      requestId: record.id,
      method: req.method,
      door: req.routePath,
      status,
      ms: Math.round(performance.now() - since),
      fault: record.fault,
      ...record.cause,
    })
  }
}

/** An answer that somebody else's `fetch` brought cannot be changed, only copied. */
function nameResponse(response: Response, id: string): Response {
  try {
    response.headers.set('x-request-id', id)
    return response
  } catch {
    const copy = new Response(response.body, response)
    copy.headers.set('x-request-id', id)
    return copy
  }
}
