import { type Message, type ToolCall, wordsResult } from '@parley/dialects'
import type { Decision } from '../approval/verdict.ts'
import type { CallRecord } from '../ledger/call-record.ts'
import { hashCall } from '../ledger/ledger.ts'
import type { ThreadStorage } from '../storage/thread-storage.ts'
import type { ThreadNode } from '../storage/thread-store.ts'
import { callKey, innerKey, movedKey } from '../turn/open-records.ts'
import { EXPIRED_WORDS } from '../turn/result-words.ts'
import type { Capsule, CapsuleFiles } from './capsule.ts'

export interface ImportOptions {
  readonly storage: ThreadStorage
  /** Where the files of the new thread go. Absent: they are left in the capsule. */
  readonly files?: (threadId: string) => CapsuleFiles
  /** Absent: random. */
  readonly newId?: () => string
  /** Absent: the clock. */
  readonly now?: number
}

/**
 * Puts a conversation from elsewhere into the storage, as a new thread. It is only a record: no permission comes with it,
 * nothing in it runs or is sent by itself, and what waited for its author has expired.
 */
export async function importCapsule(capsule: Capsule, options: ImportOptions): Promise<string> {
  const { storage, files, newId = () => crypto.randomUUID(), now = Date.now() } = options
  const threadId = newId()
  const rename = createRenaming(capsule.nodes, newId)
  await files?.(threadId).writeAll(capsule.files)
  const { head: _head, settings, ...thread } = capsule.thread
  // A stranger's instructions would speak to the model where nobody looks for them.
  const { instructions: _instructions, ...kept } = settings ?? {}
  await storage.threads.create({
    ...thread,
    ...(settings && { settings: kept }),
    id: threadId,
    mode: 'ask',
    extraSteps: 0,
    updatedAt: now,
  })
  const parts = partsByKey(capsule.nodes)
  const found = capsule.calls.flatMap((record) => (record.parent === undefined ? asWritten(record, parts.get(record.key)) : []))
  const records = await Promise.all(found.map((record) => importRecord(record, { threadId, rename, now })))
  const inner = await Promise.all(innerOf(capsule.calls, found).map((record) => importInner(record, { threadId, rename, now })))
  await storage.ledger.open([...records, ...inner])
  const shown: ResultsShown = new Map(records.map(({ messageId, call, result }) => [place(messageId, call.id), result]))
  for (const node of capsule.nodes.toSorted((left, right) => left.order - right.order)) {
    const imported = importNode(node, threadId, rename)
    await storage.threads.append({ ...imported, message: asShown(imported, shown) })
  }
  const head = capsule.thread.head === undefined ? undefined : rename(capsule.thread.head)
  if (head !== undefined) await storage.threads.change(threadId, (current) => ({ ...current, head, updatedAt: now }))
  for (const exchange of capsule.exchanges) await storage.exchanges.put({ ...exchange, id: newId(), threadId })
  return threadId
}

type Part = Extract<ThreadNode['message'], { role: 'assistant' }>['parts'][number]

function partsByKey(nodes: readonly ThreadNode[]): ReadonlyMap<string, Part> {
  return new Map(
    nodes.flatMap(({ id, message }) =>
      message.role === 'assistant' ? message.parts.map((part, index) => [callKey(id, index), part] as const) : [],
    ),
  )
}

/** The call as it stands in the answer. A record that tells of another one, or of none, would run what nobody was shown. */
function asWritten(record: CallRecord, part: Part | undefined): readonly CallRecord[] {
  if (part?.type === 'tool-call') {
    const { broken: _broken, ...rest } = record
    return [{ ...rest, call: part }]
  }
  return part?.type === 'broken-call' ? [{ ...record, broken: part }] : []
}

/** What the programs among the calls had called, numbered anew: a name that another run will use must not be taken by a stranger. */
function innerOf(calls: readonly CallRecord[], programs: readonly CallRecord[]): readonly CallRecord[] {
  const byParent = Map.groupBy(calls, ({ parent }) => parent)
  return programs.flatMap(({ key, messageId }) =>
    (byParent.get(key) ?? [])
      .toSorted((left, right) => left.createdAt - right.createdAt || left.position - right.position)
      .map((record, position) => ({ ...record, messageId, position, key: innerKey(key, NO_RUN, position) })),
  )
}

/** The first run of a program has the number 1. */
const NO_RUN = 0

