import type { AssistantMessage, Message } from '../canonical/message.ts'
import { type BrokenCall, plainText, type ToolCall, type ToolResult } from '../canonical/part.ts'

type SpokenCall = ToolCall | BrokenCall

/**
 * A history that every vendor with native calls accepts: behind each message with calls stands one tool message that
 * answers all of them, in order. A call that nobody answered is closed as cancelled; an answer that came late moves up
 * to its call; an answer to a call that is not in the history, and a call that could not be read, become prose, because
 * vendors refuse both.
 */
export function closeOpenCalls(messages: readonly Message[]): readonly Message[] {
  const { answers, strays } = matchResults(messages)
  const closed: Message[] = []
  for (const message of messages) {
    if (message.role === 'assistant') closed.push(...closeMessage(message, answers))
    else if (message.role === 'tool') closed.push(...strayMessages(message, strays))
    else closed.push(message)
  }
  return closed
}

interface Matched {
  readonly answers: ReadonlyMap<SpokenCall, ToolResult>
  readonly strays: ReadonlySet<ToolResult>
}

interface Waiting {
  readonly call: SpokenCall
  readonly said: AssistantMessage
}

function matchResults(messages: readonly Message[]): Matched {
  const waiting = new Map<string, Waiting[]>()
  const answers = new Map<SpokenCall, ToolResult>()
  const strays = new Set<ToolResult>()
  for (const message of messages) {
    if (message.role === 'assistant') {
      for (const part of message.parts) {
        if (part.type !== 'tool-call' && part.type !== 'broken-call') continue
        const queue = waiting.get(part.id)
        if (queue) queue.push({ call: part, said: message })
        else waiting.set(part.id, [{ call: part, said: message }])
      }
    } else if (message.role === 'tool') {
      for (const result of message.parts) {
        const call = takeCall(waiting.get(result.callId) ?? [], result.name)
        if (call) answers.set(call, result)
        else strays.add(result)
      }
    }
  }
  return { answers, strays }
}

/**
 * Text dialects number their calls anew in every answer, so an id may have come before: a result belongs to the latest
 * message that has an open call of its id, and within it to the call of its name.
 */
function takeCall(queue: Waiting[], name: string): SpokenCall | undefined {
  const latest = queue.at(-1)?.said
  const named = queue.findIndex((open) => open.said === latest && open.call.name === name)
  const index = named === -1 ? queue.findIndex((open) => open.said === latest) : named
  return queue.splice(index, 1)[0]?.call
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

function cancelled(call: ToolCall): ToolResult {
  return {
    type: 'tool-result',
    callId: call.id,
    name: call.name,
    outcome: 'cancelled',
    content: [{ type: 'text', text: CANCELLED }],
  }
}

const CANCELLED = 'The call was cancelled before it ran.'

function strayMessages(message: Extract<Message, { role: 'tool' }>, strays: ReadonlySet<ToolResult>): readonly Message[] {
  const notes = message.parts
    .filter((result) => strays.has(result))
    .map((result) => `Result of ${result.name}: ${plainText(result)}`)
  return notes.length > 0 ? [userNote(message.id, notes)] : []
}

function userNote(id: string, notes: readonly string[]): Message {
  return { role: 'user', id, parts: [{ type: 'text', text: notes.join('\n') }] }
}
