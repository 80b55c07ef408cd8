import { createSocket } from 'node:dgram'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Somebody outside who writes down everything that arrives: connections, requests, datagrams. */
export interface Listeners {
  /** `127.0.0.1:port` of the web server. */
  readonly host: string
  /** `127.0.0.1:port` of the datagram socket. */
  readonly udp: string
  /** What arrived so far, in order. */
  readonly arrivals: readonly string[]
  close(): Promise<void>
}

export async function startListeners(): Promise<Listeners> {
  const arrivals: string[] = []
  const web = createServer((request, response) => {
    arrivals.push(`${request.method} ${request.url}`)
    response
      .writeHead(200, { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*', 'Content-Type': 'text/plain' })
      .end('caught')
  })
  web.on('connection', () => arrivals.push('a connection'))
  web.on('upgrade', (request, socket) => {
    arrivals.push(`upgrade ${request.url}`)
    socket.destroy()
  })
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  const datagrams = createSocket('udp4')
  datagrams.on('message', (message) => arrivals.push(`a datagram of ${message.length} bytes`))
  await new Promise<void>((resolve) => datagrams.bind(0, '127.0.0.1', resolve))
  return {
    host: `127.0.0.1:${portOf(web)}`,
    udp: `127.0.0.1:${datagrams.address().port}`,
    arrivals,
    async close() {
      datagrams.close()
      web.closeAllConnections()
      await new Promise((resolve) => web.close(resolve))
    },
  }
}

function portOf(server: Server): number {
  // Invariant: a server that listens on a TCP port has an address with a port.
  return (server.address() as AddressInfo).port
}
