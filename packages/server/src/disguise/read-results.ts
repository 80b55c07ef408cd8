import type { Dialect, JsonValue, Outcome } from '@parley/dialects'
import { parsed, type ResultTemplate, resultTemplates, sameShape, valueAt, WILD } from './result-template.ts'

/** A result that came as the words of a user. */
export interface SpokenResult {
  readonly outcome: Outcome
  readonly text: string
  /** The value, where the dialect has room for values. */
  readonly value?: JsonValue
  /** Absent: the dialect's results carry no id. */
  readonly callId?: string
}

export interface SpokenResults {
  readonly results: readonly SpokenResult[]
  /** What the user said after them. */
  readonly rest: string
}

/**
 * Reads results back from a user message by undoing what the dialect writes, with any white space and, where the
 * dialect writes JSON, any spelling of it. No dialect is known here by name. `awaited` is the number of calls without a
 * result: where results have no marks at all, only that tells them from talk. `undefined`: the user is just talking.
 */
export function readResults(dialect: Dialect, message: string, awaited = 0): SpokenResults | undefined {
  const templates = resultTemplates(dialect)
  if (awaited === 0 && templates.some(isBare)) return undefined
  const results: SpokenResult[] = []
  let rest = message
  for (let found = firstMatch(templates, rest); found; found = firstMatch(templates, rest)) {
    results.push(found.result)
    rest = rest.slice(found.length)
  }
  if (results.length === 0 && templates.some(isBare)) return { results: [{ outcome: 'ok', text: message }], rest: '' }
  return results.length === 0 ? undefined : { results, rest: rest.trim() }
}

/** Nothing but the name of the call, or nothing at all, tells the result from what anybody might say. */
const isBare = ({ before, after, json }: ResultTemplate): boolean => !json && /^[\s\0:]*$/.test(before + after)

interface Match {
  readonly result: SpokenResult
  readonly length: number
}

function firstMatch(templates: readonly ResultTemplate[], text: string): Match | undefined {
  for (const template of templates) {
    const match = template.json
      ? matchJson(template, text)
      : (matchText(template, text, exactly) ?? matchText(template, text, loosely))
    if (match) return match
  }
  return undefined
}

const quoted = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
const exactly = (text: string) => quoted(text).replaceAll(WILD, '[^"<>\\n]*?')
const loosely = (text: string) => exactly(text).replace(/\s+/g, String.raw`\s*`).replaceAll('><', String.raw`>\s*<`)

function matchText(template: ResultTemplate, text: string, pattern: (text: string) => string): Match | undefined {
  const before = template.before.trimStart()
  const after = template.after.trimEnd()
  if (before.trim() === '') return undefined
  const [head, tail] = pattern === loosely ? [before.trimEnd(), after.trimStart()] : [before, after]
  const body = tail === '' ? String.raw`([\s\S]*)` : String.raw`([\s\S]*?)`
  const space = pattern === loosely ? String.raw`\s*` : ''
  const match = new RegExp(`^\\s*${pattern(head)}${space}${body}${space}${pattern(tail)}`).exec(text)
  if (!match) return undefined
  return { result: { outcome: template.outcome, text: plain(match[1] ?? '', template.escape) }, length: match[0].length }
}

function plain(text: string, escape: ResultTemplate['escape']): string {
  const data = /^<!\[CDATA\[([\s\S]*)\]\]>$/.exec(text.trim())
  if (data) return (data[1] ?? '').replaceAll(']]]]><![CDATA[>', ']]>')
  if (escape === 'json') return unquoted(text)
  if (escape === 'none') return text
  return text.replace(/&(lt|gt|quot|apos|#39|amp);/g, (_, name: string) => ENTITIES[name] ?? '')
}

function unquoted(text: string): string {
  const value = parsed(`"${text}"`)
  return typeof value === 'string' ? value : text
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", '#39': "'", amp: '&' }

function matchJson({ outcome, before, after, json }: ResultTemplate, text: string): Match | undefined {
  const opened = new RegExp(`^\\s*${loosely(before.trim())}\\s*`).exec(text)
  if (!opened || !json) return undefined
  const from = opened[0].length
  const to = jsonEnd(text, from)
  const found = to === -1 ? undefined : parsed(text.slice(from, to))
  if (found === undefined || !sameShape(json.example, found)) return undefined
  const value = valueAt(found, json.path)
  const closed = new RegExp(`^\\s*${loosely(after.trim())}`).exec(text.slice(to))
  if (value === undefined || !closed) return undefined
  const id = json.idPath && valueAt(found, json.idPath)
  const words = typeof value === 'string' ? value : JSON.stringify(value)
  const result = {
    outcome,
    text: words,
    ...(typeof value !== 'string' && { value }),
    ...(typeof id === 'string' && { callId: id }),
  }
  return { result, length: to + closed[0].length }
}

/** Just behind the JSON value that begins at `from`; strings may hold brackets. */
function jsonEnd(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const character = text[at]
    if (character === '"') {
      for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === '\\') at++
    } else if (character === '{' || character === '[') depth++
    else if (character === '}' || character === ']') {
      depth--
      if (depth === 0) return at + 1
    }
    if (depth === 0) return -1
  }
  return -1
}
