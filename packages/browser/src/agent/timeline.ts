import type { Message } from '@parley/dialects'
import type { TimelineStep } from '../conversation/state/server-side.ts'
import { callKey } from '../turn/open-records.ts'
import type { ThreadDocument } from './thread-document.ts'

const SHORT = 140

/** The steps of a thread, oldest first, each with the checkpoint that was taken after it. */
export function timelineOf({ messages, checkpoints }: Pick<ThreadDocument, 'messages' | 'checkpoints'>): readonly TimelineStep[] {
  return joinResults(messages).map((message, index) => {
    const checkpoint = checkpoints.find((one) => one.messages === index + 1)
    const words = message.parts
      .map((part) => (part.type === 'text' ? part.text : ''))
      .join(' ')
      .trim()
    return {
      ...stepOf(message),
      text: words.length > SHORT ? `${words.slice(0, SHORT - 1)}…` : words,
      ...(checkpoint && { checkpoint }),
    }
  })
}

function stepOf(message: Message): Pick<TimelineStep, 'kind' | 'id' | 'calls'> {
  const { id, role } = message
  if (role === 'tool') return { kind: 'results', id, calls: [] }
  if (role !== 'assistant') return { kind: 'question', id, calls: [] }
  const calls = message.parts.flatMap((part, index) =>
    part.type === 'tool-call' || part.type === 'broken-call' ? [{ key: callKey(id, index), name: part.name ?? '' }] : [],
  )
  return { kind: calls.length > 0 ? 'calls' : 'answer', id, calls }
}

/** Results of one answer may come one by one; together they are one message. */
export function joinResults(messages: readonly Message[]): readonly Message[] {
  const joined: Message[] = []
  for (const message of messages) {
    const last = joined.at(-1)
    if (message.role === 'tool' && last?.role === 'tool')
      joined[joined.length - 1] = { ...last, parts: [...last.parts, ...message.parts] }
    else joined.push(message)
  }
  return joined
}
