import { createServer, type Socket } from 'node:net'

// A model server that never waits: 200 tokens, one event per write. The model's name says what it writes. It speaks just enough HTTP,
// with every byte made beforehand, so that it costs less than the proxies that are measured.

const TOKENS = 200
const envelope = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: 'chatcmpl-bench', object: 'chat.completion.chunk', created: 1, model: 'bench', choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }] })}\n\n`
const frame = (text: string) => Buffer.from(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`)

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n'
const WORDS = ['The ', 'quick ', 'brown ', 'fox ', 'jumps ', 'over ', 'the ', 'lazy ', 'dog. ', 'Again: ']
const said = (words: readonly string[]) => words.map((content) => frame(envelope({ content })))
const text = said(Array.from({ length: TOKENS }, (_, index) => WORDS[index % WORDS.length] ?? ''))
const pieces = (written: string) => written.match(/.{1,4}/gs) ?? []
const call = said([
  ...pieces('<tool_call>\n{"name": "write_file", "arguments": {"path": "/a.txt", "content": "'),
  ...Array.from({ length: 40 }, (_, index) => WORDS[index % WORDS.length] ?? ''),
  ...pieces('"}}\n</tool_call>'),
])
const START = Buffer.concat([Buffer.from(HEAD), frame(envelope({ role: 'assistant', content: '' }))])
const END = Buffer.concat([frame(`${envelope({}, 'stop')}data: [DONE]\n\n`), Buffer.from('0\r\n\r\n')])

const scripts: Record<string, readonly Buffer[]> = {
  text: [START, ...text, END],
  empty: [START, END],
  call: [START, ...text, ...call, END],
}

interface Pouring {
  readonly socket: Socket
  readonly events: readonly Buffer[]
  at: number
}

let pouring: Pouring[] = []

/** One event of every answer, then a turn of the loop, so that each is a write of its own. */
function pour(): void {
  const left: Pouring[] = []
  for (const one of pouring) {
    const event = one.events[one.at++]
    if (event === undefined || one.socket.destroyed) continue
    one.socket.write(event)
    left.push(one)
  }
  pouring = left
  if (left.length > 0) setImmediate(pour)
}

/** One token every two seconds: for holding thousands of streams at once. */
function drip(socket: Socket): void {
  const slow = frame(envelope({ content: 'slow ' }))
  socket.write(START)
  let left = 12
  const timer = setInterval(() => {
    if (left-- > 0) return void socket.write(slow)
    clearInterval(timer)
    socket.write(END)
  }, 2000)
  socket.once('close', () => clearInterval(timer))
}

/** As much as the other side takes, for ever. */
function flood(socket: Socket): void {
  const much = frame(envelope({ content: 'much '.repeat(3000) }))
  socket.write(START)
  const go = () => {
    while (!socket.destroyed && socket.write(much));
  }
  socket.on('drain', go)
  go()
}

const LIST = '{"object":"list","data":[{"id":"text"}]}'

function answer(socket: Socket, asked: string): void {
  if (asked.startsWith('GET'))
    return void socket.write(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${LIST.length}\r\n\r\n${LIST}`)
  const model = /"model":"([a-z]+)/.exec(asked)?.[1] ?? 'text'
  if (model === 'slow') return drip(socket)
  if (model === 'flood') return flood(socket)
  pouring.push({ socket, events: scripts[model] ?? [], at: 0 })
  if (pouring.length === 1) setImmediate(pour)
}

/** Whether a whole request has come. */
function isWhole(asked: string): boolean {
  const head = asked.indexOf('\r\n\r\n')
  if (head === -1) return false
  const length = /content-length: (\d+)/i.exec(asked)?.[1]
  if (length !== undefined) return asked.length >= head + 4 + Number(length)
  return /transfer-encoding: chunked/i.test(asked) ? asked.endsWith('0\r\n\r\n') : true
}

const server = createServer({ noDelay: true }, (socket) => {
  let asked = ''
  socket.setEncoding('latin1')
  socket.on('error', () => socket.destroy())
  socket.on('data', (piece: string) => {
    asked += piece
    if (!isWhole(asked)) return
    answer(socket, asked)
    asked = ''
  })
})
server.listen({ port: 0, host: '127.0.0.1', backlog: 8192 }, () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' && address ? address.port : 0 })
})
process.once('disconnect', () => process.exit())