/** A record of what was done elsewhere: it was told to its program, so it neither runs nor waits. */
async function importInner(record: CallRecord, context: ImportContext): Promise<CallRecord> {
  const { halts: _halts, broken: _broken, ...imported } = await importRecord(record, context)
  const parent = movedKey(record.parent ?? record.key, imported.messageId)
  return { ...imported, parent, sentIn: parent }
}

type Rename = (id: string) => string

interface ImportContext {
  readonly threadId: string
  readonly rename: Rename
  readonly now: number
}

/** New names for every message; the message with an answer's results keeps being named after the answer. */
function createRenaming(nodes: readonly ThreadNode[], newId: () => string): Rename {
  const names = new Map(nodes.map((node) => [node.id, newId()]))
  return (id) => {
    const answer = id.endsWith('.results') ? names.get(id.slice(0, -'.results'.length)) : undefined
    return answer === undefined ? (names.get(id) ?? id) : `${answer}.results`
  }
}

function importNode({ order: _order, ...node }: ThreadNode, threadId: string, rename: Rename): Omit<ThreadNode, 'order'> {
  const id = rename(node.id)
  return {
    ...node,
    threadId,
    id,
    ...(node.parentId !== undefined && { parentId: rename(node.parentId) }),
    message: { ...node.message, id },
  }
}

type ResultsShown = ReadonlyMap<string, CallRecord['result']>

const place = (messageId: string | undefined, callId: string): string => JSON.stringify([messageId, callId])

/** The page shows results from the records and the model is told them by the messages. A stranger's must not say two things. */
function asShown({ message, parentId }: Omit<ThreadNode, 'order'>, shown: ResultsShown): Message {
  if (message.role !== 'tool') return message
  return { ...message, parts: message.parts.flatMap(({ callId }) => shown.get(place(parentId, callId)) ?? []) }
}

async function importRecord(record: CallRecord, context: ImportContext): Promise<CallRecord> {
  const { threadId, rename, now } = context
  const messageId = rename(record.messageId)
  const { sentIn, ...rest } = withoutTrust(record)
  const expired = {
    phase: 'settled',
    result: wordsResult(record.call, 'cancelled', EXPIRED_WORDS),
    ending: 'expired',
    endedAt: now,
  } as const
  return {
    ...rest,
    ...(record.phase === 'settled' && record.result ? {} : expired),
    threadId,
    messageId,
    key: movedKey(record.key, messageId),
    // A stranger's number must not give a run of our own the name of another.
    attempt: Math.max(0, Math.floor(record.attempt)),
    hash: await hashCall(record.call),
    ...(record.decision && { decision: await asHistory(record.call, record.decision) }),
    ...(record.call.name !== '' && { sentence: plainSentence(record.call) }),
    imported: true,
    // What the model had not read is not sent behind the user's back.
    ...(sentIn === undefined ? { halts: true } : { sentIn: rename(sentIn) }),
  }
}

/** What was said about the call, by whom it was allowed and where it ran: all of it a stranger's word. */
function withoutTrust(record: CallRecord): CallRecord {
  const {
    owner: _owner,
    interrupted: _interrupted,
    review: _review,
    halts: _halts,
    replay: _replay,
    onServer: _there,
    ...rest
  } = record
  const { verdict: _verdict, sentence: _sentence, chosenIn: _chosenIn, decision: _decision, ...bare } = rest
  return bare
}

/** How it ended there, for whoever reads it. The hash is of what is shown, not of what the capsule says. */
async function asHistory(call: CallRecord['call'], decision: Decision): Promise<Decision> {
  if (decision.kind === 'reject') return decision
  const input = decision.kind === 'edit' ? decision.input : call.input
  return { ...decision, hash: await hashCall({ name: call.name, input }) }
}

const MAX_ARGUMENT = 60
const MAX_SENTENCE = 200
// Line ends and marks that turn the reading direction: a sentence must not draw itself as another.
const UNSAFE = /[\s\p{Cc}\p{Cf}\u2028\u2029]+/gu

/** What a call says about itself and nobody else does: `write_file: path /notes/a.md, content Hello…`. */
export function plainSentence({ name, input }: ToolCall): string {
  const told = Object.entries(input).map(([key, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return `${clip(key, MAX_ARGUMENT)} ${clip(text, MAX_ARGUMENT)}`
  })
  return clip(told.length === 0 ? name : `${name}: ${told.join(', ')}`, MAX_SENTENCE)
}

function clip(text: string, limit: number): string {
  const line = text
    .slice(0, limit * 4)
    .toWellFormed()
    .replace(UNSAFE, ' ')
    .trim()
  return line.length > limit ? `${line.slice(0, limit).toWellFormed()}…` : line
}
