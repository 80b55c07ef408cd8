import { Refused } from '../refused.ts'

/** Bytes of which pieces can be had: a `Blob`, a `File`, what `openAsBlob` of Node gives for a path, or a URL. */
export interface RangedBytes {
  readonly size: number
  slice(from: number, to: number): { arrayBuffer(): Promise<ArrayBuffer> }
}

export const memoryBytes = (bytes: Uint8Array): RangedBytes => ({
  size: bytes.length,
  slice: (from, to) => ({ arrayBuffer: () => Promise.resolve(new Uint8Array(bytes.subarray(from, to)).buffer) }),
})

type Fetch = (url: string, init: { readonly headers: Record<string, string> }) => Promise<Response>

/** A file behind a URL whose server sends ranges; `fetch` is handed in, for nothing in here reaches out by itself. */
export function urlBytes(url: string, fetch: Fetch): RangedBytes {
  return {
    // How long it is is known where it ends.
    size: Number.MAX_SAFE_INTEGER,
    slice: (from, to) => ({
      async arrayBuffer() {
        const response = await fetch(url, { headers: { range: `bytes=${from}-${to - 1}` } })
        if (response.status === 416) return new ArrayBuffer(0)
        if (response.status !== 206) {
          await response.body?.cancel()
          throw new Refused(`The server does not send parts of the file (status ${response.status}).`)
        }
        return firstBytes(response, to - from)
      },
    }),
  }
}

/** A server may send more than it was asked for, and is not listened to. */
async function firstBytes(response: Response, most: number): Promise<ArrayBuffer> {
  const bytes = new Uint8Array(most)
  let length = 0
  const reader = response.body?.getReader()
  for (let piece = await reader?.read(); piece?.value && length < most; piece = await reader?.read()) {
    const fitting = piece.value.subarray(0, most - length)
    bytes.set(fitting, length)
    length += fitting.length
  }
  await reader?.cancel()
  return bytes.slice(0, length).buffer
}
