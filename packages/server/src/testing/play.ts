import {
  type ChatRequest,
  collectMessage,
  type Message,
  type StreamEvent,
  type ToolCall,
  type ToolResult,
  type ToolSpec,
} from '@parley/dialects'
import { createEventReader } from '@parley/dialects/wire'
import type { Hono } from 'hono'

const text = { type: 'string' } as const
const spec = (name: string, ...keys: string[]): ToolSpec => ({
  name,
  description: `${name} does what it says.`,
  parameters: { type: 'object', properties: Object.fromEntries(keys.map((key) => [key, text])), required: keys },
})

/** The tools of the three stories, as a page would send them. */
export const PAGE_TOOLS: readonly ToolSpec[] = [
  spec('browser_js_eval', 'code'),
  spec('list_directory', 'path'),
  spec('read_file', 'path'),
  spec('write_file', 'path', 'content'),
]

export type RunTool = (call: ToolCall) => Pick<ToolResult, 'content'> & Partial<Pick<ToolResult, 'outcome' | 'data'>>

export interface Played {
  readonly calls: readonly ToolCall[]
  readonly answer: string
  readonly messages: readonly Message[]
}

export async function respond(app: Hono, body: ChatRequest & { dialect?: string }): Promise<readonly StreamEvent[]> {
  const response = await app.request('/api/respond', { method: 'POST', body: JSON.stringify(body) })
  if (response.status !== 200) throw new Error(await response.text())
  const reader = createEventReader()
  return [...reader.push(await response.text()), ...reader.end()]
}

/** Plays a whole turn against `/api/respond`, as the page does it: ask, run what was called, ask again. */
export async function play(
  app: Hono,
  question: string,
  options: { model?: string; dialect?: string; tools?: readonly ToolSpec[]; run: RunTool },
): Promise<Played> {
  const { model = 'demo-scripted', dialect, tools = PAGE_TOOLS, run } = options
  const messages: Message[] = [{ role: 'user', id: 'u', parts: [{ type: 'text', text: question }] }]
  const calls: ToolCall[] = []
  for (let step = 0; step < 6; step++) {
    const { message, fault } = collectMessage(await respond(app, { model, messages, tools, ...(dialect && { dialect }) }))
    if (fault) throw new Error(fault.message)
    messages.push(message)
    const made = message.parts.filter((part) => part.type === 'tool-call')
    const answer = message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
    if (made.length === 0) return { calls, answer, messages }
    calls.push(...made)
    messages.push({
      role: 'tool',
      id: `t${step}`,
      parts: made.map((call) => ({ type: 'tool-result', callId: call.id, name: call.name, outcome: 'ok', ...run(call) })),
    })
  }
  throw new Error('The turn did not come to an end.')
}
