import { createServer, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { findDialect, isJsonObject, type JsonObject, type JsonValue } from '@parley/dialects'
import { HANDS } from './hands.ts'
import { type Hands, nextStep, type Step } from './job.ts'

/** A scripted model server on loopback. Its address says how it behaves, the model's name whom it serves. */
export interface ModelServer {
  readonly url: string
  /** Every request that came, newest last. */
  readonly requests: JsonObject[]
  /** The folder of the job that is played now. */
  folder: string
  close(): Promise<void>
}

export const BOOK = { title: 'Momo', pages: 304 }

export async function startModelServer(dialect: string, guestOf: (model: string) => string): Promise<ModelServer> {
  const state = { folder: '', requests: new Array<JsonObject>() }
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (piece: Buffer) => (text += String(piece)))
    request.on('end', () => {
      const body: JsonValue = JSON.parse(text === '' ? '{}' : text)
      if (!isJsonObject(body)) return void response.writeHead(400).end()
      state.requests.push(body)
      answer(response, body, { kind: request.url?.split('/')[1] ?? '', dialect, folder: state.folder, guestOf })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  })
}

/** What it says to whom it will never answer, by what the address begins with. */
export const REFUSALS: Readonly<Record<string, { readonly status: number; readonly error: JsonObject }>> = {
  key: { status: 401, error: { message: 'Incorrect API key provided.' } },
  full: {
    status: 400,
    error: {
      code: 'context_length_exceeded',
      message: "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
    },
  },
  refused: { status: 400, error: { message: 'This model plays no chess.' } },
}

/** What stands where half of a call was run. */
export const HALF = 'HALF-OF-IT'

/** A call that does something visible where only the first half of it is run: an edit, or the first of two commands. */
function brokenStep(hands: Hands, folder: string): Step {
  const rest = 'x'.repeat(400)
  const edit = hands.edit(join(folder, 'sum.js'), { from: 'SEED', to: `${HALF}${rest}` })
  return edit.name === 'edit_file' ? edit : hands.run(`none.js; touch ${join(folder, HALF)}; echo ${rest}`)
}

const half = (text: string): string => text.slice(0, -200)

interface Asked {
  /** What the address begins with: `text`, `native`, `broken` or one of the refusals. */
  readonly kind: string
  readonly dialect: string
  readonly folder: string
  readonly guestOf: (model: string) => string
}

function answer(response: ServerResponse, body: JsonObject, { kind, dialect, folder, guestOf }: Asked): void {
  const guest = guestOf(String(body['model']))
  const refusal = REFUSALS[kind]
  if (refusal) {
    response.writeHead(refusal.status, { 'content-type': 'application/json' })
    return void response.end(JSON.stringify({ error: { type: 'invalid_request_error', ...refusal.error } }))
  }
  if (guest === 'shape') return shape(response, body, { kind, dialect })
  if (guest === 'caller') return callThrough(response, body, folder)
  const messages = list(body['messages'])
  const hands = HANDS[guest]
  if (!hands || !hasTools(kind, body)) return say(response, 'A short title')
  const step = nextStep(heard(messages), calls(messages, kind, dialect), hands, folder)
  if (kind === 'broken') return say(response, half(spoken(brokenStep(hands, folder), dialect)))
  if (typeof step === 'string') return say(response, step)
  if (kind === 'native') return call(response, step)
  say(response, `One step more.\n${spoken(step, dialect)}`)
}

/** Calls one MCP tool, again as long as nobody has decided, and then says that it is done. `path`: what is edited. */
function callThrough(response: ServerResponse, body: JsonObject, path: string): void {
  const names = list(body['tools']).map(({ function: made }) => (isJsonObject(made) ? String(made['name']) : ''))
  const name = names.find((one) => one.endsWith('files__edit_file'))
  if (name === undefined) return say(response, 'A short title')
  const results = list(body['messages']).filter(({ role }) => role === 'tool')
  const isDone = results.length > 0 && !JSON.stringify(results.at(-1)).includes('Call again with the same arguments')
  if (isDone) return say(response, 'THE END')
  call(response, { name, input: { path, edits: [{ oldText: 'a', newText: 'ba' }] } })
}

const spoken = ({ name, input }: Step, dialect: string): string =>
  findDialect(dialect)?.formatCalls([{ id: 'call_1', name, input }]) ?? ''

/** Some clients ask for the shape with a tool that must be called. */
function shape(response: ServerResponse, body: JsonObject, { kind, dialect }: { kind: string; dialect: string }): void {
  const step = { name: 'json', input: BOOK }
  if (kind === 'native' && list(body['tools']).length > 0) return call(response, step)
  const taught = kind === 'text' && hasTools(kind, body)
  say(response, taught ? spoken(step, dialect) : shaped(kind, body))
}

/** A text model wraps its JSON in words and a fence; a native one keeps to a schema that it was given, and to none that it was not. */
function shaped(kind: string, body: JsonObject): string {
  if (kind === 'native') return body['response_format'] === undefined ? 'I was given no schema.' : JSON.stringify(BOOK)
  const taught = JSON.stringify(body['messages']).includes('pages')
  return taught ? `Here it is:\n\`\`\`json\n${JSON.stringify(BOOK, null, 2)}\n\`\`\`` : 'I was given no schema.'
}

/** Side requests, such as for a title, come without. */
function hasTools(kind: string, body: JsonObject): boolean {
  if (kind === 'native') return list(body['tools']).length > 0
  return list(body['messages']).some(
    ({ role, content }) => role === 'system' && /<tools>|function/i.test(JSON.stringify(content ?? '')),
  )
}

/** How often the model called since it was asked. */
function calls(messages: readonly JsonObject[], kind: string, dialect: string): number {
  const mark = (findDialect(dialect)?.formatCalls([{ id: 'c', name: 'x', input: {} }]) ?? '').slice(0, 5)
  return messages.filter(({ role, content, tool_calls: made }) => {
    if (role !== 'assistant') return false
    return kind === 'native' ? list(made).length > 0 : JSON.stringify(content ?? '').includes(JSON.stringify(mark).slice(1, -1))
  }).length
}

/** What others said: results, and the question. Not the model's own words. */
function heard(messages: readonly JsonObject[]): string {
  return messages
    .filter(({ role }) => role !== 'assistant' && role !== 'system')
    .map((message) => JSON.stringify(message))
    .join('\n')
}

const list = (value: JsonValue | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter((item): item is JsonObject => isJsonObject(item)) : []

const chunk = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`

function send(response: ServerResponse, chunks: readonly string[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.end(`${chunks.join('')}data: [DONE]\n\n`)
}

function say(response: ServerResponse, text: string): void {
  const pieces = text.match(/[^]{1,12}/g) ?? []
  send(response, [...pieces.map((content) => chunk({ content })), chunk({}, 'stop')])
}

function call(response: ServerResponse, step: Step): void {
  const opened = {
    index: 0,
    id: `call_${Math.random().toString(36).slice(2, 12)}`,
    type: 'function',
    function: { name: step.name, arguments: '' },
  }
  const pieces = JSON.stringify(step.input).match(/[^]{1,12}/g) ?? []
  send(response, [
    chunk({ content: 'One step more.' }),
    chunk({ tool_calls: [opened] }),
    ...pieces.map((piece) => chunk({ tool_calls: [{ index: 0, function: { arguments: piece } }] })),
    chunk({}, 'tool_calls'),
  ])
}
