import { type JsonObject, type Outcome, plainText, type ToolResult } from '@parley/dialects'
import { pathTo } from '../../conversation/state/message-tree.ts'
import type { CallRecord } from '../../ledger/call-record.ts'
import type { ThreadStorage } from '../../storage/thread-storage.ts'
import type { ThreadNode } from '../../storage/thread-store.ts'
import { callKey } from '../../turn/open-records.ts'
import { executedCall } from '../../turn/settle-call.ts'

/** One conversation to be read by people: the branch that is shown, without what a program would need. */
export interface SpokenThread {
  readonly title: string
  readonly turns: readonly SpokenTurn[]
}

export interface SpokenTurn {
  readonly role: 'user' | 'assistant'
  /** Of an answer. */
  readonly model?: string
  readonly at: number
  readonly parts: readonly SpokenPiece[]
}

export type SpokenPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly name: string }
  | {
      readonly kind: 'call'
      readonly name: string
      readonly input: JsonObject
      readonly outcome?: Outcome
      readonly result?: string
      /** What is for people alone: what its program showed is in it. */
      readonly display?: ToolResult['display']
    }
  /** A call that could not be read, as the model wrote it. */
  | { readonly kind: 'broken'; readonly source: string }

/** Undefined when the thread is gone. */
export async function readSpokenThread(storage: ThreadStorage, threadId: string): Promise<SpokenThread | undefined> {
  const stored = await storage.threads.read(threadId)
  if (!stored) return undefined
  const records = new Map((await storage.ledger.ofThread(threadId)).map((record) => [record.key, record]))
  const path = pathTo(stored.nodes, stored.thread.head)
  return { title: stored.thread.title, turns: path.flatMap((node) => turnOf(node, records)) }
}

function callOf(record: CallRecord): SpokenPiece {
  const { name, input } = executedCall(record)
  const { result } = record
  if (!result) return { kind: 'call', name, input }
  const { outcome, display } = result
  return { kind: 'call', name, input, outcome, result: plainText(result), ...(display !== undefined && { display }) }
}

function turnOf({ message, notes, createdAt }: ThreadNode, records: ReadonlyMap<string, CallRecord>): readonly SpokenTurn[] {
  if (message.role === 'user') {
    const parts = message.parts.map(
      (part): SpokenPiece =>
        part.type === 'text' ? { kind: 'text', text: part.text } : { kind: 'file', name: part.name ?? part.mediaType },
    )
    return [{ role: 'user', at: createdAt, parts }]
  }
  if (message.role !== 'assistant') return []
  const parts = message.parts.flatMap((part, index): readonly SpokenPiece[] => {
    if (part.type === 'text') return [{ kind: 'text', text: part.text }]
    const record = records.get(callKey(message.id, index))
    // One that a person mended or took up is a call like others.
    if (part.type === 'broken-call' && !record?.call.name) return [{ kind: 'broken', source: part.source }]
    return part.type === 'reasoning' || !record ? [] : [callOf(record)]
  })
  return [{ role: 'assistant', ...(notes && { model: notes.model }), at: createdAt, parts }]
}
