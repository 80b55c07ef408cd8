import { createServer } from 'node:http'

// A model server that never waits: 200 tokens, one event per write. The model's name says what it writes.

const TOKENS = 200
const envelope = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: 'chatcmpl-bench', object: 'chat.completion.chunk', created: 1, model: 'bench', choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }] })}\n\n`

const WORDS = ['The ', 'quick ', 'brown ', 'fox ', 'jumps ', 'over ', 'the ', 'lazy ', 'dog. ', 'Again: ']
const text = Array.from({ length: TOKENS }, (_, index) => envelope({ content: WORDS[index % WORDS.length] }))
const pieces = '<tool_call>\n{"name": "write_file", "arguments": {"path": "/a.txt", "content": "'.match(/.{1,4}/gs) ?? []
const argument = Array.from({ length: 40 }, (_, index) => envelope({ content: WORDS[index % WORDS.length] }))
const call = [
  ...pieces.map((content) => envelope({ content })),
  ...argument,
  ...('"}}\n</tool_call>'.match(/.{1,4}/gs) ?? []).map((content) => envelope({ content })),
]
const START = envelope({ role: 'assistant', content: '' })
const END = `${envelope({}, 'stop')}data: [DONE]\n\n`

const scripts: Record<string, readonly string[]> = {
  text: [START, ...text, END],
  empty: [START, END],
  call: [START, ...text, ...call, END],
}

const server = createServer((request, response) => {
  let body = ''
  request.on('data', (data: Buffer) => (body += String(data)))
  request.on('end', () => {
    const model = /"model":"([a-z]+)/.exec(body)?.[1] ?? 'text'
    if (request.method === 'GET')
      return response.writeHead(200, { 'content-type': 'application/json' }).end('{"object":"list","data":[{"id":"text"}]}')
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    if (model === 'slow') return drip(response)
    if (model === 'flood') return flood(response)
    return pour(response, scripts[model] ?? [])
  })
})

/** Gives the loop a turn between two events, so that each is a write, and for the proxy a read, of its own. */
function pour(response: import('node:http').ServerResponse, events: readonly string[], at = 0): void {
  const event = events[at]
  if (event === undefined || response.destroyed) return void response.end()
  response.write(event)
  setImmediate(pour, response, events, at + 1)
}

/** One token every two seconds, until told otherwise: for holding thousands of streams at once. */
function drip(response: import('node:http').ServerResponse): void {
  response.write(START)
  let left = 12
  const timer = setInterval(() => {
    response.write(envelope({ content: 'slow ' }))
    if (--left > 0) return
    clearInterval(timer)
    response.end(END)
  }, 2000)
  response.once('close', () => clearInterval(timer))
}

const PIECE = envelope({ content: 'much '.repeat(3000) })

/** As much as the other side takes, for ever. */
function flood(response: import('node:http').ServerResponse): void {
  response.write(START)
  const go = () => {
    while (!response.destroyed && response.write(PIECE));
  }
  response.on('drain', go)
  go()
}

// Peers keep their connections; one that is closed while idle would count as somebody's failure.
server.keepAliveTimeout = 600_000
server.listen({ port: 0, host: '127.0.0.1', backlog: 8192 }, () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' && address ? address.port : 0 })
})
process.once('disconnect', () => process.exit())
