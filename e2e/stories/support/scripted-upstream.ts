import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** What the vendor answers. `hold` waits before the rest is sent, until the test lets go. */
export interface Reply {
  readonly text: string
  /** Calls as the vendor itself writes them. */
  readonly calls?: readonly { readonly name: string; readonly input: object }[]
  /** Refuses with this status; the text is what the vendor says about it. */
  readonly status?: number
  /** Characters per chunk. Absent: all at once. */
  readonly pieces?: number
  /** Ends the connection after this many characters, without a word. */
  readonly breakAfter?: number
  /** Ends it only then: when what was sent has been seen, so that nothing of it is lost with the connection. Absent: at once. */
  readonly breakWhen?: Promise<void>
  /** Milliseconds between two chunks. */
  readonly pace?: number
  /** What it says it has counted. Absent: nothing. */
  readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number }
}

interface SentMessage {
  readonly role: string
  readonly content: string
}

interface UpstreamRequest {
  readonly model: string
  readonly messages: readonly SentMessage[]
  readonly tools?: unknown
}

/** What to answer to a request; `turn` counts them from 1. */
export type Script = (request: UpstreamRequest, turn: number) => Reply

export interface Upstream {
  readonly url: string
  /** Every request body since the script began, as the vendor received it. */
  readonly requests: readonly UpstreamRequest[]
  /** Begins another script, with nothing asked yet. */
  play(script: Script): void
  stop(): Promise<void>
}

interface Vendor {
  /** Refuses whoever does not bring it. Absent: lets everybody in. */
  readonly key?: string
  /** The one model it lists. */
  readonly model?: string
}

/** A vendor that speaks the OpenAI chat wire over real HTTP, says what the script tells it to and remembers what it was asked. */
export async function startUpstream(
  first: Script = () => ({ text: '' }),
  { key, model = 'scripted' }: Vendor = {},
): Promise<Upstream> {
  let script = first
  let requests: UpstreamRequest[] = []
  const server = createServer((request, response) => {
    if (key !== undefined && request.headers.authorization !== `Bearer ${key}`) {
      response.writeHead(401, { 'content-type': 'application/json' })
      return void response.end(JSON.stringify({ error: { message: 'Incorrect API key provided.' } }))
    }
    if (request.url?.endsWith('/models')) {
      // A program that was granted this host asks from a page of another origin.
      response.setHeader('access-control-allow-origin', '*')
      return void response.end(JSON.stringify({ data: [{ id: model }] }))
    }
    void readBody(request).then((body) => {
      requests.push(body)
      return send(response, script(body, requests.length), body.model)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/v1`,
    get requests() {
      return requests
    },
    play(next) {
      script = next
      requests = []
    },
    async stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function readBody(request: IncomingMessage): Promise<UpstreamRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

async function send(
  response: ServerResponse,
  { text, calls = [], status, pieces = text.length || 1, breakAfter, breakWhen, pace = 0, usage }: Reply,
  model: string,
): Promise<void> {
  if (status !== undefined) {
    response.writeHead(status, { 'content-type': 'application/json' })
    return void response.end(JSON.stringify({ error: { message: text } }))
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const chunk = (delta: object, reason: string | null) =>
    response.write(
      `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model, choices: [{ index: 0, delta, finish_reason: reason }], ...(reason !== null && usage && { usage }) })}\n\n`,
    )
  chunk({ role: 'assistant', content: '' }, null)
  for (let at = 0; at < text.length; at += pieces) {
    if (breakAfter !== undefined && at >= breakAfter) {
      await breakWhen
      return void response.destroy()
    }
    chunk({ content: text.slice(at, at + pieces) }, null)
    if (pace > 0) await new Promise((resolve) => setTimeout(resolve, pace))
  }
  for (const [index, { name, input }] of calls.entries())
    chunk(
      { tool_calls: [{ index, id: `call_${index}`, type: 'function', function: { name, arguments: JSON.stringify(input) } }] },
      null,
    )
  chunk({}, calls.length > 0 ? 'tool_calls' : 'stop')
  response.end('data: [DONE]\n\n')
}
