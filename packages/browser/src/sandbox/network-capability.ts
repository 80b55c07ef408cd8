import type { JsonValue } from '@parley/dialects'
import type { NetworkCapability } from './sandbox.ts'

const MAX_BODY = 5_000_000

/** A program may say what it accepts and sends, and nothing that speaks for the user or the page. */
const REFUSED_HEADERS = /^(cookie|host|origin|referer|sec-|proxy-|user-agent$)/i

/** One request to the granted host: no cookies, no referrer, no redirects, at most 5 MB of text. */
export async function fetchThroughCapability(
  capability: NetworkCapability,
  args: readonly unknown[],
  signal: AbortSignal,
): Promise<JsonValue> {
  const [address, method, headers, body] = args
  const url = allowedUrl(address, capability.host)
  const response = await (capability.fetch ?? fetch)(url.href, {
    method: typeof method === 'string' ? method : 'GET',
    headers: plainHeaders(headers),
    body: typeof body === 'string' ? body : null,
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
    signal,
  })
  return {
    status: response.status,
    statusText: response.statusText,
    headers: [...response.headers].map(([name, value]) => [name, value]),
    body: await limitedText(response),
  }
}

function allowedUrl(address: unknown, host: string): URL {
  const url = typeof address === 'string' ? URL.parse(address) : null
  if (url === null) throw new Error('Give fetch a full address, such as https://example.com/data.json.')
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new Error(`This program may only use http and https, not ${url.protocol}`)
  if (url.username !== '' || url.password !== '') throw new Error('An address with a user name or password in it is refused.')
  if (url.host !== host) throw new Error(`This program may only reach ${host}, not ${url.host}.`)
  return url
}

function plainHeaders(headers: unknown): [string, string][] {
  if (!Array.isArray(headers)) return []
  return headers.flatMap((entry: unknown): [string, string][] => {
    if (!Array.isArray(entry)) return []
    const [name, value]: unknown[] = entry
    return typeof name === 'string' && typeof value === 'string' && !REFUSED_HEADERS.test(name) ? [[name, value]] : []
  })
}

async function limitedText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > MAX_BODY) throw new Error(`The answer is longer than ${MAX_BODY} characters. Ask for less.`)
  }
  return text + decoder.decode()
}
