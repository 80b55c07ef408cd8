import type { AssistantMessage, Message } from '../../canonical/message.ts'
import { OUTCOME_WORDS, wordsResult } from '../../canonical/outcome-words.ts'
import { type BrokenCall, plainText, type ToolCall, type ToolResult } from '../../canonical/part.ts'

type SpokenCall = ToolCall | BrokenCall

/**
 * A history that every vendor with native calls accepts: behind each message with calls stands one tool message that
 * answers all of them, in order. A call that nobody answered is closed as cancelled; an answer that came late moves up
 * to its call, and where the model had spoken in between, a note stays behind, for else it would have the last word; an answer to a call that is not in the history, and a call that could not be read, become prose, because
 * vendors refuse both.
 */
export function closeOpenCalls(messages: readonly Message[]): readonly Message[] {
  const { answers, strays, late } = matchResults(messages)
  const closed: Message[] = []
  for (const message of messages) {
    if (message.role === 'assistant') closed.push(...closeMessage(message, answers))
    else if (message.role === 'tool') closed.push(...noteMessages(message, strays, late))
    else closed.push(message)
  }
  return closed
}

interface Matched {
  readonly answers: ReadonlyMap<SpokenCall, ToolResult>
  readonly strays: ReadonlySet<ToolResult>
  /** Results that came after the model had spoken again. */
  readonly late: ReadonlySet<ToolResult>
}

function matchResults(messages: readonly Message[]): Matched {
  const waiting = new WaitingCalls()
  const answers = new Map<SpokenCall, ToolResult>()
  const strays = new Set<ToolResult>()
  const late = new Set<ToolResult>()
  let latest = new Set<unknown>()
  for (const message of messages) {
    if (message.role === 'assistant') {
      waiting.add(message)
      latest = new Set(message.parts)
    }
    if (message.role !== 'tool') continue
    for (const result of message.parts) {
      const call = waiting.take(result)
      if (call) answers.set(call, result)
      else strays.add(result)
      if (call && !latest.has(call)) late.add(result)
    }
  }
  return { answers, strays, late }
}

/** The calls of one message under one key, and how many of them have been looked at. */
interface Group {
  readonly said: AssistantMessage
  readonly calls: SpokenCall[]
  next: number
}

/**
 * Text dialects number their calls anew in every answer, so an id may have come before: a result belongs to the latest
 * message that has an open call of its id and name, or else of its id. Every call is looked at a bounded number of
 * times, because histories are long and may be hostile.
 */
class WaitingCalls {
  readonly #groups = new Map<string, Group[]>()
  readonly #taken = new Set<SpokenCall>()

  add(message: AssistantMessage): void {
    for (const part of message.parts) {
      if (part.type !== 'tool-call' && part.type !== 'broken-call') continue
      this.#put(exactKey(part.id, part.name ?? ''), message, part)
      this.#put(part.id, message, part)
    }
  }

  take(result: ToolResult): SpokenCall | undefined {
    const call = this.#latest(exactKey(result.callId, result.name)) ?? this.#latest(result.callId)
    if (call) this.#taken.add(call)
    return call
  }

  #put(key: string, said: AssistantMessage, call: SpokenCall): void {
    const groups = this.#groups.get(key) ?? []
    const last = groups.at(-1)
    if (last?.said === said) last.calls.push(call)
    else groups.push({ said, calls: [call], next: 0 })
    this.#groups.set(key, groups)
  }

  #latest(key: string): SpokenCall | undefined {
    const groups = this.#groups.get(key) ?? []
    for (let group = groups.at(-1); group; group = groups.at(-1)) {
      for (; group.next < group.calls.length; group.next++) {
        const call = group.calls[group.next]
        if (call && !this.#taken.has(call)) return call
      }
      groups.pop()
    }
    return undefined
  }
}

function exactKey(id: string, name: string): string {
  return `${name}\u0000${id}`
}

function closeMessage(message: AssistantMessage, answers: Matched['answers']): readonly Message[] {
  const results: ToolResult[] = []
  const notes: string[] = []
  const parts = message.parts.map((part) => {
    if (part.type === 'tool-call') results.push(answers.get(part) ?? cancelled(part))
    if (part.type !== 'broken-call') return part
    const answer = answers.get(part)
    notes.push(answer ? plainText(answer) : `The call was not run. ${part.problem}`)
    return { type: 'text', text: part.source } as const
  })
  return [
    { ...message, parts },
    ...(results.length > 0 ? [{ role: 'tool', id: `${message.id}:results`, parts: results } as const] : []),
    ...(notes.length > 0 ? [userNote(`${message.id}:notes`, notes)] : []),
  ]
}

const cancelled = (call: ToolCall): ToolResult => wordsResult(call, 'cancelled', OUTCOME_WORDS.cancelled)

function noteMessages(
  message: Extract<Message, { role: 'tool' }>,
  strays: Matched['strays'],
  late: Matched['late'],
): readonly Message[] {
  const notes = message.parts.flatMap((result) => {
    if (strays.has(result)) return [`Result of ${result.name}: ${plainText(result)}`]
    return late.has(result) ? [`The result of ${result.name} has come in. It stands above, with its call.`] : []
  })
  return notes.length > 0 ? [userNote(message.id, notes)] : []
}

function userNote(id: string, notes: readonly string[]): Message {
  return { role: 'user', id, parts: [{ type: 'text', text: notes.join('\n') }] }
}
