import { Agent, request as ask, createServer } from 'node:http'

// The limit: bytes in, bytes out, nothing read.

const upstream = new URL(process.env['UPSTREAM'] ?? '')
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })

const server = createServer((request, response) => {
  const onward = ask(
    {
      host: upstream.hostname,
      port: upstream.port,
      path: '/v1/chat/completions',
      method: 'POST',
      agent,
      headers: { 'content-type': 'application/json' },
    },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, { 'content-type': answer.headers['content-type'] ?? '' })
      answer.pipe(response)
    },
  )
  onward.on('error', () => response.destroy())
  response.once('close', () => onward.destroy())
  request.pipe(onward)
})

server.listen({ port: 0, host: '127.0.0.1', backlog: 8192 }, () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' && address ? address.port : 0 })
})
process.once('disconnect', () => process.exit())
