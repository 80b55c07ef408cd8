import type { ChatRequest, JsonObject, Message, StreamEvent } from '@parley/dialects'
import type { Hono } from 'hono'
import { afterEach } from 'vitest'
import { openSqliteStore, serveAgent } from '../agent/index.ts'
import type { AgentStore } from '../agent/store/agent-store.ts'
import { createApp } from '../app.ts'
import type { ChatEvent, PendingCall } from '../chat/chat-event.ts'
import { readConfig } from '../config.ts'
import { createLazyAgent } from '../hosts/lazy-agent.ts'
import type { BackendTool } from '../tools/backend-tool.ts'

/** One answer of the model: prepared, or made when it is asked for. */
type Step = readonly StreamEvent[] | ((request: ChatRequest, signal: AbortSignal) => AsyncIterable<readonly StreamEvent[]>)

export interface AgentAppOptions {
  readonly steps?: readonly Step[]
  readonly tools?: readonly BackendTool[]
  /** The SQLite file. Absent: in memory. */
  readonly path?: string
  /** Instead of that: threads that are kept elsewhere. It is closed with the server. */
  readonly store?: AgentStore
  /** The configuration as a file would hold it. */
  readonly config?: object
  readonly leaseMs?: number
  readonly keepDays?: number
  readonly now?: () => number
}

interface ThreadDocument {
  readonly id: string
  readonly title: string
  readonly status: string
  readonly pending: readonly PendingCall[]
  readonly messages: readonly Message[]
  readonly checkpoints: readonly { readonly id: string; readonly after: string; readonly messages: number }[]
  readonly fault?: { readonly code: string; readonly message: string }
}

export interface AgentApp {
  readonly app: Hono
  /** What the model was asked. */
  readonly requests: readonly ChatRequest[]
  readonly bugs: readonly unknown[]
  send(path: string, body?: object | string, init?: RequestInit): Promise<Response>
  /** Sends, and reads our own events to their end. */
  events(path: string, body: object, init?: RequestInit): Promise<readonly ChatEvent[]>
  ask(threadId: string, text: string, more?: { tools?: JsonObject; id?: string }): Promise<readonly ChatEvent[]>
  answer(threadId: string, ...answers: readonly object[]): Promise<readonly ChatEvent[]>
  thread(id: string): Promise<ThreadDocument>
  close(): Promise<void>
}

let ids = 0

/** Opens servers with an agent, and closes them after the test. */
export function agentApps(): (options: AgentAppOptions) => Promise<AgentApp> {
  const open: AgentApp[] = []
  afterEach(async () => {
    for (const app of open.splice(0)) await app.close()
  })
  return async (options) => {
    const app = await agentApp(options)
    open.push(app)
    return app
  }
}

/** A server with an agent, and a model that plays what it is given, one step for each time it is asked. */
export async function agentApp(options: AgentAppOptions = {}): Promise<AgentApp> {
  const { steps = [], tools = [], path = ':memory:', config: file = {}, leaseMs = 10_000, keepDays = 90, now } = options
  const config = readConfig({ env: { PARLEY_DISCOVER: 'no', PARLEY_DEMO_PACE: '0' }, file: JSON.stringify(file) })
  const requests: ChatRequest[] = []
  const bugs: unknown[] = []
  const left = [...steps]
  const store = options.store ?? (await openSqliteStore(path, { replica: `replica-${++ids}`, leaseMs }))
  const load = async (server: Parameters<typeof serveAgent>[0]) => serveAgent(server, store, { keepDays, leaseMs })
  const agent = createLazyAgent(
    { ...config.agent, database: 'postgres://opened-at-once' },
    { onBug: (bug) => bugs.push(bug), load },
  )
  const app = createApp(config, {
    agent: agent.open,
    tools,
    ...(now && { now }),
    onBug: (bug) => bugs.push(bug),
    providers: [
      {
        id: 'actor',
        label: 'Actor',
        models: async () => [{ id: 'actor', native: true }],
        async *respond(request, signal) {
          requests.push(request)
          const step = left.shift()
          if (typeof step === 'function') yield* step(request, signal)
          else if (step) yield step
        },
      },
    ],
  })
  const send = async (to: string, body?: object | string, init: RequestInit = {}) =>
    await app.request(to, {
      method: body === undefined ? 'GET' : 'POST',
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      ...init,
    })
  const events = async (to: string, body: object, init?: RequestInit) => {
    const response = await send(`${to}?events=canonical`, body, init)
    if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`)
    return readEvents(await response.text())
  }
  return {
    app,
    requests,
    bugs,
    send,
    events,
    ask: async (threadId, text, { tools: page, id } = {}) =>
      await events('/api/chat', {
        messages: [id === undefined ? { role: 'user', content: text } : { role: 'user', id, parts: [{ type: 'text', text }] }],
        config: { mode: 'agent', model: 'actor', threadId },
        ...(page && { tools: page }),
      }),
    answer: async (threadId, ...answers) => await events(`/api/threads/${threadId}/resume`, { answers }),
    thread: async (id) => (await (await send(`/api/threads/${id}`)).json()) as ThreadDocument,
    close: () => agent.close(),
  }
}

export function readEvents(text: string): readonly ChatEvent[] {
  return (
    text
      .split('\n\n')
      // A slow server says in between that it is still there.
      .filter((event) => event.startsWith('data: '))
      .flatMap((event) => JSON.parse(event.replace(/^data: /, '')) as ChatEvent[])
  )
}

/** An answer of words. */
export function says(text: string): readonly StreamEvent[] {
  return [
    { type: 'message-start', messageId: 'said', model: 'actor' },
    { type: 'part-start', part: 0, kind: 'text' },
    { type: 'part-delta', part: 0, text },
    { type: 'part-end', part: 0, value: { type: 'text', text } },
    { type: 'message-end', reason: 'done' },
  ]
}

/** An answer of calls: name and input. */
export function calls(...made: readonly (readonly [name: string, input: JsonObject])[]): readonly StreamEvent[] {
  return [
    { type: 'message-start', messageId: 'called', model: 'actor' },
    ...made.flatMap(([name, input], part): readonly StreamEvent[] => [
      { type: 'part-start', part, kind: 'tool-call', callId: `call_${part + 1}`, name },
      { type: 'part-delta', part, text: JSON.stringify(input) },
      { type: 'part-end', part, value: { type: 'tool-call', id: `call_${part + 1}`, name, input } },
    ]),
    { type: 'message-end', reason: 'calls' },
  ]
}

/** Declares tools of the page by name. */
export const pageTools = (...names: readonly string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, { description: `${name} of the page.`, parameters: { type: 'object' } }]))

/** The results that a list of messages or events holds, as the model reads them. */
export function resultsIn(given: readonly (Message | ChatEvent)[]): readonly string[] {
  const results = given.flatMap((one) =>
    'role' in one ? (one.role === 'tool' ? one.parts : []) : one.type === 'tool-result' ? [one.result] : [],
  )
  return results.map(
    ({ outcome, content }) => `${outcome}: ${content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')}`,
  )
}

export function wordsIn(events: readonly ChatEvent[]): string {
  return events.map((event) => (event.type === 'part-delta' ? event.text : '')).join('')
}
