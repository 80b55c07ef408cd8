import {
  FaultError,
  type FilePart,
  faultOf,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type TextPart,
} from '@parley/dialects'
import type { QuestionAnswer } from '../tools/question.ts'
import { say } from '../words/mcp.ts'
import { type CallEvent, callEventsIn } from './call-events.ts'
import { type McpItem, readContent, readPromptMessages, readPrompts, readResources } from './mcp-items.ts'
import { type McpServer, type McpTool, readList, readServer, readTool } from './mcp-server.ts'

export interface McpClientOptions {
  /** Where the doors are: `/api/mcp`. */
  readonly url: string
  /** Asked for every request, so that a token may change. */
  readonly headers?: () => Readonly<Record<string, string>>
  /** Absent: the page's own. */
  readonly fetch?: typeof fetch
}

/** What an entry that somebody pasted would start. */
export interface ServersToAdd {
  readonly hash: string
  readonly servers: readonly { readonly label: string; readonly line: string; readonly names: readonly string[] }[]
}

/** A document of a server, to be written into a locked frame. */
export interface McpView {
  readonly html: string
  /** The origins that it would connect to, and load from. */
  readonly connect: readonly string[]
  readonly resource: readonly string[]
}

/** The MCP servers of our server. Everything here rejects with a fault that says what to do. */
export interface McpClient {
  servers(): Promise<{ readonly servers: readonly McpServer[]; readonly mayEdit: boolean }>
  /** Starts the servers whose tools are not known. */
  tools(servers: readonly string[]): Promise<readonly McpTool[]>
  restart(id: string): Promise<void>
  stop(id: string): Promise<void>
  /** Where a person must go to sign in. */
  login(id: string): Promise<URL>
  logout(id: string): Promise<void>
  log(id: string): Promise<readonly string[]>
  /** Begins a call, and tells of it until its end. */
  call(body: CallBody, signal: AbortSignal): AsyncIterable<CallEvent>
  /** Tells of a call that was begun. Rejects with `request/not-found` where nobody knows it. */
  listen(callId: string, signal: AbortSignal): AsyncIterable<CallEvent>
  cancel(callId: string): Promise<void>
  /** Answers what a call asks. Rejects with `request/conflict` where it does not ask that any more. */
  answer(callId: string, asks: number, answer: QuestionAnswer): Promise<void>
  /** What the text would start; nothing is added. */
  readEntries(text: string): Promise<ServersToAdd>
  add(text: string, agreed: string): Promise<void>
  remove(id: string): Promise<void>
  /** What a server that runs has to read, and to say. */
  items(id: string): Promise<readonly McpItem[]>
  resource(server: string, uri: string): Promise<readonly (TextPart | FilePart)[]>
  prompt(server: string, name: string, values: Readonly<Record<string, string>>): Promise<readonly (TextPart | FilePart)[]>
  /** The document that a server draws of a result, and what it would reach. */
  view(server: string, uri: string): Promise<McpView>
  /** Answers what the entry of a server asks. It goes in and never comes out. */
  answerInput(id: string, value: string): Promise<void>
}

interface CallBody {
  readonly callId: string
  readonly name: string
  readonly input: JsonObject
  readonly fingerprint: string
}

