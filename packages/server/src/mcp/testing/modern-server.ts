/** A server of the revision of 2026-07-28, on the official library: a program of its own, over stdio or at a port. Started by tests. */
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'

function makeServer(): McpServer {
  const server = new McpServer({ name: 'modern', version: '1.0.0' })
  server.registerTool(
    'count',
    {
      description: 'Counts to a number.',
      inputSchema: z.object({ to: z.number() }),
      outputSchema: z.object({ reached: z.number() }),
    },
    async ({ to }) => ({ content: [{ type: 'text', text: `counted to ${to}` }], structuredContent: { reached: to } }),
  )
  return server
}

if (process.argv[2] === 'http') {
  const handler = createMcpHandler(makeServer)
  const listener = createServer(
    (incoming, outgoing) => void getRequestListener((request) => handler.fetch(request))(incoming, outgoing),
  )
  listener.listen(0, '127.0.0.1', () => {
    const address = listener.address()
    process.stdout.write(`${typeof address === 'object' && address ? address.port : 0}\n`)
  })
} else {
  serveStdio(makeServer)
}
