import { type Fault, FaultError, isJsonObject, type JsonValue, reworded } from '@parley/dialects'
import { vendorFault } from '@parley/dialects/wire'
import { say } from '../words.ts'
import type { UpstreamAnswer } from './provider.ts'

/** How much of a strange answer is worth quoting. */
const QUOTE = 200
const MAX_ERROR_BODY = 64 * 1024

export function unreachable(label: string, cause: unknown): FaultError {
  return new FaultError(
    {
      code: 'provider/unavailable',
      ...say('provider.unreachable', { label }),
      retryable: true,
    },
    { cause },
  )
}

/** It was there, and closed the connection without a word: mostly it died of the prompt. */
export function hungUp(label: string, cause: unknown): FaultError {
  return new FaultError(
    {
      code: 'provider/unavailable',
      ...say('provider.closed', { label }),
      retryable: true,
    },
    { cause },
  )
}

/** The connection broke after the answer had begun to come. */
export function brokenOff(label: string, cause: unknown): FaultError {
  return new FaultError(
    {
      code: 'provider/unavailable',
      ...say('provider.broke-off', { label }),
      retryable: true,
    },
    { cause },
  )
}

export function timedOut(label: string, limit: number, setting: 'firstTokenMs' | 'nextTokenMs'): FaultError {
  const seconds = Math.round(limit / 1000)
  return new FaultError({
    code: 'provider/timeout',
    ...(limit >= 1000
      ? say('provider.silent', { label, count: seconds, setting })
      : say('provider.silent-ms', { label, count: limit, setting })),
    retryable: true,
  })
}

/** A status that is not 2xx: the vendor's own words, and when to come back if it said so. */
export async function failedAnswer(label: string, response: UpstreamAnswer): Promise<FaultError> {
  const text = await readSome(response)
  if (isRedirect(response)) return redirected(label)
  const retryAfter = retryAfterSeconds(response.headers)
  const { status } = response
  const body = decoded(text)
  return new FaultError(vendorFault({ label, status, body, ...(retryAfter !== undefined && { retryAfter }) }), {
    cause: { status, code: reasonIn(body) },
  })
}

/** The vendor's own short name for it, such as `insufficient_quota`. */
function reasonIn(body: unknown): JsonValue | undefined {
  const error = isJsonObject(body) && isJsonObject(body['error']) ? body['error'] : undefined
  return error?.['code'] ?? error?.['type']
}

/** A browser shows a redirect that is not followed with status 0. */
function isRedirect({ status }: UpstreamAnswer): boolean {
  return status === 0 || (status >= 300 && status < 400)
}

function redirected(label: string): FaultError {
  return new FaultError({
    code: 'provider/bad-answer',
    ...say('provider.redirects', { label }),
    retryable: false,
  })
}

/** Status 200, and yet no answer: say what came, because it usually tells which address was wrong. */
export async function badAnswer(label: string, response: UpstreamAnswer): Promise<FaultError> {
  const kind = response.headers.get('content-type')?.split(';')[0] ?? say('provider.nothing-known')
  const text = (await readSome(response))
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return new FaultError({
    code: 'provider/bad-answer',
    ...say('provider.no-stream', { label, kind, beginning: text.slice(0, QUOTE) }),
    retryable: false,
  })
}

async function readSome(response: UpstreamAnswer): Promise<string> {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
      text += decoder.decode(piece.value, { stream: true })
      if (text.length > MAX_ERROR_BODY) break
    }
  } catch {
    return text
  }
  await reader?.cancel().catch(() => undefined)
  return text
}

function decoded(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return /^\s*</.test(text) ? undefined : text
  }
}

function retryAfterSeconds(headers: UpstreamAnswer['headers']): number | undefined {
  const milliseconds = Number(headers.get('retry-after-ms') ?? Number.NaN)
  if (milliseconds >= 0) return milliseconds / 1000
  const value = headers.get('retry-after')
  if (value === null) return undefined
  const seconds = /^\d+(\.\d+)?$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined
}

/** Vendors like to quote the key they refuse. */
export function withoutSecrets(fault: Fault, secret: string | undefined): Fault {
  if (secret === undefined || secret.length < 4 || !fault.message.includes(secret)) return fault
  return reworded(fault, (text) => text.replaceAll(secret, '…'))
}
