import type { ToolSpec } from '../../canonical/message.ts'
import { type Mark, MORE, NO } from '../../engine/marks.ts'
import { SPACE, sequenceMark, WORD } from '../../engine/sequence-mark.ts'
import { ID_KEYS, INPUT_KEYS, NAME_KEYS, WRAPPER_KEYS } from './call-shape.ts'

/** Where a call without a mark may stand: as a list, as an object, as either of them in a fence. */
export type UnmarkedForm = 'list' | 'object' | 'fenced'

const REACH = 320
const MOST_ID = 64
const SCHEMA = '{"type":"object"'
const HEAD_KEYS = [...NAME_KEYS, ...ID_KEYS, ...WRAPPER_KEYS, ...INPUT_KEYS, 'type']

/**
 * Marks for calls that nothing announces. They reach as far as it takes to be sure, so that a tool list, a schema or
 * mere data is left alone:
 *
 *     [{"name": "find_book", "arguments":
 *                ^^^^^^^^^                   a known tool
 *                             ^^^^^^^^^      and something to call it with, nothing else between
 */
// @__NO_SIDE_EFFECTS__
export function bareCallMarks(tools: readonly ToolSpec[], forms: readonly UnmarkedForm[]): readonly Mark[] {
  const names = tools.map(({ name }) => name)
  const list = bareMark('[', names)
  const object = bareMark('{', names)
  const bare = [...(forms.includes('list') ? [list] : []), ...(forms.includes('object') ? [object] : [])]
  const fence = anyFence(bare.length > 0 ? 'fenced' : 'in-fence')
  return [...bare, ...(forms.includes('fenced') ? [list, object].map((mark) => both(fence, mark)) : [])]
}

/** The same, for a grammar that gets its tools later. */
// @__NO_SIDE_EFFECTS__
export function bareCalls(...forms: readonly UnmarkedForm[]): (tools: readonly ToolSpec[]) => readonly Mark[] {
  return (tools) => bareCallMarks(tools, forms)
}

function bareMark(lead: '[' | '{', names: readonly string[]): Mark {
  return {
    id: 'bare',
    lead,
    reach: REACH,
    match(text, at) {
      const scan = new HeadScan(text, at)
      if (lead === '[') scan.literal('[')
      scan.literal('{')
      return readHead(scan, names) ? scan.at - at : scan.outcome
    },
  }
}

/** A fence in any language but those that announce a call themselves, as `tool_call` does. */
function anyFence(id: string): Mark {
  const fence = sequenceMark(id, ['```', WORD, SPACE])
  return {
    ...fence,
    match: (text, at, ended) => (text.startsWith('```tool_', at) ? NO : fence.match(text, at, ended)),
  }
}

/** One mark directly behind another. */
function both(before: Mark, mark: Mark): Mark {
  return {
    id: before.id,
    lead: before.lead,
    reach: before.reach + mark.reach,
    match(text, at, ended) {
      const length = before.match(text, at, ended)
      if (length < 0) return length
      if (at + length >= text.length) return MORE
      const rest = text.startsWith(mark.lead, at + length) ? mark.match(text, at + length, ended) : NO
      return rest < 0 ? rest : length + rest
    },
  }
}

/** From behind the brace up to the colon of the arguments. */
function readHead(scan: HeadScan, names: readonly string[]): boolean {
  let named = false
  for (let keys = 0; keys < 6 && scan.going; keys++) {
    const key = scan.string(HEAD_KEYS)
    scan.literal(':')
    if (!scan.going) return false
    if (INPUT_KEYS.includes(key)) return named && !scan.startsSchema()
    if (WRAPPER_KEYS.includes(key) && scan.next === '{') {
      scan.literal('{')
      continue
    }
    if (NAME_KEYS.includes(key) || WRAPPER_KEYS.includes(key)) {
      scan.string(names)
      named = true
    } else if (key === 'type') scan.string(['function', 'tool_call', 'tool_use'])
    else scan.string()
    scan.literal(',')
  }
  return false
}

/** Walks over the beginning of an object, and knows whether it failed or ran out of text. */
class HeadScan {
  at: number
  outcome = NO
  going = true
  readonly #text: string
  readonly #limit: number

  constructor(text: string, at: number) {
    this.#text = text
    this.at = at
    this.#limit = at + REACH
  }

  get next(): string {
    return this.#text.charAt(this.at)
  }

  /** Whether a schema follows instead of arguments: then this is a tool, described. */
  startsSchema(): boolean {
    const ahead = this.#text.slice(this.at, this.at + MOST_ID)
    const begun = ahead.replaceAll(/\s/g, '')
    if (SCHEMA.startsWith(begun) && ahead.length < MOST_ID) this.outcome = MORE
    return SCHEMA.startsWith(begun) || begun.startsWith(SCHEMA)
  }

  literal(char: string): void {
    if (!this.going) return
    if (this.next === char) {
      this.at++
      this.#space()
    } else this.#stop()
  }

  /** A string without escapes: one of `allowed`, or anything short. */
  string(allowed?: readonly string[]): string {
    if (this.going && this.next !== '"') this.#stop()
    if (!this.going) return ''
    const from = this.at + 1
    const close = this.#text.indexOf('"', from)
    const end = close < 0 ? Math.min(this.#text.length, this.#limit) : close
    const value = this.#text.slice(from, end)
    const fits = allowed
      ? allowed.some((one) => (close < 0 ? one.startsWith(value) : one === value))
      : value.length <= MOST_ID && !value.includes('\\')
    if (!fits) {
      this.going = false
      return ''
    }
    this.at = close < 0 ? this.#text.length : close + 1
    if (close < 0) this.#stop()
    else this.#space()
    return value
  }

  #space(): void {
    while (this.at < this.#limit && /\s/.test(this.next)) this.at++
    if (this.at >= this.#limit) this.going = false
  }

  #stop(): void {
    this.going = false
    if (this.at >= this.#text.length) this.outcome = MORE
  }
}

/** Where JSON that nothing announces is a call. In JSON it is the names of its forms. */
export interface UnmarkedCalls {
  (tools: readonly ToolSpec[]): readonly Mark[]
  toJSON(): readonly UnmarkedForm[]
}

/** As an object, as a list, as either of them in a fence. */
// @__NO_SIDE_EFFECTS__
export function unmarkedCalls(...forms: readonly UnmarkedForm[]): UnmarkedCalls {
  return Object.assign((tools: readonly ToolSpec[]) => bareCallMarks(tools, forms), { toJSON: () => forms })
}
