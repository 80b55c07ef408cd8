import { openAsBlob } from 'node:fs'

const HEADERS = {
  'content-type': 'application/octet-stream',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'accept-ranges': 'bytes',
}

/** A file, or the part of it that was asked for. */
export async function sendWeights(path: string, range: string | undefined): Promise<Response> {
  const file = await openAsBlob(path)
  const [asked, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? []
  const from = Number(first ?? 0)
  const to = last ? Math.min(Number(last) + 1, file.size) : file.size
  if (asked && from >= to) return new Response(null, { status: 416, headers: { 'content-range': `bytes */${file.size}` } })
  const headers = { ...HEADERS, 'content-length': String(to - from) }
  const body = file.slice(from, to).stream()
  if (!asked) return new Response(body, { headers })
  return new Response(body, { status: 206, headers: { ...headers, 'content-range': `bytes ${from}-${to - 1}/${file.size}` } })
}
