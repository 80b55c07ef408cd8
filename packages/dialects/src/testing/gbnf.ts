import * as fc from 'fast-check'

/** A GBNF grammar, taken apart: enough of it to generate from and to match against, without an engine. */
type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'set'; readonly negated: boolean; readonly ranges: readonly (readonly [number, number])[] }
  | { readonly kind: 'rule'; readonly name: string }
  | { readonly kind: 'all'; readonly parts: readonly Node[] }
  | { readonly kind: 'any'; readonly choices: readonly Node[] }
  | { readonly kind: 'repeat'; readonly part: Node; readonly least: number; readonly most: number }

export type Gbnf = ReadonlyMap<string, Node>

export function parseGbnf(text: string): Gbnf {
  const rules = new Map<string, Node>()
  for (const line of text.split('\n')) {
    if (line === '') continue
    const [name = '', body = ''] = line.split(/ ::= (.*)/s)
    const reader = new BodyReader(body)
    rules.set(name, reader.choices())
    if (!reader.atEnd) throw new Error(`not GBNF at ${reader.rest}: ${line}`)
  }
  for (const name of [...rules.values()].flatMap(references)) if (!rules.has(name)) throw new Error(`no rule ${name}`)
  return rules
}

function references(node: Node): readonly string[] {
  if (node.kind === 'rule') return [node.name]
  if (node.kind === 'all') return node.parts.flatMap(references)
  if (node.kind === 'any') return node.choices.flatMap(references)
  return node.kind === 'repeat' ? references(node.part) : []
}

