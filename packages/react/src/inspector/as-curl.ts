import type { SentRequest } from '@parley/browser'
import { REDACTED, redactSecrets } from '../call-card/redact-secrets.ts'

const SECRET_HEADERS = /^(authorization|cookie|x-api-key|proxy-authorization)$/i

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** Headers as they may be shown: names whole, secrets not. */
export const maskHeaders = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, SECRET_HEADERS.test(name) ? REDACTED : redactSecrets(value)]),
  )

/** A request as a command for a terminal, with secrets left out. */
export function asCurl(request: SentRequest, origin: string): string {
  const lines = [
    `curl -N -X ${request.method} ${quote(new URL(request.url, origin).href)}`,
    ...Object.entries(maskHeaders(request.headers)).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    `--data-raw ${quote(redactSecrets(request.body))}`,
  ]
  return lines.join(' \\\n  ')
}
