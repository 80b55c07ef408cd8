import type { FilePart, JsonObject, Message, TextPart } from '@parley/dialects'
import type { Decision, Mode } from '../approval/verdict.ts'
import type { CallRecord } from '../ledger/call-record.ts'
import { changeOne } from '../ledger/ledger.ts'
import { asQuestion, send, unhalt } from '../ledger/transitions.ts'
import { titleFrom } from '../storage/memory-threads.ts'
import { wordsOf } from '../storage/message-words.ts'
import type { StoredThread, ThreadNode } from '../storage/thread-store.ts'
import { expire } from '../turn/expire-record.ts'
import { movedKey } from '../turn/open-records.ts'
import { toolMessage } from '../turn/run-turn.ts'
import { say } from '../words/threads.ts'
import { OK, refuse, rerunDecision } from './call-choices.ts'
import type { Done } from './conversation-contract.ts'
import type { ConversationKit } from './conversation-options.ts'
import { newestEnd, pathTo } from './state/message-tree.ts'

/** What happens to a thread between two turns. Each runs while nobody else works on the thread. */
export type Move = (kit: ConversationKit, stored: StoredThread) => Promise<Done>

export type Said = string | readonly (TextPart | FilePart)[]

function userMessage(id: string, said: Said): Extract<Message, { role: 'user' }> {
  return { role: 'user', id, parts: typeof said === 'string' ? [{ type: 'text', text: said }] : said }
}

function isEmpty(said: Said): boolean {
  return typeof said === 'string' ? said.trim() === '' : said.every((part) => part.type === 'text' && part.text.trim() === '')
}

/** The user speaks: what waited expires, what was settled is told first. */
export function sendMove(said: Said): Move {
  return async (kit, stored) => {
    if (isEmpty(said)) return refuse(say('message.empty'))
    const parentId = await closeCalls(kit, stored)
    return await addUserMessage(kit, said, parentId)
  }
}

async function addUserMessage(kit: ConversationKit, said: Said, parentId: string | undefined): Promise<Done> {
  const { threadId, storage, newId, now } = kit
  const message = userMessage(newId(), said)
  await storage.threads.append({
    threadId,
    id: message.id,
    ...(parentId !== undefined && { parentId }),
    message,
    createdAt: now(),
  })
  await storage.threads.change(threadId, (thread) => ({
    ...thread,
    extraSteps: 0,
    ...(thread.titledBy === 'message' && thread.title === '' && { title: titleFrom(wordsOf(message)) }),
  }))
  return OK
}

/** Settles whatever the last answer left open, and returns the message that the next one follows. */
async function closeCalls(kit: ConversationKit, { thread, nodes }: StoredThread): Promise<string | undefined> {
  const { storage, threadId, now } = kit
  const last = pathTo(nodes, thread.head).at(-1)
  if (last?.message.role !== 'assistant' || last.notes?.cut) return last?.id
  const records = (await storage.ledger.ofThread(threadId)).filter((record) => record.messageId === last.id)
  for (const record of records) await changeOne(storage.ledger, record.key, (current) => expire(current, now()))
  const closed = (await storage.ledger.ofThread(threadId))
    .filter((record) => record.messageId === last.id && record.parent === undefined)
    .sort((left, right) => left.position - right.position)
  const message = toolMessage(last.id, closed)
  if (!message) return last.id
  await storage.threads.append({ threadId, id: message.id, parentId: last.id, message, createdAt: now() })
  for (const record of closed) await changeOne(storage.ledger, record.key, (current) => send(current, message.id))
  return message.id
}

/** A new branch beside the user message `messageId`. */
export function editMove(messageId: string, said: Said): Move {
  return async (kit, { nodes }) => {
    const node = nodes.find((candidate) => candidate.id === messageId)
    if (node?.message.role !== 'user') return refuse(say('message.not-yours'))
    if (isEmpty(said)) return refuse(say('message.empty'))
    return await addUserMessage(kit, said, node.parentId)
  }
}

