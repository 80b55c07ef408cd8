import { type FilePart, type JsonObject, type JsonValue, type TextPart } from '@parley/dialects'
import { readPart } from './call-events.ts'
import { readList } from './mcp-server.ts'

/** Something of a server that a person can put into a message. Every text in it is somebody else's. */
export interface McpItem {
  readonly kind: 'resource' | 'template' | 'prompt'
  /** What the server is asked by: an address, one with slots, or the name of a prompt. */
  readonly key: string
  readonly title: string
  readonly description: string
  /** What it must be told first. */
  readonly fields: readonly McpField[]
}

export interface McpField {
  readonly name: string
  readonly description: string
  readonly isRequired: boolean
}

const textIn = (value: JsonObject, ...keys: readonly string[]): string => {
  const found = keys.map((key) => value[key]).find((text) => typeof text === 'string' && text !== '')
  return typeof found === 'string' ? found : ''
}

const item = (kind: McpItem['kind'], key: string, value: JsonObject, fields: readonly McpField[]): McpItem | undefined =>
  key === ''
    ? undefined
    : { kind, key, title: textIn(value, 'title', 'name') || key, description: textIn(value, 'description'), fields }

export const readResources = ({ resources, templates }: JsonObject): readonly McpItem[] => [
  ...readList(resources, (value) => item('resource', textIn(value, 'uri'), value, [])),
  ...readList(templates, (value) => item('template', textIn(value, 'uriTemplate'), value, slotsOf(textIn(value, 'uriTemplate')))),
]

export const readPrompts = ({ prompts }: JsonObject): readonly McpItem[] =>
  readList(prompts, (value) => item('prompt', textIn(value, 'name'), value, readList(value['arguments'], readField)))

function readField(value: JsonObject): McpField | undefined {
  const name = textIn(value, 'name')
  return name === '' ? undefined : { name, description: textIn(value, 'description'), isRequired: value['required'] === true }
}

/** `{id}`, `{+path}`, `{?query,page}` and the like, as RFC 6570 writes them. */
const SLOT = /\{([+#./;?&]?)([^{}]+)\}/g

const namesIn = (slot: string): readonly string[] => slot.split(',').map((name) => name.replace(/\*$|:\d+$/, '').trim())

function slotsOf(template: string): readonly McpField[] {
  const names = new Set([...template.matchAll(SLOT)].flatMap(([, , slot = '']) => namesIn(slot)))
  return [...names].map((name) => ({ name, description: '', isRequired: true }))
}

/** The address that a template makes of what was filled in. */
export function filledTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(SLOT, (_whole, operator: string, slot: string) => {
    const isRaw = operator === '+' || operator === '#'
    const told = namesIn(slot).flatMap((name) => {
      const value = Object.hasOwn(values, name) ? (values[name] ?? '') : ''
      if (value === '') return []
      const written = isRaw ? encodeURI(value) : encodeURIComponent(value)
      return [operator === '?' || operator === '&' || operator === ';' ? `${name}=${written}` : written]
    })
    if (told.length === 0) return ''
    const between = operator === '' || isRaw ? ',' : operator === '?' ? '&' : operator
    return `${operator === '+' ? '' : operator}${told.join(between)}`
  })
}

export const readContent = (value: JsonValue | undefined): readonly (TextPart | FilePart)[] => readList(value, readPart)

/** A prompt as one message; who says what is told where not all of it is the person's. */
export function readPromptMessages(value: JsonValue | undefined): readonly (TextPart | FilePart)[] {
  const messages = readList(value, (message) => message)
  const isMixed = messages.some(({ role }) => role === 'assistant')
  return messages.flatMap(({ role, content }) =>
    readContent(content).map((part) =>
      isMixed && part.type === 'text' ? { ...part, text: `${role === 'assistant' ? 'Assistant' : 'User'}: ${part.text}` } : part,
    ),
  )
}

/** The variables or arguments by name, of those that were filled in. */
export const isFilled = ({ fields }: McpItem, values: Readonly<Record<string, string>>): boolean =>
  fields.every(({ name, isRequired }) => !isRequired || (Object.hasOwn(values, name) && values[name] !== ''))
