import { type ChatRequest, type Dialect, type JsonObject, type JsonValue, lowerRequest, type Message } from '@parley/dialects'
import { openaiChat } from '@parley/dialects/wire'
import type { Capsule } from '../capsule.ts'
import { type Preference, spokenBranch } from './spoken-branch.ts'

export const TRAINING_FORMATS = ['openai', 'sharegpt'] as const
export type TrainingFormat = (typeof TRAINING_FORMATS)[number]

export interface TrainingOptions {
  readonly format: TrainingFormat
  /** How calls are written. Absent: as the format's own. */
  readonly dialect?: Dialect
  /** Said before everything else. A capsule keeps no system prompt. */
  readonly system?: string
}

export interface TrainingLines {
  /** The conversation, if a model said something whole in it. */
  readonly chats: readonly string[]
  /** What a person preferred to what. */
  readonly pairs: readonly string[]
}

/** A conversation as JSON Lines to train a model with. What it thought is left out; ShareGPT has no place for files, nor for words beside a call. */
export function trainingLines(capsule: Capsule, options: TrainingOptions): TrainingLines {
  const { messages, preferences } = spokenBranch(capsule)
  const write = options.format === 'openai' ? openaiLines : sharegptLines
  const writer = write((said) => written(said, capsule, options))
  return {
    chats: messages.length === 0 ? [] : [JSON.stringify(writer.chat(messages))],
    pairs: preferences.map((preference) => JSON.stringify(writer.pair(preference))),
  }
}

interface Written {
  readonly messages: readonly JsonObject[]
  /** Absent where the prompt teaches them, and where there are none. */
  readonly tools?: JsonValue
}

interface LineWriter {
  chat(messages: readonly Message[]): JsonObject
  pair(preference: Preference): JsonObject
}

type Write = (messages: readonly Message[]) => Written

/** The messages as Chat Completions writes them, which both formats begin from. */
function written(said: readonly Message[], { tools }: Capsule, { dialect, system }: TrainingOptions): Written {
  const begin: readonly Message[] =
    system === undefined ? [] : [{ role: 'system', id: 'system', parts: [{ type: 'text', text: system }] }]
  const messages = [...begin, ...said.map(withoutThoughts)]
  const request: ChatRequest = { model: '', messages, ...(tools.length > 0 && { tools }) }
  const body = openaiChat.writeRequest(dialect ? lowerRequest(request, dialect) : request)
  // Written by our own writer: a list of objects.
  return { messages: body['messages'] as readonly JsonObject[], ...(body['tools'] !== undefined && { tools: body['tools'] }) }
}

function withoutThoughts(message: Message): Message {
  if (message.role !== 'assistant') return message
  return { ...message, parts: message.parts.filter((part) => part.type !== 'reasoning') }
}

/** The one message that an answer is. A call in it is answered by nobody, which the writer would close. */
function answer(write: Write, { before }: Preference, message: Message): JsonObject {
  return write([...before, message]).messages[write(before).messages.length] ?? {}
}

const openaiLines = (write: Write): LineWriter => ({
  chat: (messages) => ({ ...write(messages) }),
  pair: (preference) => ({
    input: { ...write(preference.before) },
    preferred_output: [answer(write, preference, preference.preferred)],
    non_preferred_output: [answer(write, preference, preference.other)],
  }),
})

const sharegptLines = (write: Write): LineWriter => ({
  chat: (messages) => sharegpt(write(messages)),
  pair: (preference) => ({
    ...sharegpt(write(preference.before)),
    chosen: turnOf(answer(write, preference, preference.preferred)),
    rejected: turnOf(answer(write, preference, preference.other)),
  }),
})

function sharegpt({ messages, tools }: Written): JsonObject {
  return { conversations: messages.map(turnOf), ...(tools !== undefined && { tools: JSON.stringify(tools) }) }
}

const FROM: Readonly<Record<string, string>> = { system: 'system', user: 'human', assistant: 'gpt', tool: 'observation' }

function turnOf({ role, content, tool_calls: calls }: JsonObject): JsonObject {
  if (Array.isArray(calls))
    return { from: 'function_call', value: JSON.stringify(calls.length === 1 ? plainCall(calls[0]) : calls.map(plainCall)) }
  return { from: FROM[String(role)] ?? String(role), value: textOf(content) }
}

function plainCall(call: JsonValue | undefined): JsonObject {
  // Written by our own writer: a function with its arguments as text.
  const { name, arguments: input } = (call as { function: { name: string; arguments: string } }).function
  return { name, arguments: JSON.parse(input) }
}

function textOf(content: JsonValue | undefined): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map((part: JsonValue) => (part as { text?: string }).text ?? '').join('\n')
}
