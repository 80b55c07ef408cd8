import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonObject, Message } from '@parley/dialects'
import { afterEach, expect } from 'vitest'
import type { ChatEvent, PendingCall } from '../../chat/chat-event.ts'
import { readEvents } from '../../testing/agent-app.ts'
import { startUpstream, type Upstream } from '../../testing/upstream.ts'
import type { NotOffered } from '../../tools/remote-tool.ts'
import { type McpLab, mcpLabs } from './mcp-lab.ts'

/** What the model says: words, in whatever dialect, or calls of its own. */
export type Reply = string | { readonly name: string; readonly input: JsonObject }[]

interface ThreadDocument {
  readonly status: string
  readonly pending: readonly PendingCall[]
  readonly messages: readonly Message[]
  readonly notOffered: readonly NotOffered[]
}

export interface AgentLab extends McpLab {
  readonly upstream: Upstream
  /** Asks a thread, with tools of MCP servers as they are now. */
  ask(
    threadId: string,
    names: readonly string[],
    more?: { readonly text?: string; readonly isTrusted?: boolean },
  ): Promise<readonly ChatEvent[]>
  answer(threadId: string, ...answers: readonly object[]): Promise<readonly ChatEvent[]>
  resume(threadId: string, answers: readonly object[], headers?: Record<string, string>): Promise<Response>
  thread(threadId: string): Promise<ThreadDocument>
  post(path: string, body?: object): Promise<Response>
}

interface LabOptions {
  readonly mcpServers: object
  readonly replies: readonly Reply[]
  /** How the model is spoken to. */
  readonly dialect?: string
  readonly more?: object
  readonly folder?: string
  readonly env?: Record<string, string>
}

const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: 'a', object: 'chat.completion.chunk', created: 1, model: 'scripted', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`

/** What a model says that takes pictures. */
const LOOKED = [
  { type: 'message_start', message: { id: 'm', type: 'message', role: 'assistant', model: 'seeing', content: [], usage: {} } },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: {} },
  { type: 'message_stop' },
]
  .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  .join('')

function written(reply: Reply): string {
  if (typeof reply === 'string') return `${chunk({ role: 'assistant', content: reply })}${chunk({}, 'stop')}data: [DONE]\n\n`
  const calls = reply.map(({ name, input }, index) => ({
    index,
    id: `call_${index + 1}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }))
  return `${chunk({ role: 'assistant', tool_calls: calls })}${chunk({}, 'tool_calls')}data: [DONE]\n\n`
}

/** Real servers of ours, with real MCP servers and a model that plays what it is given, whose threads live on the server. */
export function agentLabs(): (options: LabOptions) => Promise<AgentLab> {
  const open = mcpLabs()
  const upstreams: Upstream[] = []
  afterEach(async () => {
    for (const upstream of upstreams.splice(0)) await upstream.close()
  })
  return async ({ mcpServers, replies, dialect = 'native', more = {}, folder, env = {} }) => {
    const upstream = await startUpstream()
    upstreams.push(upstream)
    const left = [...replies]
    upstream.behave((response, request) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(request.url?.endsWith('/messages') ? LOOKED : written(left.shift() ?? 'Nothing more.'))
    })
    const provider = { id: 'lab', kind: 'openai-compatible', url: upstream.url, models: [{ id: 'scripted', dialect }] }
    const seeing = { id: 'seeing', kind: 'anthropic', url: upstream.url, key: 'none', models: ['seeing'] }
    const agent = { folder: folder ?? (await mkdtemp(join(tmpdir(), 'mcp-agent-'))) }
    const lab = await open(mcpServers, { providers: [provider, seeing], agent, ...more }, env)
    return { ...lab, upstream, ...threadsOf(lab) }
  }
}

async function events(response: Response): Promise<readonly ChatEvent[]> {
  const text = await response.text()
  expect(response.status, text).toBe(200)
  return readEvents(text)
}

function threadsOf(lab: McpLab): Pick<AgentLab, 'ask' | 'answer' | 'resume' | 'thread' | 'post'> {
  const own = { origin: lab.url, 'content-type': 'application/json' }
  const post = async (path: string, body?: object, headers: Record<string, string> = own) =>
    await fetch(`${lab.url}/api/${path}`, { method: 'POST', headers, ...(body && { body: JSON.stringify(body) }) })
  const resume = (threadId: string, answers: readonly object[], headers?: Record<string, string>) =>
    post(`threads/${threadId}/resume?events=canonical`, { answers }, headers)
  return {
    post,
    resume,
    async ask(threadId, names, { text = 'Do it.', isTrusted } = {}) {
      const tools = await lab.tools()
      const chosen = tools.filter(({ tool }) => names.includes(tool))
      expect(chosen).toHaveLength(names.length)
      const mcpTools = chosen.map(({ name, fingerprint }) => ({ name, fingerprint, ...(isTrusted && { isTrusted }) }))
      const config = { mode: 'agent', model: 'scripted', threadId, mcpTools }
      return await events(await post('chat?events=canonical', { messages: [{ role: 'user', content: text }], config }))
    },
    answer: async (threadId, ...answers) => await events(await resume(threadId, answers)),
    thread: async (threadId) => (await (await fetch(`${lab.url}/api/threads/${threadId}`)).json()) as ThreadDocument,
  }
}

/** What the model was told in its last request. */
export const lastRequest = ({ upstream }: AgentLab): string => upstream.bodies.at(-1) ?? ''
