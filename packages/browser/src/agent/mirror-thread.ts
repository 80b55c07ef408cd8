import type { AssistantMessage, Message, ToolResult } from '@parley/dialects'
import type { CallRecord, Ending } from '../ledger/call-record.ts'
import { changeOne } from '../ledger/ledger.ts'
import { send, settleInterrupted, settleReview, settleUnrun } from '../ledger/transitions.ts'
import type { ThreadStorage } from '../storage/thread-storage.ts'
import { callKey, freshRecords } from '../turn/open-records.ts'
import { resultsId } from '../turn/run-turn.ts'
import type { AnswerNotes } from '../turn/turn-event.ts'
import type { ThreadDocument } from './thread-document.ts'
import { joinResults } from './timeline.ts'

/** Keeps a copy of what the server has: messages in the storage, what became of calls in the ledger. Looking twice changes nothing. */
export async function mirrorThread(storage: ThreadStorage, document: ThreadDocument): Promise<void> {
  const messages = joinResults(document.messages).filter(({ role }) => role !== 'system')
  await mirrorCalls(storage, document, messages)
  await mirrorMessages(storage, document, messages)
  await mirrorSummaries(storage, document)
}

/** What the server tells instead of the beginning is what a page shows as summed up. */
async function mirrorSummaries({ threads }: ThreadStorage, { id, summaries = [] }: ThreadDocument): Promise<void> {
  const kept = (await threads.find(id))?.summaries ?? []
  if (JSON.stringify(kept) === JSON.stringify(summaries)) return
  await threads.change(id, ({ summaries: _former, ...thread }) => (summaries.length > 0 ? { ...thread, summaries } : thread))
}

async function mirrorMessages(storage: ThreadStorage, document: ThreadDocument, messages: readonly Message[]): Promise<void> {
  const { id: threadId } = document
  const notesOf = answerNotes(document)
  const stored = await storage.threads.read(threadId)
  if (!stored) return
  if (stored.thread.title === '') await storage.threads.change(threadId, (thread) => ({ ...thread, title: document.title }))
  const known = new Set(stored.nodes.map((node) => node.id))
  let parentId: string | undefined
  for (const [index, given] of messages.entries()) {
    const message = named(given, messages[index - 1])
    // Some of its calls are still open: what is known of the others is in the ledger.
    if (!message) return
    if (!known.has(message.id))
      await storage.threads.append({
        threadId,
        id: message.id,
        ...(parentId !== undefined && { parentId }),
        message,
        ...(message.role === 'assistant' && { notes: notesOf(message.id) }),
        createdAt: timeOf(document, index),
      })
    parentId = message.id
  }
}

/** Of an answer that came from elsewhere, the server cannot say. */
function answerNotes({ notes, model }: ThreadDocument): (id: string) => AnswerNotes {
  const byId = new Map(notes?.map(({ id, ...note }) => [id, note]))
  return (id) => byId.get(id) ?? { model: byId.size > 0 ? '' : model }
}

const timeOf = ({ checkpoints, updatedAt }: ThreadDocument, index: number): number =>
  checkpoints.find((one) => one.messages === index + 1)?.at ?? updatedAt

/** The results of an answer are named after it, whoever wrote them down. Undefined: they are not all there yet. */
function named(message: Message, answer: Message | undefined): Message | undefined {
  if (message.role !== 'tool' || answer?.role !== 'assistant') return message
  const isWhole = answer.parts.every(
    (part) => part.type === 'text' || part.type === 'reasoning' || message.parts.some(({ callId }) => callId === part.id),
  )
  return isWhole ? { ...message, id: resultsId(answer.id) } : undefined
}

async function mirrorCalls(storage: ThreadStorage, document: ThreadDocument, messages: readonly Message[]): Promise<void> {
  const records = new Map((await storage.ledger.ofThread(document.id)).map((record) => [record.key, record]))
  for (const [index, message] of messages.entries()) {
    if (message.role !== 'assistant') continue
    const next = messages[index + 1]
    const results = next?.role === 'tool' ? next.parts : []
    for (const { key, result } of await openCalls(storage, records, message, { document, index }).then((keys) =>
      pair(keys, results),
    ))
      await changeOne(storage.ledger, key, (record) => adoptResult(record, result, document.updatedAt))
  }
}

interface Place {
  readonly document: ThreadDocument
  readonly index: number
}

/** The calls of an answer that the ledger does not have as told. */
async function openCalls(
  { ledger }: ThreadStorage,
  records: ReadonlyMap<string, CallRecord>,
  message: AssistantMessage,
  { document, index }: Place,
): Promise<readonly { readonly key: string; readonly callId: string }[]> {
  const calls = message.parts.flatMap((part, ordinal) =>
    part.type === 'tool-call' || part.type === 'broken-call' ? [{ key: callKey(message.id, ordinal), callId: part.id }] : [],
  )
  if (calls.some(({ key }) => !records.has(key)))
    await ledger.open(await freshRecords(message, document.id, timeOf(document, index)))
  return calls.filter(({ key }) => records.get(key)?.sentIn === undefined)
}

const pair = (calls: readonly { readonly key: string; readonly callId: string }[], results: readonly ToolResult[]) =>
  calls.flatMap(({ key, callId }) => {
    const result = results.find((one) => one.callId === callId)
    return result ? [{ key, result }] : []
  })

/** The model has this result. Undefined: the call runs here right now, and its end will be told. */
export function adoptResult(record: CallRecord, result: ToolResult, now: number): CallRecord | undefined {
  const settlement = { result, ending: endingOf(record, result), now }
  const settled =
    record.phase === 'settled'
      ? record
      : (settleUnrun(record, settlement) ?? settleReview(record, settlement) ?? settleInterrupted(record, settlement))
  return settled && send(settled, resultsId(record.messageId))
}

function endingOf({ broken, call, decision }: CallRecord, { outcome }: ToolResult): Ending {
  if (broken && call.name === '') return 'resent'
  if (outcome === 'ok') return 'succeeded'
  if (outcome === 'denied') return 'rejected'
  if (outcome === 'error') return 'failed'
  return decision ? 'stopped' : 'expired'
}

export type LocalId = (messageId: string) => string

/**
 * The name of a server's message in this browser. A fork has the messages of the thread it was made of, with the same ids; the ledger
 * must not take its calls for theirs. What went to the server from here keeps its name.
 */
export async function localIds(storage: ThreadStorage, threadId: string): Promise<LocalId> {
  const nodes = new Set((await storage.threads.read(threadId))?.nodes.map(({ id }) => id))
  return (messageId) => (nodes.has(messageId) ? messageId : `${threadId}/${messageId}`)
}

/** The document with the names that its messages have here. */
export async function localDocument(
  storage: ThreadStorage,
  document: ThreadDocument | undefined,
): Promise<ThreadDocument | undefined> {
  if (!document) return undefined
  const localId = await localIds(storage, document.id)
  const rename = <Kind extends Message>(message: Kind): Kind => ({ ...message, id: localId(message.id) })
  const summaries = document.summaries?.map((summary) => ({ ...summary, upTo: localId(summary.upTo) }))
  const notes = document.notes?.map((note) => ({ ...note, id: localId(note.id) }))
  return {
    ...document,
    messages: document.messages.map(rename),
    ...(notes && { notes }),
    ...(summaries && { summaries }),
  }
}
