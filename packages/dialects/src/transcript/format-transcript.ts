import type { Message } from '../canonical/message.ts'
import type { FilePart, SpokenPart, TextPart, ToolCall, ToolResult } from '../canonical/part.ts'
import { cdata, encodeAttribute } from '../shapes/tags/tag.ts'
import { writeArguments } from '../shapes/tags/write-tags.ts'
import { typeOf } from '../shapes/values/schema-types.ts'

/** A conversation in canonical XML: what any model said and did, in one readable file that can be read back. */
export function formatTranscript(messages: readonly Message[]): string {
  return `<conversation>\n${messages.map(formatMessage).join('')}</conversation>\n`
}

function formatMessage(message: Message): string {
  const parts: readonly (SpokenPart | FilePart | ToolResult)[] = message.parts
  return `<message${attributes({ role: message.role, id: message.id })}>\n${parts.map(formatPart).join('')}</message>\n`
}

function formatPart(part: SpokenPart | FilePart | ToolResult): string {
  switch (part.type) {
    case 'text':
      return `<text>${safe(part.text)}</text>\n`
    case 'reasoning':
      return `<reasoning${attributes({ signature: part.signature })}>${safe(part.text)}</reasoning>\n`
    case 'file':
      return `<file${attributes({ type: part.mediaType, name: part.name })}>${safe(part.data)}</file>\n`
    case 'tool-call':
      return `${formatCall(part)}\n`
    case 'broken-call':
      return `<broken_call${attributes({ id: part.id, name: part.name, dialect: part.dialect, problem: part.problem, at: part.at?.toString() })}>${safe(part.source)}${part.offer ? formatCall(part.offer) : ''}</broken_call>\n`
    case 'tool-result':
      return formatResult(part)
    default:
      return part satisfies never
  }
}

/** A call with its id and the type of every argument, so that nothing has to be guessed when it is read back. */
export function formatCall(call: Pick<ToolCall, 'id' | 'name' | 'input' | 'inputText' | 'signature'>): string {
  const parameters = writeArguments(call, (name, text, value) => {
    const body = safe(typeof value === 'string' ? text : JSON.stringify(value))
    return `<param${attributes({ name, type: typeOf(value) })}>${body}</param>\n`
  })
  return `<tool${attributes({ name: call.name, id: call.id, signature: call.signature })}>\n${parameters}</tool>`
}

const STATUS = { ok: 'success', error: 'error', denied: 'denied', cancelled: 'cancelled' } as const

function formatResult(result: ToolResult): string {
  const content = result.content
    .map((part) => (part.type === 'text' ? `<content>${safe(part.text)}</content>` : formatPart(part).trimEnd()))
    .join('')
  const data = result.data === undefined ? '' : `<data>${safe(JSON.stringify(result.data))}</data>`
  return `<tool_result${attributes({ name: result.name, id: result.callId, status: STATUS[result.outcome] })}>${content}${data}</tool_result>\n`
}

function attributes(pairs: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(pairs)
    .flatMap(([name, value]) => (value === undefined ? [] : [` ${name}="${encodeAttribute(value)}"`]))
    .join('')
}

const safe = (text: TextPart['text']): string => (/[<&\]]/.test(text) ? cdata(text) : text)