class BodyReader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  get rest(): string {
    return this.#text.slice(this.#at)
  }

  get atEnd(): boolean {
    return this.rest.trim() === ''
  }

  choices(): Node {
    const choices = [this.#sequence()]
    while (this.#take(/^ *\|/)) choices.push(this.#sequence())
    return { kind: 'any', choices }
  }

  #sequence(): Node {
    const parts: Node[] = []
    for (;;) {
      this.#take(/^ +/)
      const part = this.#part()
      if (!part) return { kind: 'all', parts }
      parts.push(this.#quantified(part))
    }
  }

  #part(): Node | undefined {
    const text = this.#take(/^"((?:[^"\\]|\\.)*)"/)
    if (text) return { kind: 'text', text: unescape(text[1] ?? '') }
    const set = this.#take(/^\[(\^?)((?:[^\]\\]|\\.)*)\]/)
    if (set) return { kind: 'set', negated: set[1] === '^', ranges: rangesOf(set[2] ?? '') }
    const name = this.#take(/^[a-z][a-z0-9-]*/)
    if (name) return { kind: 'rule', name: name[0] }
    if (!this.#take(/^\(/)) return undefined
    const group = this.choices()
    if (!this.#take(/^ *\)/)) throw new Error(`a bracket is missing at ${this.rest}`)
    return group
  }

  #quantified(part: Node): Node {
    const found = this.#take(/^(?:[*+?]|\{(\d+)(,?)(\d*)\})/)
    if (!found) return part
    const [sign, least = '0', comma, most] = found
    if (sign === '?') return { kind: 'repeat', part, least: 0, most: 1 }
    if (sign === '*' || sign === '+') return { kind: 'repeat', part, least: sign === '+' ? 1 : 0, most: Number.POSITIVE_INFINITY }
    return {
      kind: 'repeat',
      part,
      least: Number(least),
      most: comma === '' ? Number(least) : most === '' ? Number.POSITIVE_INFINITY : Number(most),
    }
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    const found = pattern.exec(this.rest) ?? undefined
    if (found) this.#at += found[0].length
    return found
  }
}

function unescape(text: string): string {
  return text.replaceAll(/\\(x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|.)/g, (_, escape: string) => {
    if (escape.length > 1) return String.fromCharCode(Number.parseInt(escape.slice(1), 16))
    const known = { n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\', '[': '[', ']': ']' }[escape]
    if (known === undefined) throw new Error(`GBNF does not know the escape \\${escape}`)
    return known
  })
}

function rangesOf(body: string): readonly (readonly [number, number])[] {
  const ranges: [number, number][] = []
  const codes = [...body.matchAll(/\\x[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\.|[^]/gu)].map(([raw]) => ({
    raw,
    code: unescape(raw).codePointAt(0) ?? 0,
  }))
  for (let index = 0; index < codes.length; index++) {
    const from = codes[index]?.code ?? 0
    const to = codes[index + 1]?.raw === '-' ? codes[index + 2]?.code : undefined
    ranges.push([from, to ?? from])
    if (to !== undefined) index += 2
  }
  return ranges
}

const inSet = (node: Node & { kind: 'set' }, code: number): boolean =>
  node.ranges.some(([from, to]) => code >= from && code <= to) !== node.negated

/** Whether the grammar's root matches the whole text. */
export function matches(grammar: Gbnf, text: string): boolean {
  const known = new Map<Node, Map<number, ReadonlySet<number>>>()
  const ends = (node: Node, at: number): ReadonlySet<number> => {
    const memo = known.get(node) ?? new Map<number, ReadonlySet<number>>()
    known.set(node, memo)
    const before = memo.get(at)
    if (before) return before
    memo.set(at, new Set())
    const found = new Set(step(node, at))
    memo.set(at, found)
    return found
  }
  const after = (starts: Iterable<number>, node: Node): ReadonlySet<number> =>
    new Set([...starts].flatMap((start) => [...ends(node, start)]))
  const step = (node: Node, at: number): Iterable<number> => {
    switch (node.kind) {
      case 'text':
        return text.startsWith(node.text, at) ? [at + node.text.length] : []
      case 'set': {
        const code = text.codePointAt(at)
        return code !== undefined && inSet(node, code) ? [at + (code > 0xffff ? 2 : 1)] : []
      }
      case 'rule':
        return ends(grammar.get(node.name) as Node, at)
      case 'all':
        return node.parts.reduce<ReadonlySet<number>>((starts, part) => after(starts, part), new Set([at]))
      case 'any':
        return node.choices.flatMap((choice) => [...ends(choice, at)])
      case 'repeat': {
        const all = new Set<number>(node.least === 0 ? [at] : [])
        let starts: ReadonlySet<number> = new Set([at])
        for (let count = 1; count <= node.most && starts.size > 0; count++) {
          starts = after(starts, node.part)
          if (count >= node.least) for (const start of starts) all.add(start)
        }
        return all
      }
      default:
        return node satisfies never
    }
  }
  return ends(grammar.get('root') as Node, 0).has(text.length)
}

const LETTERS = [...'aZ09 _-.,:;{}[]()<>/=\'"\\|`\n\té素', '👩']

/** Texts that the grammar allows. Beyond a certain depth the shortest way out is taken. */
export function generated(grammar: Gbnf): fc.Arbitrary<string> {
  const cost = costsOf(grammar)
  const cheapest = remembered((node: Node & { kind: 'any' }) => node.choices.toSorted((a, b) => cost(a) - cost(b))[0] as Node)
  const fitting = remembered((node: Node & { kind: 'set' }) =>
    LETTERS.filter((letter) => inSet(node, letter.codePointAt(0) ?? 0)),
  )
  return fc.integer({ min: 0, max: 0xffffffff }).map((seed) => {
    const pick = dice(seed)
    let left = 400
    const write = (node: Node): string => {
      left--
      switch (node.kind) {
        case 'text':
          return node.text
        case 'set': {
          const inRange = node.negated ? [] : node.ranges.map(([from, to]) => String.fromCodePoint(from + pick(to - from + 1)))
          const all = [...fitting(node), ...inRange]
          return all[pick(all.length)] ?? ''
        }
        case 'rule':
          return write(grammar.get(node.name) as Node)
        case 'all':
          return node.parts.map(write).join('')
        case 'any':
          return write(left > 0 ? (node.choices[pick(node.choices.length)] as Node) : cheapest(node))
        case 'repeat': {
          const count = left > 0 ? Math.min(node.most, node.least + pick(5)) : node.least
          return Array.from({ length: count }, () => write(node.part)).join('')
        }
        default:
          return node satisfies never
      }
    }
    return write(grammar.get('root') as Node)
  })
}

function remembered<Key, Found>(find: (key: Key) => Found): (key: Key) => Found {
  const known = new Map<Key, Found>()
  return (key) => {
    const found = known.get(key) ?? find(key)
    known.set(key, found)
    return found
  }
}

/** Numbers below a limit, the same for the same seed: a whole text has thousands, and each would be an input of its own to the runner. */
function dice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** How long the shortest text of a node is, found by trying until nothing gets shorter. */
function costsOf(grammar: Gbnf): (node: Node) => number {
  const known = new Map<string, number>()
  const cost = (node: Node): number => {
    switch (node.kind) {
      case 'text':
        return node.text.length
      case 'set':
        return 1
      case 'rule':
        return known.get(node.name) ?? Number.POSITIVE_INFINITY
      case 'all':
        return node.parts.reduce((sum, part) => sum + cost(part), 0)
      case 'any':
        return Math.min(...node.choices.map(cost))
      case 'repeat':
        return node.least === 0 ? 0 : node.least * cost(node.part)
      default:
        return node satisfies never
    }
  }
  for (let changed = true; changed; ) {
    changed = false
    for (const [name, node] of grammar) {
      const found = cost(node)
      if (found < (known.get(name) ?? Number.POSITIVE_INFINITY)) {
        known.set(name, found)
        changed = true
      }
    }
  }
  return cost
}
