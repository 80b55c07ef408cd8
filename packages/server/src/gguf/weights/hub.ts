import { isJsonObject, ownValue } from '@parley/dialects'
import { refusal } from '../../http-fault.ts'
import { say } from '../words.ts'
import type { Offer } from './offers.ts'

/** A file as the hub describes it: what it must be when it has come. */
export interface HubFile {
  readonly url: string
  /** The hub, or the mirror of it, that it comes from. */
  readonly mirror: string
  readonly bytes: number
  readonly sha256: string
}

export type WebFetch = (url: string, init?: RequestInit) => Promise<Response>

/** Asks the hub, or a mirror of it, what a file weighs and what its checksum is. A file of which nobody says that is not fetched. */
export async function findAtHub(mirror: string, { repo, file }: Offer, fetch: WebFetch, signal: AbortSignal): Promise<HubFile> {
  const url = `${mirror}/${repo}/resolve/main/${file}`
  const host = new URL(mirror).host
  // The first answer has the checksum; what it leads to has not.
  const head = await fetch(url, { method: 'HEAD', redirect: 'manual', signal }).catch((error: unknown) => {
    signal.throwIfAborted()
    throw refusal('provider/unavailable', say('weights.unreachable', { host, why: whyOf(error) }))
  })
  if (head.status === 401 || head.status === 403)
    throw refusal('provider/unauthorized', say('weights.gated', { page: `${mirror}/${repo}` }))
  if (head.status >= 400) throw refusal('provider/refused', say('weights.gone', { file, host, status: head.status }))
  const told = {
    sha256: /^"?([0-9a-f]{64})"?$/.exec(head.headers.get('x-linked-etag') ?? '')?.[1],
    bytes: Number(head.headers.get('x-linked-size')),
  }
  const { sha256, bytes } =
    told.sha256 === undefined || !(told.bytes > 0)
      ? await listed(`${mirror}/api/models/${repo}/tree/main`, file, fetch, signal)
      : told
  if (sha256 === undefined || !(bytes > 0)) throw refusal('provider/bad-answer', say('weights.no-checksum', { file, host }))
  return { url, mirror, sha256, bytes }
}

async function listed(url: string, file: string, fetch: WebFetch, signal: AbortSignal) {
  const body: unknown = await fetch(url, { signal })
    .then((response) => response.json())
    .catch(() => undefined)
  const found = Array.isArray(body) ? body.find((item) => isJsonObject(item) && item['path'] === file) : undefined
  const lfs = isJsonObject(found) ? ownValue(found, 'lfs') : undefined
  const oid = isJsonObject(lfs) ? String(ownValue(lfs, 'oid')) : ''
  const size = isJsonObject(lfs) ? Number(ownValue(lfs, 'size')) : 0
  return { sha256: /^[0-9a-f]{64}$/.exec(oid)?.[0], bytes: size }
}

/** The cause says more than "fetch failed". */
export function whyOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message.replace(/\.$/, '') : String(cause)
}
