import { outcomeOf, type SpokenResult, type SpokenResults } from './spoken-result.ts'

const OPEN = '<tool_result'
const CLOSE = '</tool_result>'

/** No client writes more results into one message in this way; the text of one may read like any number. */
const MOST_SEVERAL = 64
/** No client writes more about a result than its id, its name and its status. */
const MOST_CHILDREN = 8

/** The same words as several elements, and as one that ends where the last of them does. */
export interface ResultElements {
  /** What was written reads like more than one element, or one of them holds text that reads like another. */
  readonly several: SpokenResults | undefined
  readonly whole: SpokenResults
}

/**
 * Results as elements, as clients of this door write them by hand:
 *
 *     <tool_result name="read_file" status="success"><content>…</content></tool_result>
 *     <tool_result><id>call_1</id><content>…</content></tool_result>
 *
 * What a tool gave stands in them as it is. A file that holds `</tool_result><tool_result …>` must not answer for another
 * call, so whoever knows the calls decides between the two readings.
 */
export function readResultElements(message: string): ResultElements | undefined {
  const words = message.trim()
  const last = words.lastIndexOf(CLOSE)
  const one = last === -1 ? undefined : readElement(words.slice(0, last + CLOSE.length))
  if (!one) return undefined
  const several = separate(words)
  return {
    several: several.results.length > 1 && several.results.length <= MOST_SEVERAL ? several : undefined,
    whole: { results: [one], rest: words.slice(last + CLOSE.length).trim() },
  }
}

function separate(words: string): SpokenResults {
  const results: SpokenResult[] = []
  const end = elementEnds(words)
  let at = 0
  while (results.length <= MOST_SEVERAL) {
    const from = at + words.slice(at).search(/\S|$/)
    const to = words.startsWith(OPEN, from) ? end(from) : -1
    const result = to === -1 ? undefined : readElement(words.slice(from, to))
    if (!result) return { results, rest: words.slice(at).trim() }
    results.push(result)
    at = to
  }
  return { results, rest: '' }
}

/** Behind the first closing tag that does not stand in a CDATA section. Asked for growing places, each word is looked at once. */
function elementEnds(words: string): (from: number) => number {
  let section = -1
  return (from) => {
    let at = from
    for (;;) {
      const close = words.indexOf(CLOSE, at)
      if (section < at) section = indexOrEnd(words, '<![CDATA[', at)
      if (close === -1 || section > close) return close === -1 ? -1 : close + CLOSE.length
      at = indexOrEnd(words, ']]>', section)
    }
  }
}

function indexOrEnd(words: string, mark: string, from: number): number {
  const at = words.indexOf(mark, from)
  return at === -1 ? words.length : at
}

function readElement(element: string): SpokenResult | undefined {
  const [head, attributes] = /^<tool_result(\s[^<>]{0,4096})?>/.exec(element) ?? []
  if (head === undefined) return undefined
  const given = attributesOf(attributes ?? '')
  let body = element.slice(head.length, -CLOSE.length)
  for (let children = 0; children < MOST_CHILDREN; children++) {
    const [all, key = '', value = ''] = CHILD.exec(body) ?? []
    if (all === undefined) break
    if (!given.has(key)) given.set(key, value.trim())
    body = body.slice(all.length)
  }
  const { tag, inner } = unwrapped(body)
  const [marked, ending] = /^\[(error|denied|cancelled)\] /.exec(inner) ?? []
  const status = given.get('status') ?? ending ?? (tag === 'error' ? 'error' : 'ok')
  const callId = given.get('id') ?? given.get('tool_call_id') ?? given.get('toolCallId')
  const name = given.get('name')
  return {
    outcome: outcomeOf(status),
    text: plain(marked === undefined ? inner : inner.slice(marked.length)),
    ...(callId !== undefined && callId !== '' && { callId }),
    ...(name !== undefined && name !== '' && { name }),
  }
}

function unwrapped(body: string): { readonly tag?: string; readonly inner: string } {
  const [open = '', tag = ''] = /^\s*<(content|error|result|output)>/.exec(body) ?? []
  const close = `</${tag}>`
  const end = body.trimEnd()
  return open !== '' && end.endsWith(close) ? { tag, inner: end.slice(open.length, -close.length) } : { inner: body }
}

const CHILD = /^\s*<(id|name|status)>([^<]*)<\/\1>/

function attributesOf(text: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, key = '', double, single] of text.matchAll(/([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    found.set(key, unescaped(double ?? single ?? ''))
  return found
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
const unescaped = (text: string): string => text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => ENTITIES[name] ?? '')

/** Tags on lines of their own frame the text; the line breaks belong to them. */
function plain(text: string): string {
  const words = text.trim()
  if (words.startsWith('<![CDATA[') && words.endsWith(']]>')) return words.slice(9, -3).replaceAll(']]]]><![CDATA[>', ']]>')
  return /^[ \t]*\n/.test(text) && /\n[ \t]*$/.test(text) ? text.trim() : text
}
