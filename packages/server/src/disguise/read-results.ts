import type { Dialect, JsonValue } from '@parley/dialects'
import { ANY, type JsonPath, parsed, type ResultTemplate, resultTemplates, sameShape, valueAt, WILD } from './result-template.ts'
import { jsonEnd, type SpokenResult, type SpokenResults } from './spoken-result.ts'

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
    results.push(...found.results)
    rest = rest.slice(found.length)
  }
  if (results.length === 0 && templates.some(isBare)) return { results: [{ outcome: 'ok', text: message }], rest: '' }
  return results.length === 0 ? undefined : { results, rest: rest.trim() }
}

/** Nothing but the name of the call, or nothing at all, tells the result from what anybody might say. */
const isBare = ({ before, after, json }: ResultTemplate): boolean => !json && /^[\s\0:]*$/.test(before + after)

interface Match {
  readonly results: readonly SpokenResult[]
  readonly length: number
}

function firstMatch(templates: readonly ResultTemplate[], text: string): Match | undefined {
  for (const template of templates) {
    const match = template.json
      ? matchJson(template, text, templates)
      : (matchText(template, text, exactly) ?? matchText(template, text, loosely))
    if (match) return match
  }
  return undefined
}

const quoted = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
const exactly = (text: string) => quoted(text).replaceAll(WILD, '[^"<>\\n]*?').replaceAll(ANY, String.raw`[\s\S]*?`)
const loosely = (text: string) => exactly(text).replace(/\s+/g, String.raw`\s*`).replaceAll('><', String.raw`>\s*<`)

function matchText(template: ResultTemplate, text: string, pattern: (text: string) => string): Match | undefined {
  const before = template.before.trimStart()
  const after = template.after.trimEnd()
  if (before.trim() === '') return undefined
  const [head, tail] = pattern === loosely ? [before.trimEnd(), after.trimStart()] : [before, after]
  const space = pattern === loosely ? String.raw`\s*` : ''
  const opened = new RegExp(`^\\s*${pattern(head)}${space}`).exec(text)
  if (!opened) return undefined
  const { between } = template
  const texts = textsUntil(text, {
    from: opened[0].length,
    between: between === undefined ? undefined : new RegExp(`${space}${pattern(between)}${space}`, 'g'),
    end: tail === '' ? /$/g : new RegExp(`${space}${pattern(tail)}`, 'g'),
  })
  return (
    texts && { ...texts, results: texts.results.map((one) => ({ outcome: template.outcome, text: plain(one, template.escape) })) }
  )
}

interface Marks {
  readonly from: number
  readonly between: RegExp | undefined
  readonly end: RegExp
}

/** The texts between the marks. What separates two of them may begin like what ends the last one, so it is looked for first. */
function textsUntil(
  text: string,
  { from, between, end }: Marks,
): { readonly results: readonly string[]; readonly length: number } | undefined {
  const results: string[] = []
  let at = from
  let next = find(between, text, at)
  let last = find(end, text, at)
  for (;;) {
    if (next && (!last || next.index <= last.index)) {
      results.push(text.slice(at, next.index))
      at = next.index + next[0].length
      if (last && last.index < at) last = find(end, text, at)
      next = find(between, text, at)
    } else if (!last) return undefined
    else return { results: [...results, text.slice(at, last.index)], length: last.index + last[0].length }
  }
}

function find(mark: RegExp | undefined, text: string, from: number): RegExpExecArray | undefined {
  if (!mark) return undefined
  mark.lastIndex = from
  return mark.exec(text) ?? undefined
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

function matchJson(
  { before, after, json }: ResultTemplate,
  text: string,
  templates: readonly ResultTemplate[],
): Match | undefined {
  const opened = new RegExp(`^\\s*${loosely(before.trim())}\\s*`).exec(text)
  if (!opened || !json) return undefined
  const from = opened[0].length
  const to = jsonEnd(text, from)
  const found = to === -1 ? undefined : parsed(text.slice(from, to))
  const closed = new RegExp(`^\\s*${loosely(after.trim())}`).exec(text.slice(to))
  if (found === undefined || !closed) return undefined
  const results = oneByOne(found, json.path).map((one) => jsonResult(one, templates))
  // A list is results only when all that is in it is.
  return results.every((result) => result !== undefined) ? { results, length: to + closed[0].length } : undefined
}

/** The same JSON once for each item of the list that the results stand in. */
function oneByOne(found: JsonValue, path: JsonPath): readonly JsonValue[] {
  const place = path.findIndex((key) => typeof key === 'number')
  if (place === -1) return [found]
  const list = valueAt(found, path.slice(0, place))
  if (!Array.isArray(list)) return []
  return list.map((item: JsonValue) => path.slice(0, place).reduceRight<JsonValue>((value, key) => ({ [key]: value }), [item]))
}

function jsonResult(found: JsonValue, templates: readonly ResultTemplate[]): SpokenResult | undefined {
  for (const { json, outcome } of templates) {
    if (!json || !sameShape(json.example, found)) continue
    const value = valueAt(found, json.path)
    if (value === undefined) continue
    const id = json.idPath && valueAt(found, json.idPath)
    return {
      outcome,
      text: typeof value === 'string' ? value : JSON.stringify(value),
      ...(typeof value !== 'string' && { value }),
      ...(typeof id === 'string' && { callId: id }),
    }
  }
  return undefined
}
