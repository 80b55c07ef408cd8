import type { ByteReader, UpstreamAnswer } from '../providers/provider.ts'

/** The part of a `Response` that providers read, around bytes from a socket. */
export function toUpstreamAnswer(
  status: number,
  header: (name: string) => string | undefined,
  reader: ByteReader,
): UpstreamAnswer {
  return {
    status,
    ok: status >= 200 && status < 300,
    headers: { get: (name) => header(name.toLowerCase()) ?? null },
    body: { getReader: () => reader },
    async json() {
      const pieces: Uint8Array[] = []
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) if (piece.value) pieces.push(piece.value)
      return JSON.parse(Buffer.concat(pieces).toString('utf8'))
    },
  }
}
