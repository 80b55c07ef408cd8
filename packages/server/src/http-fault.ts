import { type Fault, type FaultCode, FaultError, faultOf, type Sentence, type ServerFaultCode } from '@parley/dialects'
import { say } from './words.ts'

/** Total by construction: a code without a status does not compile. */
const STATUS: { readonly [Code in ServerFaultCode]: number } = {
  'request/invalid': 400,
  'request/unauthorized': 401,
  'request/forbidden': 403,
  'request/not-found': 404,
  'request/conflict': 409,
  'request/unknown-model': 404,
  'request/unknown-dialect': 404,
  'request/too-large': 413,
  'request/too-many': 429,
  'provider/unauthorized': 403,
  'provider/rate-limited': 429,
  'provider/unavailable': 503,
  'provider/timeout': 504,
  'provider/bad-answer': 502,
  'provider/refused': 400,
  'provider/too-long': 400,
  'server/stopping': 503,
  'server/internal': 500,
}

/**
 * Agents repeat every 5xx for minutes, so what a provider will not do later either is none. LangChain repeats everything but 400 to 407 and 409, so it is one of
 * those, and one that nobody reads as a key, a payment or a method.
 */
export const CANNOT_PASS = 406

export function statusFor({ code, retryable }: Pick<Fault, 'code' | 'retryable'>): number {
  const status = isServerCode(code) ? STATUS[code] : 500
  return status >= 500 && !retryable && code.startsWith('provider/') ? CANNOT_PASS : status
}

function isServerCode(code: FaultCode): code is ServerFaultCode {
  return Object.hasOwn(STATUS, code)
}

/** The fault an error carries; anything else is our bug, of which the caller learns nothing but that it happened. */
export function toFault(error: unknown): Fault {
  return faultOf(error) ?? INTERNAL
}

const INTERNAL: Fault = {
  code: 'server/internal',
  ...say('server.mistake'),
  retryable: false,
}

/** `body` gives the fault the shape that the door's clients expect. */
export function faultResponse(
  fault: Fault,
  body: (fault: Fault) => object = (own) => ({ fault: own }),
  status = statusFor(fault),
): Response {
  const headers = new Headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
  if (fault.retryAfter !== undefined) headers.set('retry-after', String(Math.ceil(fault.retryAfter)))
  // The vendors' own clients repeat every 429 and 5xx unless told otherwise.
  if (!fault.retryable) headers.set('x-should-retry', 'false')
  if (fault.code === 'request/unauthorized') headers.set('www-authenticate', 'Bearer')
  return new Response(JSON.stringify(body(fault)), { status, headers })
}

/** What a person reads who opened an address that they may not, or that is not there. */
export function sentenceResponse(fault: Fault): Response {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }
  return new Response(`${fault.message}\n`, { status: statusFor(fault), headers })
}

/** Shorthand for a fault that the same request would meet again. */
export function refusal(code: ServerFaultCode, sentence: Sentence, details?: Fault['details']): FaultError {
  return new FaultError({ code, ...sentence, retryable: false, ...(details && { details }) })
}
