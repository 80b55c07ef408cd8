import type { Message } from '../../canonical/message.ts'
import type { FilePart, ReasoningPart, SpokenPart, TextPart, ToolResult } from '../../canonical/part.ts'
import { fileFromAddress, fileWords } from '../request/file-source.ts'
import { Fields, invalidField } from '../request/request-fields.ts'
import { isToolPart, readToolPart, type UiApproval } from './read-tool-part.ts'

/** What a page sent: the conversation in our words, and what the user decided about calls that wait for the server. */
export interface UiConversation {
  readonly messages: readonly Message[]
  readonly approvals: readonly UiApproval[]
  /** The id of the UI message that the answer must go on with. Absent when the answer begins a new one. */
  readonly continues?: string
}

/** Plain `{role, content}` messages and AI SDK UI messages → ours; both may stand in one list. Throws a fault that names the field. */
export function readUiMessages(value: unknown, path = 'messages'): UiConversation {
  if (!Array.isArray(value) || value.length === 0) throw invalidField(path, 'must be a list with at least one message')
  const approvals: UiApproval[] = []
  const given = value.map((item, index) => new Fields(item, `${path}[${index}]`))
  const messages = given.flatMap((message, index) => readMessage(message, message.text('id') || `m${index}`, approvals))
  const last = given.at(-1)
  const lastId = last?.text('role') === 'assistant' && last.get('parts') !== undefined ? last.text('id') : undefined
  return { messages, approvals, ...(lastId && { continues: lastId }) }
}

function readMessage(message: Fields, id: string, approvals: UiApproval[]): readonly Message[] {
  const role = message.string('role')
  const parts = partsOf(message)
  if (role === 'system') return [{ role, id, parts: parts.flatMap(readUserPart).filter((part) => part.type === 'text') }]
  if (role === 'user') return [{ role, id, parts: parts.flatMap(readUserPart) }]
  if (role === 'assistant') return new Steps(id, approvals).read(parts)
  throw message.invalid('role', 'must be system, user or assistant')
}

function partsOf(message: Fields): readonly Fields[] {
  if (message.get('parts') !== undefined) return message.objects('parts')
  const content = message.get('content')
  if (content === undefined) throw message.invalid('content', 'must be there, or `parts`')
  if (typeof content !== 'string') return message.objects('content')
  return content === '' ? [] : [new Fields({ type: 'text', text: content }, message.path('content'))]
}

/** Parts that only the page needs (sources, data, custom ones) say nothing to a model. */
function readUserPart(part: Fields): readonly (TextPart | FilePart)[] {
  const type = part.string('type')
  if (type === 'text') return [{ type: 'text', text: part.string('text') }]
  if (type === 'file') return [readFile(part)]
  return []
}

function readFile(part: Fields): FilePart {
  const url = part.text('url') ?? part.text('data')
  if (url === undefined) throw part.invalid('url', 'must be an address or a data: address')
  return fileFromAddress(url, part.text('mediaType') ?? 'application/octet-stream', part.text('filename'))
}

/** A UI message holds a whole turn: what was said, called and answered, step after step. Ours are one message each. */
class Steps {
  readonly #id: string
  readonly #approvals: UiApproval[]
  readonly #messages: Message[] = []
  #spoken: SpokenPart[] = []
  #results: ToolResult[] = []

  constructor(id: string, approvals: UiApproval[]) {
    this.#id = id
    this.#approvals = approvals
  }

  read(parts: readonly Fields[]): readonly Message[] {
    for (const part of parts) this.#part(part)
    this.#endStep()
    return this.#messages
  }

  #part(part: Fields): void {
    const type = part.string('type')
    if (type === 'step-start') return this.#endStep()
    if (type === 'text') return this.#say({ type, text: part.string('text') })
    if (type === 'reasoning') return this.#say(readReasoning(part))
    if (type === 'file') return this.#say({ type: 'text', text: fileWords(readFile(part)) })
    if (type === 'steering-message') return this.#steer(part)
    if (!isToolPart(type)) return
    const { call, result, approval } = readToolPart(part, type)
    this.#spoken.push(call)
    if (result) this.#results.push(result)
    if (approval) this.#approvals.push(approval)
  }

  /** Words behind a result are of the next step, whether or not the page marks it. A vendor refuses words that are none. */
  #say(part: TextPart | ReasoningPart): void {
    if (this.#results.length > 0) this.#endStep()
    if (part.text !== '' || (part.type === 'reasoning' && part.signature !== undefined)) this.#spoken.push(part)
  }

  /** What the user said while the model was at work. */
  #steer(part: Fields): void {
    this.#endStep()
    this.#messages.push({ role: 'user', id: this.#nextId(), parts: part.objects('parts').flatMap(readUserPart) })
  }

  #endStep(): void {
    const step = this.#messages.length
    if (this.#spoken.length > 0) this.#messages.push({ role: 'assistant', id: this.#nextId(), parts: this.#spoken })
    if (this.#results.length > 0) this.#messages.push({ role: 'tool', id: `${this.#id}-results-${step}`, parts: this.#results })
    this.#spoken = []
    this.#results = []
  }

  #nextId(): string {
    return this.#messages.length === 0 ? this.#id : `${this.#id}-${this.#messages.length}`
  }
}

function readReasoning(part: Fields): ReasoningPart {
  const signature = part.object('providerMetadata')?.object('parley')?.text('signature')
  return { type: 'reasoning', text: part.string('text'), ...(signature !== undefined && { signature }) }
}
