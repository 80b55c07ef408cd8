import { FaultError } from '../canonical/fault.ts'
import type { JsonObject, JsonValue } from '../canonical/json.ts'
import type { AssistantMessage, Message } from '../canonical/message.ts'
import type { BrokenCall, FilePart, Outcome, SpokenPart, TextPart, ToolCall, ToolResult } from '../canonical/part.ts'
import { parseXml, type XmlElement } from './xml-tree.ts'

/** Reads a conversation back from canonical XML. Throws a fault that names the place. */
export function parseTranscript(xml: string): readonly Message[] {
  const root = parseXml(xml.trim())
  if (root.name !== 'conversation') throw invalid(`it begins with \`<${root.name}>\`, not with \`<conversation>\``)
  return root.children.map(readMessage)
}

function readMessage(element: XmlElement): Message {
  if (element.name !== 'message') throw invalid(`\`<${element.name}>\` stands where a message is expected`)
  const id = required(element, 'id')
  const role = required(element, 'role')
  switch (role) {
    case 'system':
      return { role, id, parts: element.children.map(readText) }
    case 'user':
      return { role, id, parts: element.children.map((child) => (child.name === 'file' ? readFile(child) : readText(child))) }
    case 'assistant':
      return { role, id, parts: element.children.map(readSpoken) } satisfies AssistantMessage
    case 'tool':
      return { role, id, parts: element.children.map(readResult) }
    default:
      throw invalid(`there is no role \`${role}\``)
  }
}

function readText(element: XmlElement): TextPart {
  if (element.name !== 'text') throw invalid(`\`<${element.name}>\` stands where text is expected`)
  return { type: 'text', text: element.text }
}

function readFile(element: XmlElement): FilePart {
  const name = element.attributes.get('name')
  return { type: 'file', mediaType: required(element, 'type'), data: element.text, ...(name !== undefined && { name }) }
}

function readSpoken(element: XmlElement): SpokenPart {
  switch (element.name) {
    case 'reasoning': {
      const signature = element.attributes.get('signature')
      return { type: 'reasoning', text: element.text, ...(signature !== undefined && { signature }) }
    }
    case 'tool':
      return readCall(element)
    case 'broken_call':
      return readBroken(element)
    default:
      return readText(element)
  }
}

function readCall(element: XmlElement): ToolCall {
  const members = element.children.map((child) => `${JSON.stringify(required(child, 'name'))}:${jsonOf(child)}`)
  const inputText = `{${members.join(',')}}`
  const input = parseJson(inputText) as JsonObject
  const signature = element.attributes.get('signature')
  return {
    type: 'tool-call',
    id: required(element, 'id'),
    name: required(element, 'name'),
    input,
    ...(JSON.stringify(input) !== inputText && { inputText }),
    ...(signature !== undefined && { signature }),
  }
}

const jsonOf = (parameter: XmlElement): string =>
  parameter.attributes.get('type') === 'string' ? JSON.stringify(parameter.text) : parameter.text

function readBroken(element: XmlElement): BrokenCall {
  const name = element.attributes.get('name')
  const dialect = element.attributes.get('dialect')
  const at = element.attributes.get('at')
  const [offer] = element.children
  return {
    type: 'broken-call',
    id: required(element, 'id'),
    ...(name !== undefined && { name }),
    source: element.text,
    ...(dialect !== undefined && { dialect }),
    problem: required(element, 'problem'),
    ...(at !== undefined && { at: Number(at) }),
    ...(offer && { offer: readCall(offer) }),
  }
}

const OUTCOMES: ReadonlyMap<string, Outcome> = new Map([
  ['success', 'ok'],
  ['error', 'error'],
  ['denied', 'denied'],
  ['cancelled', 'cancelled'],
])

function readResult(element: XmlElement): ToolResult {
  const outcome = OUTCOMES.get(required(element, 'status'))
  if (element.name !== 'tool_result' || !outcome) throw invalid(`\`<${element.name}>\` stands where a result is expected`)
  const content: (TextPart | FilePart)[] = []
  let data: JsonValue | undefined
  for (const child of element.children) {
    if (child.name === 'data') data = parseJson(child.text)
    else content.push(child.name === 'file' ? readFile(child) : { type: 'text', text: child.text })
  }
  return {
    type: 'tool-result',
    callId: required(element, 'id'),
    name: required(element, 'name'),
    outcome,
    content,
    ...(data !== undefined && { data }),
  }
}

function required(element: XmlElement, name: string): string {
  const value = element.attributes.get(name)
  if (value === undefined) throw invalid(`\`<${element.name}>\` has no \`${name}\``)
  return value
}

function parseJson(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    throw invalid(`\`${text.slice(0, 60)}\` is not the JSON that its type promises`)
  }
}

function invalid(what: string): FaultError {
  return new FaultError({ code: 'request/invalid', message: `The transcript cannot be read: ${what}.`, retryable: false })
}
