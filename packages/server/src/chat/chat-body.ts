import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Message,
  ownValue,
  type Settings,
  type ToolSpec,
  usualDialect,
} from '@parley/dialects'
import { jsonObjectSchema } from '@parley/dialects/schema'
import { readUiMessages, type UiApproval } from '@parley/dialects/wire'
import { z } from 'zod'
import { checked } from '../http/chat-request-schema.ts'
import { refusal } from '../http-fault.ts'
import { createPace, type Pace, unhurried } from '../safety/pace.ts'
import { toolsNamed } from '../tools/page-toolsets.ts'
import { say } from '../words.ts'
import { readingPlainMessages } from './read-plain-messages.ts'

const config = z.object({
  mode: z.enum(['chat', 'agent']).default('chat'),
  model: z.string().min(1).exactOptional(),
  enabledTools: z.array(z.string()).exactOptional(),
  toolParadigm: z.string().min(1).exactOptional(),
  enableToolCall: z.boolean().exactOptional(),
  systemPrompt: z.string().exactOptional(),
  temperature: z.number().exactOptional(),
  maxTokens: z.number().int().positive().exactOptional(),
  threadId: z.string().min(1).exactOptional(),
  /** In agent mode: tools of MCP servers that the person looked at and switched on, each with the definition they saw. */
  mcpTools: z
    .array(z.object({ name: z.string().min(1), fingerprint: z.string().min(1), isTrusted: z.boolean().exactOptional() }))
    .max(500)
    .exactOptional(),
  /** In agent mode: tools of the page that run programs, which may call the server's own tools. */
  programs: z.array(z.string().min(1)).min(1).max(10).exactOptional(),
  /** In agent mode, with the first message: what is told instead of messages up to one, as somebody had them summed up before. */
  summaries: z
    .array(z.object({ upTo: z.string().min(1), text: z.string().min(1), model: z.string(), createdAt: z.number() }))
    .max(100)
    .exactOptional(),
})

/** What `/api/chat` takes. */
export const chatBody = z.object({
  messages: z.array(jsonObjectSchema).min(1),
  config: config.prefault({}),
  /** Tools of the page by name; or the same in a field `tools` of its own, as clients forward them. */
  tools: z
    .record(
      z.string().min(1),
      z.object({ description: z.string().default(''), parameters: jsonObjectSchema.default({ type: 'object' }) }),
    )
    .exactOptional(),
  system: z.string().exactOptional(),
})

export type ChatConfig = z.output<typeof config>

/** A turn as `/api/chat` was asked for it. */
export interface ChatTurn {
  readonly config: ChatConfig
  readonly messages: readonly Message[]
  /** Tools of the page: the model may call them, the page runs them. */
  readonly tools: readonly ToolSpec[]
  readonly settings: Settings
  /** What the user decided about calls of backend tools. */
  readonly decisions: readonly UiApproval[]
  /** Whether the ids of the messages are the client's own, the same in every request. */
  readonly hasIds: boolean
  /** The assistant message that this turn continues. Absent: it begins a new one. */
  readonly continues?: string
}

/** The body of `/api/chat`: plain messages, or the AI SDK's. */
export async function parseChatBody(value: unknown, pace: Pace = createPace()): Promise<ChatTurn> {
  const given = checked(chatBody, unwrapTools(value))
  demandPlace(value)
  const tools = [
    ...toolsNamed(given.config.enabledTools ?? []),
    ...Object.entries(given.tools ?? {}).map(([name, tool]) => ({ name, ...tool })),
  ]
  const names = new Set<string>()
  const twice = tools.map(({ name }) => name).find((name) => names.size === names.add(name).size)
  if (twice !== undefined) throw refusal('request/invalid', say('tool.declared-twice', { tool: twice }))
  const isUi = given.messages.some(({ parts }) => Array.isArray(parts))
  const read = isUi
    ? readUiMessages(given.messages)
    : { messages: await unhurried(readingPlainMessages(given.messages, tools, given.config.toolParadigm), pace), approvals: [] }
  const system = [given.config.systemPrompt, given.system].filter((text) => text !== undefined && text !== '')
  return {
    config: given.config,
    messages: [...system.map((text, index) => systemMessage(`system-${index}`, text ?? '')), ...read.messages],
    tools,
    settings: {
      ...(given.config.temperature !== undefined && { temperature: given.config.temperature }),
      ...(given.config.maxTokens !== undefined && { maxTokens: given.config.maxTokens }),
    },
    decisions: read.approvals,
    hasIds: isUi,
    ...('continues' in read && { continues: read.continues }),
  }
}

/** `{"tools": {"tools": {"create-record": {…}}}}`: tools that were forwarded as a whole. A tool may be named `tools` as well. */
function unwrapTools(body: unknown): unknown {
  const outer = isJsonObject(body) ? ownValue(body, 'tools') : undefined
  const inner = isJsonObject(outer) && Object.keys(outer).length === 1 ? ownValue(outer, 'tools') : undefined
  if (!isJsonObject(inner) || !Object.values(inner).every(isDefinition)) return body
  return { ...(body as JsonObject), tools: inner }
}

const isDefinition = (value: JsonValue): boolean =>
  isJsonObject(value) && (typeof ownValue(value, 'description') === 'string' || isJsonObject(ownValue(value, 'parameters')))

/** Beside `config` nobody would read it: the question would go to another thread, or to another model, without a word. */
function demandPlace(body: unknown): void {
  const field = Object.keys(config.shape).find((name) => isJsonObject(body) && Object.hasOwn(body, name))
  if (field === undefined) return
  const sentence = field === 'model' ? say('request.model-in-config') : say('request.in-config', { field })
  throw refusal('request/invalid', sentence, { field })
}

function systemMessage(id: string, text: string): Message {
  return { role: 'system', id, parts: [{ type: 'text', text }] }
}

/** Which way the model is spoken to: native calls switched on or off win over a named paradigm that is not native. */
export function speechOf({ toolParadigm, enableToolCall }: ChatConfig): string | undefined {
  if (enableToolCall === true) return 'native'
  if (enableToolCall === false && (toolParadigm === undefined || toolParadigm.toLowerCase() === 'native')) return usualDialect.id
  return toolParadigm
}
