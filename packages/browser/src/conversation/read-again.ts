import {
  type AssistantMessage,
  type BrokenCall,
  collectMessage,
  type DialectParser,
  type ParserOptions,
  problemOf,
  type SpokenPart,
  type StreamEvent,
  type ToolCall,
  type ToolSpec,
} from '@parley/dialects'
import type { ThreadNode } from '../storage/thread-store.ts'
import { limitDepth } from '../turn/request-answer.ts'
import { say } from '../words/threads.ts'
import { OK, refuse } from './call-choices.ts'
import type { ConversationKit } from './conversation-options.ts'
import type { Move } from './thread-moves.ts'

/** Reads an answer in any dialect there is. */
export type AnyDialectReader = (options: ParserOptions) => DialectParser

const FOREIGN = say('call.other-dialect')

/** A longer answer is not read again: looking for a call must not cost the page more than the call is worth. */
const MOST_TEXT = 200_000
/** Short enough that no page stands still for one, whatever is in it. */
const PIECE = 512
/** After so many milliseconds a page draws and listens before the next piece is read. */
const PATIENCE = 10

/** The calls of an answer that were written in another dialect than was asked for. Empty: it has none, or is none to read again. */
export async function foreignCalls(kit: ConversationKit, messageId: string): Promise<readonly ToolCall[]> {
  const nodes = (await kit.storage.threads.read(kit.threadId))?.nodes ?? []
  const read = await readAgain(kit, nodes, messageId)
  return read ? offersIn(read.message) : []
}

/** What was answered stays, and a branch beside it has the calls as offers: whoever takes one up has it judged like any other. */
export function readAgainMove(messageId: string): Move {
  return async (kit, { nodes }) => {
    const read = await readAgain(kit, nodes, messageId)
    if (!read || offersIn(read.message).length === 0) return refuse(say('call.none-to-take-up'))
    const { order: _order, ...rest } = read.node
    const { id } = read.message
    await kit.storage.threads.append({ ...rest, id, message: read.message, createdAt: kit.now() })
    return OK
  }
}

async function readAgain(
  kit: ConversationKit,
  nodes: readonly ThreadNode[],
  messageId: string,
): Promise<{ readonly node: ThreadNode; readonly message: AssistantMessage } | undefined> {
  const node = nodes.find((candidate) => candidate.id === messageId)
  const tools = kit.executor().specs
  if (!kit.anyDialect || !node || node.notes?.cut || node.message.role !== 'assistant') return undefined
  const { parts } = node.message
  if (parts.some(isCall) || !mayCall(parts, tools)) return undefined
  const createReader = await kit.anyDialect()
  const taken = nodes.flatMap(({ message }) => (message.role === 'assistant' ? message.parts.filter(isCall) : []))
  let made = taken.length
  const options = { tools, takenIds: taken.map(({ id }) => id), newId: () => `call_${++made}`, renamesCalls: true }
  const read: SpokenPart[] = []
  for (const part of parts)
    read.push(...(part.type === 'text' ? await readText(part.text, createReader(options), tools) : [part]))
  return { node, message: limitDepth({ ...node.message, id: kit.newId(), parts: read }) }
}

/** Without the name of a tool there is no call of one, and no grammar need be fetched. */
function mayCall(parts: readonly SpokenPart[], tools: readonly ToolSpec[]): boolean {
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  const length = texts.reduce((sum, text) => sum + text.length, 0)
  return length <= MOST_TEXT && tools.some(({ name }) => texts.some((text) => text.includes(name)))
}

async function readText(text: string, reader: DialectParser, tools: readonly ToolSpec[]): Promise<readonly SpokenPart[]> {
  const events: StreamEvent[] = []
  let rest = performance.now() + PATIENCE
  for (let at = 0; at < text.length; at += PIECE) {
    if (performance.now() > rest) {
      await new Promise((resolve) => setTimeout(resolve))
      rest = performance.now() + PATIENCE
    }
    for (const event of reader.push(text.slice(at, at + PIECE))) events.push(event)
  }
  for (const event of reader.end()) events.push(event)
  const names = new Set(tools.map(({ name }) => name))
  return collectMessage(events).message.parts.map((part) => asOffer(part, names))
}

/** Nothing that is read again runs by itself, and what is no call of a tool that is there goes on being words. */
function asOffer(part: SpokenPart, names: ReadonlySet<string>): SpokenPart {
  if (!isCall(part)) return part
  const call = part.type === 'tool-call' ? part : part.offer
  const { source = '' } = part
  if (!call || !names.has(call.name)) return { type: 'text', text: source }
  if (part.type === 'broken-call') return part
  const { id, name, dialect } = call
  return { type: 'broken-call', id, name, source, ...problemOf(FOREIGN), offer: call, ...(dialect !== undefined && { dialect }) }
}

const isCall = (part: SpokenPart): part is ToolCall | BrokenCall => part.type === 'tool-call' || part.type === 'broken-call'

const offersIn = (message: AssistantMessage): readonly ToolCall[] =>
  message.parts.flatMap((part) => (part.type === 'broken-call' && part.offer ? [part.offer] : []))
