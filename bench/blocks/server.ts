import { createServer } from 'node:http'
import { readConfig } from '@parley/server'
import { startServer } from '@parley/server/node'

/** The server as it is, with a model behind it that reads what it is sent and says one word; tells how long it was ever deaf. */
const model = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end('data: {"choices":[{"index":0,"delta":{"content":"ok"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n')
  })
})
await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve))
const address = model.address()
const upstream = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/v1`

const config = readConfig({
  env: {
    PORT: '0',
    PARLEY_DISCOVER: 'no',
    PARLEY_ASK_NATIVE: 'no',
    PARLEY_URL: upstream,
    PARLEY_MODELS: 'm',
    PARLEY_DATA: '/nonexistent',
  },
})
const server = await startServer({ config })

let longest = 0
let since = process.threadCpuUsage()
const look = (): void => {
  const { user, system } = process.threadCpuUsage(since)
  longest = Math.max(longest, (user + system) / 1000)
  since = process.threadCpuUsage()
  setImmediate(look)
}
look()
process.on('message', () => {
  process.send?.({ longest })
  longest = 0
})
process.send?.({ url: server.url })
