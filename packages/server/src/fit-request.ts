import { type ChatRequest, type JsonValue, type Message, plainText, type ToolSpec } from '@parley/dialects'
import { translateExtras, untoldExtras } from '@parley/dialects/wire'
import { refusal } from './http-fault.ts'
import type { FoundModel } from './model-catalog.ts'
import { say } from './words.ts'

export interface FittedRequest {
  readonly request: ChatRequest
  /** Fields of the client's request that this model is not told of. None of them changes what an answer is. */
  readonly ignored: readonly string[]
}

/** Keeps of a request's extras what the model's server can be told, in its own words, and names the rest. A shape that the answer would not have is refused. */
export function fitExtras(request: ChatRequest, { provider, info, speech }: FoundModel): FittedRequest {
  const { extras, ...rest } = request
  const told = extras !== undefined && provider.format === extras.format
  const taught = speech.dialect !== undefined && (request.tools ?? []).length > 0 && request.toolChoice !== 'none'
  if (extras?.shape !== undefined && (!told || taught)) throw shapeless(extras.shape, told)
  const nested = untoldExtras({ ...request, ...(taught && { tools: [] }) }, provider.format, provider.shares)
  // What is taught in words has no room for what a format says besides.
  const ofTools = taught ? untoldExtras({ ...request, messages: [] }, undefined) : []
  const settings = (request.settings && provider.leavesOut?.(request.settings)) ?? []
  const { format } = provider
  const other =
    extras && !told && format !== undefined
      ? translateExtras(extras, format, { name: info.id, thinks: speech.thinking })
      : undefined
  const ignored = [
    ...(told ? [] : (other?.untold ?? Object.keys(extras?.fields ?? {}))),
    ...(extras?.lost ?? []),
    ...settings,
    ...nested,
    ...ofTools,
  ]
  const fitted = told ? request : { ...rest, ...(other && format !== undefined && { extras: { format, fields: other.fields } }) }
  const tools = request.tools?.filter((tool) => !tool.deferred || knowsDeferred(tool, { provider, speech }))
  return { request: tools ? { ...fitted, tools } : fitted, ignored }
}

/** Everybody else is told of a deferred tool once it was referred to. */
function knowsDeferred({ extras }: ToolSpec, { provider, speech }: Pick<FoundModel, 'provider' | 'speech'>): boolean {
  return speech.dialect === undefined && extras !== undefined && extras.format === provider.format
}

function shapeless(field: string, told: boolean) {
  return refusal('request/invalid', say(told ? 'request.shape-taught' : 'request.shape-format', { field }), { field })
}

/** Several times what any model reads. What is looked through for calls and marks is one text, which is put together in one step. */
const MOST_TEXT = 8_000_000

/** Throws a fault where a message has more words than anybody could mean. Files do not count. */
export function demandReadable(message: Message): void {
  let length = 0
  for (const part of message.parts) {
    if (part.type === 'text' || part.type === 'reasoning') length += part.text.length
    else if (part.type === 'broken-call') length += part.source.length
    else if (part.type === 'tool-result') length += plainText(part).length
  }
  if (length > MOST_TEXT) throw refusal('request/too-large', say('body.message', { most: MOST_TEXT }))
}

/** Vendors take some hundred. All are taught in one text. */
const MOST_TOOLS = 2000
/** Values in the schemas of all tools. */
const MOST_SCHEMA = 30_000

/** Throws a fault where a request cannot be put into words without keeping others waiting. */
export function demandTeachable({ messages, tools = [], shape }: ChatRequest): void {
  for (const message of messages) demandReadable(message)
  if (tools.length > MOST_TOOLS) throw refusal('request/too-large', say('body.tools', { most: MOST_TOOLS }))
  let left = MOST_SCHEMA
  for (const { parameters } of tools) left = valuesLeft(parameters, left)
  left = valuesLeft(shape?.schema ?? {}, left)
  if (left <= 0) throw refusal('request/too-large', say('body.schemas', { most: MOST_SCHEMA }))
}

/** What is left of `most` when the values were counted; nothing is looked at beyond. */
function valuesLeft(value: JsonValue, most: number): number {
  if (typeof value !== 'object' || value === null || most <= 0) return most - 1
  let left = most - 1
  for (const member of Object.values(value)) {
    left = valuesLeft(member, left)
    if (left <= 0) break
  }
  return left
}
