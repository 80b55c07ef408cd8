import type { ByteReader, Fetch, UpstreamAnswer } from './provider.ts'

/** What this server and a vendor said to each other, to the byte, without the keys. */
interface WireExchange {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Absent until the vendor has answered. */
  readonly status?: number
  readonly reply: string
}

export interface WireLog {
  /** The same `fetch`, overheard while somebody looks. */
  overheard(fetch: Fetch): Fetch
  /** What was said between two moments. Asking is looking: what is said in the next ten minutes is kept. */
  between(from: number, to: number): readonly WireExchange[]
}

const LOOKING_MS = 600_000
const MAX_KEPT = 40
const MAX_REPLY_BYTES = 2_000_000
const SECRET = /authorization|key|token|secret|cookie/i

interface Overheard extends Omit<WireExchange, 'reply'> {
  /** What no side may be shown to have said: vendors quote keys in their errors, and echo servers everything. */
  readonly secrets: readonly string[]
  status?: number
  readonly pieces: Uint8Array[]
  bytes: number
}

/** For an inspector on the user's own computer. While nobody looks, nothing is kept and nothing stands in the way of an answer. */
export function createWireLog(now: () => number): WireLog {
  let lookedAt = Number.NEGATIVE_INFINITY
  let kept: Overheard[] = []
  return {
    overheard: (fetch) => async (url, init) => {
      if (now() - lookedAt > LOOKING_MS || init.method !== 'POST') return fetch(url, init)
      const heard: Overheard = { ...request(url, init), at: now(), pieces: [], bytes: 0 }
      kept = [...kept, heard].slice(-MAX_KEPT)
      const answer = await fetch(url, init)
      heard.status = answer.status
      return overhear(answer, heard)
    },
    between(from, to) {
      lookedAt = now()
      return kept.filter(({ at }) => at >= from && at <= to).map(toExchange)
    },
  }
}

function request(url: string, { headers, body }: RequestInit): Pick<Overheard, 'url' | 'headers' | 'body' | 'secrets'> {
  const address = new URL(url)
  const inAddress = [...address.searchParams].filter(([name]) => SECRET.test(name))
  for (const [name] of inAddress) address.searchParams.set(name, '…')
  const given = [...new Headers(headers)]
  const shown = given.map(([name, value]) => [name, SECRET.test(name) ? '…' : value])
  const secrets = [...inAddress, ...given.filter(([name]) => SECRET.test(name))].map(([, value]) => value)
  return { url: address.href, headers: Object.fromEntries(shown), body: textOf(body), secrets }
}

function textOf(body: RequestInit['body']): string {
  if (typeof body === 'string') return body
  return body instanceof Uint8Array ? new TextDecoder().decode(body) : ''
}

function overhear(answer: UpstreamAnswer, heard: Overheard): UpstreamAnswer {
  const note = (piece: Uint8Array) => {
    heard.bytes += piece.length
    // A copy: a reader may hand out the same buffer again.
    if (heard.bytes <= MAX_REPLY_BYTES) heard.pieces.push(piece.slice())
  }
  const listen = (reader: ByteReader): ByteReader => ({
    async read() {
      const piece = await reader.read()
      if (piece.value) note(piece.value)
      return piece
    },
    cancel: () => reader.cancel(),
  })
  const { body } = answer
  return {
    ok: answer.ok,
    status: answer.status,
    headers: answer.headers,
    body: body && { getReader: () => listen(body.getReader()) },
    async json() {
      const value = await answer.json()
      note(new TextEncoder().encode(JSON.stringify(value)))
      return value
    },
  }
}

function toExchange({ pieces, bytes, secrets, ...exchange }: Overheard): WireExchange {
  const decoder = new TextDecoder()
  const text = masked(pieces.map((piece) => decoder.decode(piece, { stream: true })).join('') + decoder.decode(), secrets)
  const reply = bytes > MAX_REPLY_BYTES ? `${text}\n[${bytes} bytes in all]` : text
  return { ...exchange, body: masked(exchange.body, secrets), reply }
}

/** Fields that hold nothing but a secret. `token` is not among them: logprobs have one for each word. */
const FIELD =
  /("(?:(?:proxy-)?authorization|(?:x-)?(?:goog-)?api[-_]?key|(?:access|refresh|id|session|auth)[-_]?token|(?:client[-_]?)?secret|password|(?:set-)?cookie)"\s*:\s*)"(?:[^"\\]|\\.)*"/gi

/** What looks like a key wherever it stands. */
const KEY = /\b(?:Bearer|Basic) +[\w.~+/=-]{8,}|\b(?:sk|pk|rk|xai|gsk|hf|ghp|glpat)[-_][\w-]{16,}|\bAIza[\w-]{30,}/g

/** A shorter word may stand anywhere by chance. */
const LEAST_SECRET = 6

/** The text without these secrets, and without what looks like one. */
export function masked(text: string, secrets: readonly string[]): string {
  const bare = secrets.flatMap((secret) => [secret, secret.replace(/^\w+ +/, '')]).filter(({ length }) => length >= LEAST_SECRET)
  const known = bare.reduce((kept, secret) => kept.replaceAll(secret, '…'), text)
  return known.replace(FIELD, '$1"…"').replace(KEY, '…')
}
