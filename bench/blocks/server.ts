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

const cpuSince = (since: NodeJS.CpuUsage): number => {
  const { user, system } = process.threadCpuUsage(since)
  return (user + system) / 1000
}

const RULER = JSON.stringify(
  Array.from({ length: 20_000 }, (_, index) => ({ role: 'user', content: `hello ${index}`, n: [index] })),
)

/** What the same work costs just now: beside others it costs more, also in time of the processor. */
function ruler(): number {
  const since = process.threadCpuUsage()
  for (let round = 0; round < 5; round++) JSON.parse(RULER)
  return cpuSince(since)
}

let longest = 0
let since = process.threadCpuUsage()
let begun = since
const look = (): void => {
  longest = Math.max(longest, cpuSince(since))
  since = process.threadCpuUsage()
  setImmediate(look)
}
for (let round = 0; round < 10; round++) ruler()
look()
process.on('message', () => {
  const spent = cpuSince(begun)
  process.send?.({ longest, spent, ruler: ruler() })
  longest = 0
  since = process.threadCpuUsage()
  begun = since
})
process.send?.({ url: server.url })
