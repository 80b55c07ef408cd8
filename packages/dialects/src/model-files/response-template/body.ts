import type { ToolSpec } from '../../canonical/message.ts'
import { say as sayOfCall } from '../../canonical/words.ts'
import { Damage } from '../../engine/damage.ts'
import { isPlainString, parsedJson, typedValue } from '../../shapes/values/input-writer.ts'
import { parameterSchema, typesOf } from '../../shapes/values/schema-types.ts'
import { say } from '../words.ts'
import type { Content, JsonContent } from './content.ts'
import { looseJson } from './loose-json.ts'
import { findAll } from './pattern/find-all.ts'

/** What is needed to read a body besides the body. */
export interface BodyContext {
  readonly tools: readonly ToolSpec[]
  /** The tool that is called, where its name is known already: values are typed by its schema. */
  readonly tool?: string | undefined
  /** Puts JSON right, where somebody does. */
  mend(text: string): string | undefined
}

/** The body of a region as JSON text. */
export function bodyJson(body: string, content: Content, context: BodyContext): string {
  if (content.as === 'json') return jsonBody(body, content, context)
  if (content.as === 'xml-inline') return tagsBody(body, content, context)
  if (content.as === 'kv-lines') return linesBody(body, content, context)
  const text = content.strip ? body.trim() : body
  if (content.as === 'text') return JSON.stringify(text)
  if (content.as === 'bool') return String(/^(?:true|1)$/i.test(text))
  const isNumber = content.as === 'int' ? /^-?(?:0|[1-9]\d*)$/ : /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
  if (!isNumber.test(text)) throw new Damage(say('call.no-number', { text: text.slice(0, 40) }))
  return text
}

function jsonBody(body: string, content: JsonContent, { mend }: BodyContext): string {
  const json = looseJson(body, content) ?? (content.orText ? JSON.stringify(body.trim()) : mend(body))
  if (json === undefined) throw new Damage(say('call.json-damaged'))
  return json
}

/** What may stand between elements and says nothing: tags that close something, commas. */
const SAYS_NOTHING = /[\s,;]+|<\/?[\w:|｜-]+>/g

function tagsBody(body: string, { tag, value, merges }: Content & { readonly as: 'xml-inline' }, context: BodyContext): string {
  const members: [string, string][] = []
  let from = 0
  const between = (to: number): void => {
    const text = body.slice(from, to)
    if (text.replaceAll(SAYS_NOTHING, '') !== '') throw new Damage(say('call.no-parameter', { text: text.trim().slice(0, 40) }))
  }
  for (const { start, end, groups } of findAll(tag, body)) {
    between(start)
    const key = groups.get('key')
    if (key === undefined) throw new Damage(sayOfCall('call.parameter-nameless'))
    members.push([key, valueJson(key, groups.get('value') ?? '', value, context)])
    from = end
  }
  between(body.length)
  return objectJson(merges ? merged(members) : members)
}

function linesBody(body: string, content: Content & { readonly as: 'kv-lines' }, context: BodyContext): string {
  const tidy = (text: string): string => (content.strip ? text.trim() : text)
  const members: [string, string][] = []
  for (const line of body.split(content.line)) {
    const end = line.indexOf(content.separator)
    if (end < 0 && line.trim() !== '') throw new Damage(say('call.no-parameter', { text: line.trim().slice(0, 40) }))
    if (end < 0) continue
    const key = tidy(line.slice(0, end))
    members.push([key, valueJson(key, tidy(line.slice(end + content.separator.length)), content.value, context)])
  }
  return objectJson(members)
}

const objectJson = (members: readonly (readonly [string, string])[]): string =>
  `{${members.map(([key, json]) => `${JSON.stringify(key)}:${json}`).join(',')}}`

function merged(members: readonly (readonly [string, string])[]): readonly (readonly [string, string])[] {
  const all = Map.groupBy(members, ([key]) => key)
  return Array.from(all, ([key, same]) => [
    key,
    same.length === 1 ? (same[0]?.[1] ?? 'null') : `[${same.map(([, json]) => json).join(',')}]`,
  ])
}

/** A value by its schema; where none is known, as the template reads it. */
function valueJson(key: string, text: string, content: Content, context: BodyContext): string {
  const types = typesOf(context.tool === undefined ? undefined : parameterSchema(context.tools, context.tool, key))
  const literal = content.as === 'json' ? looseJson(text, content) : undefined
  // Where strings have quotes, and where nothing but JSON is taken, there is no doubt.
  if (
    literal !== undefined &&
    content.as === 'json' &&
    (!content.orText || (content.quotes.length > 0 && literal.startsWith('"')))
  )
    return literal
  if (types.size === 0) return literal ?? bodyJson(text, content, context)
  const typed = typedValue(text, types, context.mend)
  const isList = literal !== undefined && typeof parsedJson(literal) === 'object'
  return isList && !isPlainString(types) && parsedJson(typed) === text ? literal : typed
}
