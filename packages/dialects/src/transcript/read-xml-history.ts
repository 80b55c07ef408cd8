import type { Message, ToolSpec } from '../canonical/message.ts'
import { wordsResult } from '../canonical/outcome-words.ts'
import type { ToolCall, ToolResult } from '../canonical/part.ts'
import { canonicalXml } from '../dialects/canonical-xml.ts'
import { readAnswer } from '../engine.ts'
import { attributesOf } from '../shapes/tags/tag.ts'

/** A message of a history whose calls and results are canonical XML text. */
export interface XmlMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly content: string
}

/**
 * A history that is written in canonical XML, as messages that any provider can be sent: `<tool>` becomes a call, and
 * `<tool_result>` the result of the earliest call of that name that has none yet.
 */
export function readXmlHistory(history: readonly XmlMessage[], tools: readonly ToolSpec[] = []): readonly Message[] {
  let made = 0
  const newId = (): string => `call_${++made}`
  const open: ToolCall[] = []
  return history.flatMap(({ role, content }, index): readonly Message[] => {
    const id = `m${index + 1}`
    if (role === 'assistant') {
      const parts = readAnswer(content, { dialect: canonicalXml, tools, newId, drafts: 'ignore' })
      open.push(...parts.filter((part) => part.type === 'tool-call'))
      return [{ role, id, parts }]
    }
    if (role === 'system') return [{ role, id, parts: [{ type: 'text', text: content }] }]
    const { results, rest } = takeResults(content, open)
    return [
      ...(results.length > 0 ? [{ role: 'tool', id, parts: results } as const] : []),
      ...(rest.trim() === ''
        ? []
        : [{ role: 'user', id: results.length > 0 ? `${id}u` : id, parts: [{ type: 'text', text: rest }] } as const]),
    ]
  })
}

/** Results that answer an open call; anything else in the text is what the user said. */
function takeResults(content: string, open: ToolCall[]): { readonly results: readonly ToolResult[]; readonly rest: string } {
  const results: ToolResult[] = []
  let rest = ''
  let at = 0
  for (;;) {
    const from = content.indexOf('<tool_result', at)
    const close = from < 0 ? -1 : resultEnd(content, from)
    if (close < 0) return { results, rest: rest + content.slice(at) }
    const result = readResult(content.slice(from, close), open)
    rest += content.slice(at, result ? from : close)
    if (result) results.push(result)
    at = close
  }
}

/** Where a result's element ends; what stands in a CDATA section does not end it. */
function resultEnd(content: string, from: number): number {
  let at = from
  for (;;) {
    const close = content.indexOf('</tool_result>', at)
    const section = content.indexOf('<![CDATA[', at)
    if (close < 0) return -1
    if (section < 0 || section > close) return close + '</tool_result>'.length
    const end = content.indexOf(']]>', section)
    if (end < 0) return -1
    at = end
  }
}

function readResult(element: string, open: ToolCall[]): ToolResult | undefined {
  const head = element.slice(0, element.indexOf('>'))
  const attributes = attributesOf(head)
  const name = attributes.get('name')
  const id = attributes.get('id')
  const place = open.findIndex((call) => (id === undefined ? call.name === name : call.id === id))
  const call = open[place]
  if (!call) return undefined
  open.splice(place, 1)
  const body = element.slice(head.length + 1, -'</tool_result>'.length).trim()
  const [, , inner = body] = /^<(content|error)>([^]*)<\/\1>$/.exec(body) ?? []
  const text = inner.replaceAll(/<!\[CDATA\[([^]*?)\]\]>/g, '$1')
  return wordsResult(call, attributes.get('status') === 'success' ? 'ok' : 'error', text)
}
