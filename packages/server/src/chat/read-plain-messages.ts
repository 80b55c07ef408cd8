import {
  type Dialect,
  dialects,
  findDialect,
  type JsonObject,
  type Message,
  readAnswer,
  type ToolCall,
  type ToolResult,
  type ToolSpec,
} from '@parley/dialects'
import { openaiChat } from '@parley/dialects/wire'
import { readResults, type SpokenResult } from '../disguise/read-results.ts'

/**
 * Messages as `{role, content}`. Calls and results may be disguised: a call inside the assistant's text, its result as the
 * next thing the user says. Such a pair becomes what it means, so that the next turn may speak another dialect or natively.
 */
export function readPlainMessages(
  given: readonly JsonObject[],
  tools: readonly ToolSpec[],
  paradigm: string | undefined,
): readonly Message[] {
  const { messages } = openaiChat.readRequest({ model: 'any', messages: given })
  const chosen = paradigm === undefined ? undefined : findDialect(paradigm)
  const undisguised: Message[] = []
  for (let index = 0; index < messages.length; index++) {
    const message = messages[index]
    const next = messages[index + 1]
    const pair = message && next && unmask(message, next, { tools, chosen })
    if (pair) {
      undisguised.push(...pair)
      index++
    } else if (message) undisguised.push(message)
  }
  return undisguised
}

interface Way {
  readonly tools: readonly ToolSpec[]
  readonly chosen: Dialect | undefined
}

/** The chosen dialect is tried first; any other may have been spoken earlier in the conversation. */
function unmask(said: Message, answer: Message, { tools, chosen }: Way): readonly Message[] | undefined {
  if (said.role !== 'assistant' || answer.role !== 'user' || said.parts.some((part) => part.type === 'tool-call'))
    return undefined
  const words = textOf(said)
  const reply = textOf(answer)
  for (const dialect of chosen ? [chosen, ...dialects] : dialects) {
    const found = readResults(dialect, reply, dialect === chosen ? 1 : 0)
    if (!found) continue
    const parts = readAnswer(words, { dialect, tools, reasoning: false })
    const calls = parts.filter((part) => part.type === 'tool-call')
    if (calls.length === 0) continue
    const results = matched(calls, found.results)
    const spoken: Message = {
      role: 'assistant',
      id: said.id,
      parts: parts.filter((part) => part.type !== 'text' || part.text.trim() !== ''),
    }
    const told: Message = { role: 'tool', id: answer.id, parts: results }
    const rest: Message = { role: 'user', id: `${answer.id}-rest`, parts: [{ type: 'text', text: found.rest }] }
    return found.rest === '' ? [spoken, told] : [spoken, told, rest]
  }
  return undefined
}

function textOf(message: Message): string {
  return message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
}

/** By id where there is one, otherwise in order. */
function matched(calls: readonly ToolCall[], results: readonly SpokenResult[]): readonly ToolResult[] {
  const left = [...calls]
  return results.flatMap((result) => {
    const named = left.findIndex((call) => call.id === result.callId)
    const [call] = left.splice(named === -1 ? 0 : named, 1)
    if (!call) return []
    const { outcome, text, value } = result
    return [
      {
        type: 'tool-result',
        callId: call.id,
        name: call.name,
        outcome,
        content: [{ type: 'text', text }],
        ...(value !== undefined && { data: value }),
      },
    ]
  })
}
