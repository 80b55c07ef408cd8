import type { Dialect, JsonValue } from '@parley/dialects'
import { finished, type Paced } from '../safety/pace.ts'
import { type KnownTemplate, knownTemplates, type TextMarks } from './known-templates.ts'
import type { ResultMark, Span } from './result-mark.ts'
import { type JsonPath, parsed, type ResultTemplate, sameShape, valueAt } from './result-template.ts'
import { MOST_SPOKEN, readingJson, type SpokenJson, type SpokenResult, type SpokenResults } from './spoken-result.ts'

/**
 * Reads results back from a user message by undoing what the dialect writes, with any white space and, where the
 * dialect writes JSON, any spelling of it. No dialect is known here by name. `awaited` is the number of calls without a
 * result: where results have no marks at all, only that tells them from talk. `undefined`: the user is just talking.
 */
export function readResults(dialect: Dialect, message: string, awaited = 0): SpokenResults | undefined {
  return finished(readingResults(dialect, message, awaited))
}

/** The same, with a pause behind each result. */
export function* readingResults(dialect: Dialect, message: string, awaited = 0): Paced<SpokenResults | undefined> {
  const { templates, bare } = knownTemplates(dialect)
  if (awaited === 0 && bare) return undefined
  const source = new ResultSource(message)
  const results: SpokenResult[] = []
  let at = 0
  for (let found = yield* firstMatch(templates, source, at); found; found = yield* firstMatch(templates, source, at)) {
    for (const result of found.results) results.push(result)
    if (results.length > MOST_SPOKEN) return undefined
    yield found.to - at
    at = found.to
  }
  if (results.length === 0 && bare) return { results: [{ outcome: 'ok', text: message }], rest: '' }
  return results.length === 0 ? undefined : { results, rest: message.slice(at).trim() }
}

interface Match {
  readonly results: readonly SpokenResult[]
  /** Just behind it. */
  readonly to: number
}

function* firstMatch(templates: readonly KnownTemplate[], source: ResultSource, at: number): Paced<Match | undefined> {
  const begins = source.wordsFrom(at)
  for (const template of templates) {
    if (!source.text.startsWith(template.start, begins)) continue
    const match = template.json
      ? yield* matchJson(template, source, { at, templates })
      : ((yield* matchText(template, template.exact, { source, at })) ??
        (yield* matchText(template, template.loose, { source, at })))
    if (match) return match
  }
  return undefined
}

function* matchText(
  template: KnownTemplate,
  { before, between, after, loose }: TextMarks,
  { source, at }: { readonly source: ResultSource; readonly at: number },
): Paced<Match | undefined> {
  const from = before ? before.endAt(source.text, at) : -1
  yield Math.max(0, from - at)
  const found = from === -1 ? undefined : yield* textsUntil(source, { from, between, after, loose })
  return (
    found && {
      to: found.to,
      results: found.texts.map((one) => ({ outcome: template.outcome, text: plain(one, template.escape) })),
    }
  )
}

/** The texts between the marks. What separates two of them may begin like what ends the last one, so it is looked for first. */
function* textsUntil(
  source: ResultSource,
  { from, between, after, loose }: Omit<TextMarks, 'before'> & { readonly from: number },
): Paced<{ readonly texts: readonly string[]; readonly to: number } | undefined> {
  const texts: string[] = []
  const until = (start: number, end: number) => {
    const text = source.text.slice(start, end)
    return loose ? text.trimEnd() : text
  }
  for (let at = from; ; ) {
    const next = between && (yield* source.finding(between, at))
    const last = after ? yield* source.finding(after, at) : undefined
    if (next && (!last || next.from <= last.from)) {
      texts.push(until(at, next.from))
      if (texts.length > MOST_SPOKEN) return undefined
      at = next.to
    } else if (!after) return { texts: [...texts, source.text.slice(at)], to: source.text.length }
    else return last && { texts: [...texts, until(at, last.from)], to: last.to }
  }
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

function* matchJson(
  { json, opens, closes }: KnownTemplate,
  source: ResultSource,
  { at, templates }: { readonly at: number; readonly templates: readonly KnownTemplate[] },
): Paced<Match | undefined> {
  const from = opens.endAt(source.text, at)
  const found = from === -1 ? undefined : yield* source.readingJsonAt(from)
  const to = found ? closes.endAt(source.text, found.to) : -1
  if (!found || !json || to === -1) return undefined
  const results = oneByOne(found.value, json.path).map((one) => jsonResult(one, templates))
  // A list is results only when all that is in it is.
  return results.every((result) => result !== undefined) ? { results, to } : undefined
}

/** The same JSON once for each item of the list that the results stand in. */
function oneByOne(found: JsonValue, path: JsonPath): readonly JsonValue[] {
  const place = path.findIndex((key) => typeof key === 'number')
  if (place === -1) return [found]
  const list = valueAt(found, path.slice(0, place))
  if (!Array.isArray(list)) return []
  return list.map((item: JsonValue) => path.slice(0, place).reduceRight<JsonValue>((value, key) => ({ [key]: value }), [item]))
}

function jsonResult(found: JsonValue, templates: readonly KnownTemplate[]): SpokenResult | undefined {
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

/** A message that is read from front to back. What was found ahead, or not found at all, is not looked for again. */
class ResultSource {
  readonly text: string
  readonly #ahead = new Map<ResultMark, Span | undefined>()
  #json: { readonly from: number; readonly found: SpokenJson | undefined } | undefined

  constructor(text: string) {
    this.text = text
  }

  *finding(mark: ResultMark, from: number): Paced<Span | undefined> {
    const known = this.#ahead.get(mark)
    if (known ? known.from >= from : this.#ahead.has(mark)) return known
    const span = mark.find(this.text, from)
    this.#ahead.set(mark, span)
    yield (span?.to ?? this.text.length) - from
    return span
  }

  /** Where the next word begins. */
  wordsFrom(at: number): number {
    SPACE.lastIndex = at
    SPACE.test(this.text)
    return SPACE.lastIndex
  }

  /** The JSON object or list that begins here. */
  *readingJsonAt(from: number): Paced<SpokenJson | undefined> {
    if (this.#json?.from !== from) this.#json = { from, found: yield* readingJson(this.text, from) }
    return this.#json.found
  }
}

const SPACE = /\s*/y
