import {
  type AssistantMessage,
  type JsonObject,
  type Message,
  type SpokenPart,
  type ToolResult,
  uneditedResult,
} from '@parley/dialects'
import { pathTo } from '../../conversation/state/message-tree.ts'
import type { CallRecord } from '../../ledger/call-record.ts'
import type { ThreadNode } from '../../storage/thread-store.ts'
import type { Capsule } from '../capsule.ts'

/** Two answers to the same question, of which a person preferred one. */
export interface Preference {
  readonly before: readonly Message[]
  readonly preferred: AssistantMessage
  readonly other: AssistantMessage
}

export interface SpokenBranch {
  /** The conversation as the person let it be, up to the last whole answer. */
  readonly messages: readonly Message[]
  readonly preferences: readonly Preference[]
}

/**
 * What a conversation teaches. Calls stand as they ran: where a person changed one, the change is what the model should
 * have written, and the pair says so. An answer that was asked for again is the worse one of two.
 */
export function spokenBranch(capsule: Capsule): SpokenBranch {
  const path = pathTo(capsule.nodes, capsule.thread.head)
  const messages = correctedPath(path, capsule.calls)
  const last = path.findLastIndex(isWhole)
  const preferences = path.flatMap((node, index): readonly Preference[] => {
    const preferred = messages[index]
    if (!isWhole(node) || preferred?.role !== 'assistant') return []
    const others = [...(preferred === node.message ? [] : [node]), ...capsule.nodes.filter((other) => isAnotherTry(other, node))]
    return others.flatMap(({ message }) =>
      message.role === 'assistant' ? [{ before: messages.slice(0, index), preferred, other: message }] : [],
    )
  })
  return { messages: messages.slice(0, last + 1), preferences }
}

/** An answer that came to its end, and that a model could have been taught. */
function isWhole({ message, notes }: ThreadNode): boolean {
  return message.role === 'assistant' && !notes?.cut && message.parts.every((part) => part.type !== 'broken-call')
}

const isAnotherTry = (other: ThreadNode, node: ThreadNode): boolean =>
  other.id !== node.id && other.parentId === node.parentId && other.message.role === 'assistant' && !other.notes?.cut

/** What a person made of the calls of an answer, by the id of the call. */
type Edits = ReadonlyMap<string, JsonObject>

/** Ids are told apart within one answer only: text dialects count their calls anew in each. */
function correctedPath(path: readonly ThreadNode[], records: readonly CallRecord[]): readonly Message[] {
  const made = Map.groupBy(records, (record) => record.messageId)
  let edits: Edits = new Map()
  return path.map(({ message }) => {
    if (message.role === 'assistant') edits = editsOf(made.get(message.id) ?? [])
    return edits.size === 0 ? message : corrected(message, edits)
  })
}

function editsOf(records: readonly CallRecord[]): Edits {
  return new Map(records.flatMap(({ call, decision }) => (decision?.kind === 'edit' ? [[call.id, decision.input] as const] : [])))
}

function corrected(message: ThreadNode['message'], edits: Edits): Message {
  if (message.role === 'tool') {
    const parts = message.parts.map((part): ToolResult => (edits.has(part.callId) ? uneditedResult(part) : part))
    return { ...message, parts }
  }
  if (message.role !== 'assistant') return message
  return { ...message, parts: message.parts.map((part) => correctedPart(part, edits)) }
}

function correctedPart(part: SpokenPart, edits: Edits): SpokenPart {
  const input = part.type === 'tool-call' ? edits.get(part.id) : undefined
  if (part.type !== 'tool-call' || !input) return part
  const { inputText: _text, source: _source, ...call } = part
  return { ...call, input }
}
