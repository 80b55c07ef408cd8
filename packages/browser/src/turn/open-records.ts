import type { AssistantMessage, BrokenCall, SpokenPart, ToolCall } from '@parley/dialects'
import type { CallRecord } from '../ledger/call-record.ts'
import { hashCall } from '../ledger/ledger.ts'

/** The name of a call in its thread: the message it stands in and its place there. */
export function callKey(messageId: string, part: number): string {
  return `${messageId}#${part}`
}

export function partOf(key: string): number {
  return Number(key.slice(key.lastIndexOf('#') + 1))
}

/** The same place in another message: `m#2` and, of the program there, `m#2/1.0`. */
export function movedKey(key: string, messageId: string): string {
  return `${messageId}${key.slice(key.lastIndexOf('#'))}`
}

/** Fresh records for the calls of an answer, readable or not, in the order written. */
export async function freshRecords(message: AssistantMessage, threadId: string, now: number): Promise<readonly CallRecord[]> {
  const calls = message.parts.flatMap((part, index) => (isCall(part) ? [{ part, index }] : []))
  return await Promise.all(
    calls.map(async ({ part, index }, position): Promise<CallRecord> => {
      const call = part.type === 'tool-call' ? part : emptyCall(part)
      return {
        key: callKey(message.id, index),
        threadId,
        messageId: message.id,
        position,
        call: deepFreeze(call),
        ...(part.type === 'broken-call' && { broken: part }),
        hash: await hashCall(call),
        phase: 'pending',
        version: 0,
        attempt: 0,
        questions: [],
        createdAt: now,
      }
    }),
  )
}

/** The name of a call that a program made. Another run of it makes other calls. */
export const innerKey = (parent: string, run: number, position: number): string => `${parent}/${run}.${position}`

export interface InnerPlace {
  readonly parent: CallRecord
  readonly run: number
  readonly position: number
}

/** A fresh record for a call that a program makes. */
export async function innerRecord(
  { parent, run, position }: InnerPlace,
  asked: Pick<ToolCall, 'name' | 'input'>,
  now: number,
): Promise<CallRecord> {
  const key = innerKey(parent.key, run, position)
  const call = deepFreeze<ToolCall>({ type: 'tool-call', id: key, ...asked })
  const { threadId, messageId } = parent
  return {
    key,
    threadId,
    messageId,
    parent: parent.key,
    position,
    call,
    hash: await hashCall(call),
    phase: 'pending',
    version: 0,
    attempt: 0,
    questions: [],
    createdAt: now,
  }
}

/** Whether a call was made in this very run of its program. */
export const isOfRun = ({ key, parent }: CallRecord, of: string, run: number): boolean =>
  parent === of && key.startsWith(`${of}/${run}.`)

function isCall(part: SpokenPart): part is ToolCall | BrokenCall {
  return part.type === 'tool-call' || part.type === 'broken-call'
}

function emptyCall(broken: BrokenCall): ToolCall {
  return { type: 'tool-call', id: broken.id, name: '', input: {} }
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const inner of Object.values(value)) deepFreeze(inner)
  return value
}

/** The answer as the model should remember it: a broken call that a person mended is the call that ran, or plain text. */
export function settledAnswer(message: AssistantMessage, records: ReadonlyMap<string, CallRecord>): AssistantMessage {
  const parts = message.parts.map((part, index): SpokenPart => {
    const record = part.type === 'broken-call' ? records.get(callKey(message.id, index)) : undefined
    if (record?.ending === 'as-text') return { type: 'text', text: record.broken?.source ?? '' }
    return record && record.call.name !== '' ? record.call : part
  })
  return parts.every((part, index) => part === message.parts[index]) ? message : { ...message, parts }
}
