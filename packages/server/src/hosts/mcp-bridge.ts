import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { isJsonObject, type JsonObject, type JsonValue } from '@parley/dialects'
import { createSseSplitter } from '@parley/dialects/wire'

export interface McpBridgeOptions {
  /** Where the running server is: `http://127.0.0.1:4317`. */
  readonly url: string
  readonly token?: string
  readonly input: Readable
  readonly output: Writable
}

/** After how long the running server is looked for again, to hear of new tools. */
const PAUSE_MS = 2000

/**
 * MCP over standard streams for who cannot, or does not like to, speak it over HTTP: each message goes to the server that runs, and what it
 * answers comes back. Ends with its input, and takes along what was asked.
 */
export async function bridgeMcp(options: McpBridgeOptions): Promise<void> {
  const bridge = new McpBridge(options)
  for await (const line of createInterface({ input: options.input })) bridge.take(line)
  bridge.end()
}

class McpBridge {
  readonly #address: string
  readonly #options: McpBridgeOptions
  readonly #asked = new Map<JsonValue, AbortController>()
  readonly #ending = new AbortController()
  #client = 'MCP client'
  #version: string | undefined

  constructor(options: McpBridgeOptions) {
    this.#options = options
    this.#address = `${options.url.replace(/\/+$/, '')}/mcp`
  }

  take(line: string): void {
    const message = parsed(line)
    if (!isJsonObject(message)) return
    const { id, method, params } = message
    if (method === 'notifications/cancelled') return this.#cancel(params)
    if (id === undefined || method === undefined) return void this.#send(message, this.#ending.signal).catch(() => undefined)
    // The newest way to begin cannot be passed on as it is; who asks for it takes the older one.
    if (method === 'server/discover') return this.#say({ id, error: { code: -32_601, message: 'Method not found' } })
    if (method === 'initialize') this.#client = nameOf(params) ?? this.#client
    void this.#ask(message, id)
  }

  end(): void {
    this.#ending.abort()
    for (const asked of this.#asked.values()) asked.abort()
  }

  #cancel(params: unknown): void {
    const id = isJsonObject(params) ? params['requestId'] : undefined
    if (id !== undefined) this.#asked.get(id)?.abort()
  }

  async #ask(message: JsonObject, id: JsonValue): Promise<void> {
    const stop = new AbortController()
    this.#asked.set(id, stop)
    let isSent = false
    try {
      const response = await this.#send(message, stop.signal)
      isSent = true
      if (!response.ok) throw new Error(await refusalOf(response))
      for await (const answer of messagesIn(response)) {
        this.#say(answer)
        if (answer['id'] !== id) continue
        if (message['method'] === 'initialize') this.#begun(answer)
        return
      }
      throw new Error(GONE)
    } catch (error) {
      if (!stop.signal.aborted) this.#say(failure(message, id, this.#why(error, isSent)))
    } finally {
      this.#asked.delete(id)
    }
  }

  #why(error: unknown, isSent: boolean): string {
    const cause = error instanceof Error ? error.message : ''
    if (!isSent) return `Parley is not running at ${this.#options.url}. Start it with \`parley\`, then call again.`
    return cause === 'terminated' || cause === '' ? GONE : cause
  }

  #begun(answer: JsonObject): void {
    const version = isJsonObject(answer['result']) ? answer['result']['protocolVersion'] : undefined
    if (typeof version === 'string') this.#version = version
    void this.#hearChanges()
  }

  /** As long as it lasts: that there are other tools than before. */
  async #hearChanges(): Promise<void> {
    const { signal } = this.#ending
    while (!signal.aborted) {
      try {
        const response = await fetch(this.#address, { headers: { ...this.#headers(), accept: 'text/event-stream' }, signal })
        if (!response.ok) return
        for await (const message of messagesIn(response)) this.#say(message)
      } catch {
        // The server is away. It may come back.
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS).unref())
    }
  }

  #send(message: JsonObject, signal: AbortSignal): Promise<Response> {
    return fetch(this.#address, { method: 'POST', headers: this.#headers(), body: JSON.stringify(message), signal })
  }

  #headers(): Record<string, string> {
    const { token } = this.#options
    return {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'x-parley-client': this.#client,
      ...(this.#version !== undefined && { 'mcp-protocol-version': this.#version }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    }
  }

  #say(message: JsonObject): void {
    this.#options.output.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  }
}

const GONE = 'Parley was stopped before it answered, so the call may have run. Look what happened before you call it again.'

/** A call that failed is a result, which a model reads; anything else is an error of the protocol. */
function failure({ method }: JsonObject, id: JsonValue, text: string): JsonObject {
  if (method === 'tools/call') return { id, result: { isError: true, content: [{ type: 'text', text }] } }
  return { id, error: { code: -32_000, message: text } }
}

async function refusalOf(response: Response): Promise<string> {
  const value: unknown = await response.json().catch(() => undefined)
  const fault = isJsonObject(value) ? value['fault'] : undefined
  return isJsonObject(fault) && typeof fault['message'] === 'string'
    ? fault['message']
    : `Parley answered with the status ${response.status}.`
}

function nameOf(params: unknown): string | undefined {
  const info = isJsonObject(params) ? params['clientInfo'] : undefined
  const name = isJsonObject(info) ? info['name'] : undefined
  return typeof name === 'string' ? name.replaceAll(/[^\w.@+-]+/g, '-').slice(0, 60) : undefined
}

/** The messages of an answer, which is one, or a stream of them. */
async function* messagesIn(response: Response): AsyncGenerator<JsonObject> {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (!isStream) {
    const message = parsed(await response.text())
    if (isJsonObject(message)) yield message
    return
  }
  const splitter = createSseSplitter()
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const found: JsonObject[] = []
    splitter.push(piece, (data) => {
      const message = parsed(data)
      if (isJsonObject(message)) found.push(message)
    })
    yield* found
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
