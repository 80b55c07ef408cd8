import { type ChatRequest, type JsonValue, type Message, plainText } from '@parley/dialects'
import { refusal } from '../http-fault.ts'
import { say } from '../words.ts'

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
