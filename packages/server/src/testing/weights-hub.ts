import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface WeightsHub {
  readonly url: string
  /** What was asked for of the file, each time. */
  readonly ranges: (string | undefined)[]
  /** From now on after so many bytes of an answer nothing more comes. */
  cutAfter(bytes: number): void
  close(): void
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** A hub of one file, under whatever name it is asked for. `cut`: after so many bytes of an answer nothing more comes. */
export async function startWeightsHub(
  bytes: Buffer,
  { cut = Number.POSITIVE_INFINITY, claims = sha256(bytes), status = 200 } = {},
): Promise<WeightsHub> {
  const ranges: (string | undefined)[] = []
  let most = cut
  const server = createServer((request, response) => {
    if (status !== 200) return void response.writeHead(status).end()
    if (request.method === 'HEAD') {
      const headers = { 'x-linked-etag': `"${claims}"`, 'x-linked-size': String(bytes.length), location: '/elsewhere' }
      return void response.writeHead(302, headers).end()
    }
    ranges.push(request.headers.range)
    const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0)
    const rest = bytes.subarray(from)
    response.writeHead(from > 0 ? 206 : 200, { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` })
    if (rest.length <= most) response.end(rest)
    else response.write(rest.subarray(0, most))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    // as: it listens at a port, not at a pipe.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ranges,
    cutAfter(bytesOfAnswer) {
      most = bytesOfAnswer
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
