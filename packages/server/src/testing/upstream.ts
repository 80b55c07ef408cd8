import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** What a scripted model server does with one request; `open` and `closed` are counted around it. */
export type Behaviour = (response: ServerResponse, request: IncomingMessage, body: string) => void | Promise<void>

export interface Upstream {
  readonly url: string
  /** Connections whose answer has neither ended nor been closed by the other side. */
  readonly open: () => number
  /** Bodies that came, newest last. */
  readonly bodies: string[]
  behave(behaviour: Behaviour): void
  close(): Promise<void>
}

const END_AT_ONCE: Behaviour = (response) => void response.end()

interface UpstreamOptions {
  /** Whether it misbehaves also where it is only asked for something, as for the list of its models. */
  readonly gets?: boolean
  /** Whether connections are used again. */
  readonly keeps?: boolean
}

/** A model server on loopback that misbehaves as told. */
export async function startUpstream({ gets = false, keeps = true }: UpstreamOptions = {}): Promise<Upstream> {
  let behaviour: Behaviour = END_AT_ONCE
  let open = 0
  const bodies: string[] = []
  const server = createServer((request, response) => {
    if (request.method === 'GET' && !gets) return void response.writeHead(404).end()
    open++
    response.once('close', () => open--)
    let body = ''
    request.on('data', (data: Buffer) => (body += String(data)))
    request.on('end', () => {
      if (body !== '') bodies.push(body)
      void behaviour(response, request, body)
    })
  })
  if (!keeps) server.maxRequestsPerSocket = 1
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/v1`,
    open: () => open,
    bodies,
    behave: (next) => {
      behaviour = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Begins a stream and writes what is given, without ending it. */
export function stream(response: ServerResponse, ...texts: readonly (string | Uint8Array)[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const text of texts) response.write(text)
}
