import type { Fault, ServerFaultCode } from '../../canonical/fault.ts'
import { isJsonObject, type JsonObject, ownValue } from '../../canonical/json.ts'
import type { Sentence } from '../../canonical/sentence.ts'
import { say } from '../words.ts'

export interface VendorFailure {
  /** The HTTP status, where there was one. Absent for an error that came inside a stream. */
  readonly status?: number
  /** The decoded body or stream payload. */
  readonly body?: unknown
  /** Seconds, from a `retry-after` header. */
  readonly retryAfter?: number
  /** What a person calls the server. Absent: `The model server`. */
  readonly label?: string
}

/** One clear fault for whatever a vendor said: its own words where it gave any, and what to do about it. */
export function vendorFault(failure: VendorFailure): Fault {
  const error = errorObject(failure.body)
  const words = wordsOf(error) ?? wordsOf(failure.body) ?? ''
  const status = failure.status ?? statusOf(error)
  const kind = `${text(error, 'type')} ${text(error, 'code')} ${text(error, 'status')}`.toLowerCase()
  const code = isTooLong(status, kind, words) ? 'provider/too-long' : codeFor(status, kind)
  const problem = sentence(code, failure.label ?? say('model.server'), status)
  return {
    code,
    ...(words === '' ? problem : say('model.said', { problem, words: words.slice(0, 500) })),
    retryable: (code === 'provider/rate-limited' && !/quota|billing|credit/.test(kind)) || MAY_PASS.has(code),
    ...(failure.retryAfter !== undefined && { retryAfter: failure.retryAfter }),
  }
}

const MAY_PASS: ReadonlySet<string> = new Set<ProviderCode>(['provider/unavailable', 'provider/timeout'])

/** Agents make a conversation shorter by themselves when they are told that it is too long. Servers say it in many words, some with status 500. */
const TOO_LONG =
  /context[_ ](?:length|size|window)|exceed_context|maximum context|max(?:imum)?[_ ](?:model|input)[_ ]len|prompt is too long|input token count .*exceeds|context the overflows|too many (?:input )?tokens/i

function isTooLong(status: number | undefined, kind: string, words: string): boolean {
  const rules = [400, 413, 422, 500, undefined].includes(status)
  return rules && (TOO_LONG.test(kind) || TOO_LONG.test(words))
}

type ProviderCode = Extract<ServerFaultCode, `provider/${string}`>

function sentence(code: ProviderCode, server: string | Sentence, status: number | undefined): Sentence {
  const withStatus = status ? say('model.status', { status }) : ''
  if (code === 'provider/too-long') return say('model.too-long')
  if (code === 'provider/unavailable' || code === 'provider/refused') return say(SENTENCE[code], { server, status: withStatus })
  return say(SENTENCE[code], { server })
}

const SENTENCE = {
  'provider/unauthorized': 'model.key',
  'provider/rate-limited': 'model.limits',
  'provider/unavailable': 'model.failed',
  'provider/timeout': 'model.slow',
  'provider/bad-answer': 'model.no-answer',
  'provider/refused': 'model.refused',
} as const

function codeFor(status: number | undefined, kind: string): ProviderCode {
  if (status === 401 || status === 403 || /auth|permission|api_key/.test(kind)) return 'provider/unauthorized'
  if (status === 429 || /rate_limit|resource_exhausted|too_many/.test(kind)) return 'provider/rate-limited'
  if (status === 408 || status === 504 || /timeout|deadline/.test(kind)) return 'provider/timeout'
  if (status === undefined)
    return /invalid|context|not_found|filter|refus/.test(kind) ? 'provider/refused' : 'provider/unavailable'
  if (status >= 500) return 'provider/unavailable'
  return status >= 400 ? 'provider/refused' : 'provider/unavailable'
}

function errorObject(body: unknown): JsonObject | undefined {
  if (Array.isArray(body)) return errorObject(body[0])
  if (!isJsonObject(body)) return undefined
  const error = ownValue(body, 'error')
  return isJsonObject(error) ? error : body
}

function wordsOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (!isJsonObject(value)) return undefined
  for (const key of ['message', 'error', 'detail', 'msg']) {
    const words = ownValue(value, key)
    if (typeof words === 'string' && words !== '') return words
  }
  return undefined
}

function statusOf(error: JsonObject | undefined): number | undefined {
  const code = error && (ownValue(error, 'code') ?? ownValue(error, 'status'))
  const status = typeof code === 'string' && /^\d{3}$/.test(code) ? Number(code) : code
  return typeof status === 'number' && status >= 400 && status < 600 ? status : undefined
}

function text(error: JsonObject | undefined, key: string): string {
  const value = error && ownValue(error, key)
  return typeof value === 'string' ? value : ''
}

/** The stream ended, and nobody had said that the answer was complete. */
export const BROKE_OFF: Fault = {
  code: 'provider/unavailable',
  ...say('model.ended'),
  retryable: true,
}