/** Goes back to before an answer, so that the next one stands beside it. Without an id: the last answer, if it broke off. */
export function retryMove(messageId: string | undefined): Move {
  return async (kit, { thread, nodes }) => {
    const last = nodes.find((node) => node.id === (messageId ?? thread.head))
    if (!last) return refuse(say('thread.no-retry'))
    if (last.message.role !== 'assistant') return moveHead(kit, last)
    const parent = nodes.find((node) => node.id === last.parentId)
    return parent ? moveHead(kit, parent) : refuse(say('thread.no-retry'))
  }
}

async function moveHead({ storage, threadId }: ConversationKit, node: ThreadNode): Promise<Done> {
  const moved = await storage.threads.change(threadId, (thread) => ({ ...thread, head: node.id }))
  return moved ? OK : refuse(say('thread.deleted'))
}

export function switchMove(messageId: string): Move {
  return async (kit, { nodes }) => {
    const end = nodes.find((node) => node.id === newestEnd(nodes, messageId))
    return end ? moveHead(kit, end) : refuse(say('message.gone'))
  }
}

/** Goes on after a halt or a used-up budget. */
export function proceedMove(): Move {
  return async ({ storage, threadId, maxSteps }, { thread }) => {
    const records = (await storage.ledger.ofThread(threadId)).filter((record) => record.messageId === thread.head)
    for (const record of records) await changeOne(storage.ledger, record.key, unhalt)
    await storage.threads.change(threadId, (current) => ({ ...current, extraSteps: current.extraSteps + maxSteps }))
    return OK
  }
}

/** Runs a call whose result the model has read: what happened stays, and a branch beside it begins with the same answer. */
export function rerunMove(key: string, mode: Mode, input: JsonObject | undefined): Move {
  return async (kit, { nodes }) => {
    const { storage, threadId, newId, now } = kit
    const record = await storage.ledger.read(key)
    const node = nodes.find((candidate) => candidate.id === record?.messageId)
    if (!record || !node) return refuse(say('call.gone'))
    const decision = await rerunDecision(kit, mode, record, input)
    if ('error' in decision) return refuse(decision.error)
    // What a program called goes with it, unless it runs anew.
    const records = (await storage.ledger.ofThread(threadId)).filter((each) => each.messageId === node.id && each.parent !== key)
    const id = newId()
    await storage.ledger.open(
      records.map((each) => copyRecord(each, id, each.key === key ? { decision, chosenIn: kit.owner } : undefined)),
    )
    const { order: _order, ...rest } = node
    await storage.threads.append({ ...rest, id, message: { ...node.message, id }, createdAt: now() })
    return OK
  }
}

/** With a decision: as it was before it ran. Without: as it ended, not yet told. */
function copyRecord(
  record: CallRecord,
  messageId: string,
  choice: { decision: Decision | { readonly kind: 'ask' }; chosenIn: string } | undefined,
): CallRecord {
  const { sentIn, result, ending, startedAt, endedAt, halts: _halts, did, replay, onServer, parent, ...rest } = record
  const moved = parent !== undefined && { parent: movedKey(parent, messageId), sentIn: movedKey(sentIn ?? parent, messageId) }
  const base = { ...rest, messageId, key: movedKey(record.key, messageId), ...moved }
  if (choice?.decision.kind === 'ask') return asQuestion(base)
  if (choice) return { ...base, decision: choice.decision, chosenIn: choice.chosenIn, phase: 'pending', questions: [] }
  return {
    ...base,
    ...(replay && { replay }),
    ...(onServer !== undefined && { onServer }),
    ...(result && { result }),
    ...(ending && { ending }),
    ...(did && { did }),
    ...(startedAt !== undefined && { startedAt }),
    ...(endedAt !== undefined && { endedAt }),
  }
}