export function createMcpClient(options: McpClientOptions): McpClient {
  const send = async (method: string, path: string, more: { body?: object; signal?: AbortSignal } = {}) => {
    const { body, signal } = more
    const response = await (options.fetch ?? fetch)(`${options.url}/${path}`, {
      method,
      headers: { ...options.headers?.(), ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    }).catch((error: unknown) => {
      throw new FaultError({ code: 'transport/disconnected', ...say('remote.unreachable'), retryable: true }, { cause: error })
    })
    if (!response.ok) throw await refusalOf(response)
    return response
  }
  const ask = async (method: string, path: string, body?: object): Promise<JsonObject> => {
    const value: unknown = await (await send(method, path, body && { body })).json()
    return isJsonObject(value) ? value : {}
  }
  return {
    async servers() {
      const { servers, mayEdit } = await ask('GET', 'servers')
      return { servers: readList(servers, readServer), mayEdit: mayEdit === true }
    },
    async tools(servers) {
      const query = servers.map((id) => `server=${encodeURIComponent(id)}`).join('&')
      return readList((await ask('GET', `tools?${query}`))['tools'], readTool)
    },
    restart: async (id) => void (await ask('POST', at(id, 'restart'), {})),
    async login(id) {
      const url = URL.parse(String((await ask('POST', at(id, 'login'), {}))['url']))
      // What stands there came from a stranger: it may not be a program for this page.
      if (url?.protocol === 'https:' || url?.protocol === 'http:') return url
      throw new FaultError({ code: 'provider/bad-answer', ...say('remote.status', { status: 200 }), retryable: false })
    },
    logout: async (id) => void (await ask('POST', at(id, 'logout'), {})),
    stop: async (id) => void (await ask('POST', at(id, 'stop'), {})),
    log: async (id) => textsIn((await ask('GET', at(id, 'log')))['lines']),
    ...callsBy(send),
    async readEntries(text) {
      const { hash, servers } = await ask('POST', 'import', { text })
      return { hash: String(hash), servers: readList(servers, toAdd) }
    },
    add: async (text, agreed) => void (await send('POST', 'import', { body: { text, agreed } })),
    remove: async (id) => void (await send('DELETE', at(id))),
    ...thingsToShow(ask),
    answerInput: async (id, value) => void (await send('POST', 'inputs', { body: { id, value } })),
  }
}

type Ask = (method: string, path: string, body?: object) => Promise<JsonObject>

/** What servers have besides tools. */
function thingsToShow(ask: Ask): Pick<McpClient, 'items' | 'resource' | 'prompt' | 'view'> {
  return {
    async items(id) {
      const [resources, prompts] = await Promise.all([ask('GET', at(id, 'resources')), ask('GET', at(id, 'prompts'))])
      return [...readResources(resources), ...readPrompts(prompts)]
    },
    resource: async (server, uri) => readContent((await ask('POST', 'resource', { server, uri }))['content']),
    prompt: async (server, name, values) =>
      readPromptMessages((await ask('POST', 'prompt', { server, name, arguments: values }))['messages']),
    async view(server, uri) {
      const { html, connect, resource } = await ask('POST', 'view', { server, uri })
      return { html: typeof html === 'string' ? html : '', connect: textsIn(connect), resource: textsIn(resource) }
    },
  }
}

const at = (id: string, ...rest: readonly string[]) => ['servers', encodeURIComponent(id), ...rest].join('/')

const textsIn = (value: JsonValue | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []

function toAdd({ label, command, url, names }: JsonObject): ServersToAdd['servers'][number] {
  const line = Array.isArray(command) ? textsIn(command).map(quoted).join(' ') : String(url)
  return { label: String(label), line, names: textsIn(names) }
}

/** Every word as a shell would take it, so that two words are never read as one. */
const quoted = (word: string) => (/^[\w@%+=:,./~$-]+$/.test(word) ? word : JSON.stringify(word))

async function refusalOf(response: Response): Promise<FaultError> {
  const value: unknown = await response.json().catch(() => undefined)
  const fault = faultOf(value)
  return new FaultError(
    fault ?? { code: 'request/invalid', ...say('remote.status', { status: response.status }), retryable: false },
  )
}

type Send = (method: string, path: string, more?: { body?: object; signal?: AbortSignal }) => Promise<Response>

function callsBy(send: Send): Pick<McpClient, 'call' | 'listen' | 'cancel' | 'answer'> {
  return {
    async *call(body, signal) {
      yield* callEventsIn(await send('POST', 'call', { body, signal }))
    },
    async *listen(callId, signal) {
      yield* callEventsIn(await send('GET', `calls/${encodeURIComponent(callId)}`, { signal }))
    },
    cancel: async (callId) => void (await send('DELETE', `calls/${encodeURIComponent(callId)}`)),
    answer: async (callId, asks, answer) =>
      void (await send('POST', `calls/${encodeURIComponent(callId)}/answer`, { body: { asks, ...answer } })),
  }
}
