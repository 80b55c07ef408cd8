import { DEPTHS } from '../../canonical/depths.ts'
import { isJsonObject, type JsonSchema, ownValue } from '../../canonical/json.ts'
import { say } from '../../canonical/words.ts'
import { Damage } from '../../engine/damage.ts'
import { typedValue } from '../values/input-writer.ts'
import { memberSchema, typesOf } from '../values/schema-types.ts'

/** Where a mapping begins behind a dash: `name: …`. */
const KEY = /^(?:"(?:[^"\\]|\\[^\n])*"|[^\s:"'[\]{}#&*!|>%@`-][^:]*?)[ \t]*:(?:[ \t]|$)/

/**
 * Reads the YAML that models write: block mappings and lists, quoted and plain scalars, `|` and `>` blocks; flow lists
 * and objects stay plain text, which is JSON to whoever types it. Throws `Damage` on anything else.
 */
export function parseYaml(text: string): YamlNode {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const reader = new YamlLines(lines)
  const node = reader.block(reader.indentHere(), 0)
  if (!reader.atEnd) throw new Damage(say('call.yaml-line', { line: reader.line + 1 }))
  return node
}

class YamlLines {
  line = 0
  readonly #lines: string[]

  constructor(lines: string[]) {
    this.#lines = lines
    this.#skipBlank()
  }

  get atEnd(): boolean {
    return this.line >= this.#lines.length
  }

  indentHere(): number {
    return this.atEnd ? 0 : indentOf(this.#current())
  }

  block(indent: number, depth: number): YamlNode {
    if (depth > DEPTHS.yaml) throw new Damage(say('call.yaml-deep'))
    if (this.atEnd) return { kind: 'map', entries: [] }
    return /^\s*-(?:\s|$)/.test(this.#current()) ? this.#list(indent, depth) : this.#map(indent, depth)
  }

  #map(indent: number, depth: number): YamlNode {
    const entries: [string, YamlNode][] = []
    while (!this.atEnd && indentOf(this.#current()) === indent) {
      const [, quoted, plain, rest] =
        /^\s*(?:"((?:[^"\\]|\\[^\n])*)"|([^\s:"'[\]{}#&*!|>%@`-][^:]*?))[ \t]*:(?:[ \t]+([^\n]*))?$/.exec(this.#current()) ?? []
      const key = quoted === undefined ? plain : unquoted(`"${quoted}"`)
      if (key === undefined) throw new Damage(say('call.yaml-key', { line: this.line + 1 }))
      this.line++
      entries.push([key, this.#value(rest ?? '', indent, depth)])
    }
    return { kind: 'map', entries }
  }

  #list(indent: number, depth: number): YamlNode {
    const items: YamlNode[] = []
    while (!this.atEnd && indentOf(this.#current()) === indent && /^\s*-(?:\s|$)/.test(this.#current())) {
      const rest = this.#current().trimStart().slice(1).trimStart()
      if (KEY.test(rest)) items.push(this.#mapBehindDash(rest, depth))
      else {
        this.line++
        items.push(this.#value(rest, indent, depth))
      }
    }
    return { kind: 'list', items }
  }

  /** `- name: ping` is a mapping that is set in as far as its first key. */
  #mapBehindDash(rest: string, depth: number): YamlNode {
    if (depth >= DEPTHS.yaml) throw new Damage(say('call.yaml-deep'))
    const inset = this.#current().length - rest.length
    this.#lines[this.line] = ' '.repeat(inset) + rest
    return this.#map(inset, depth + 1)
  }

  #value(rest: string, indent: number, depth: number): YamlNode {
    const [, style, chomp] = /^([|>])([+-]?)\s*$/.exec(rest) ?? []
    if (style !== undefined) return { kind: 'string', text: this.#scalarBlock(indent, style === '>', chomp ?? '') }
    if (rest === '') {
      this.#skipBlank()
      const deeper = this.atEnd ? 0 : indentOf(this.#current())
      const isList = !this.atEnd && deeper === indent && /^\s*-(?:\s|$)/.test(this.#current())
      return deeper > indent || isList ? this.block(deeper, depth + 1) : { kind: 'plain', text: '' }
    }
    this.#skipBlank()
    if (rest.startsWith('"')) return { kind: 'string', text: unquoted(rest) }
    if (rest.startsWith("'") && rest.endsWith("'") && rest.length > 1)
      return { kind: 'string', text: rest.slice(1, -1).replaceAll("''", "'") }
    return { kind: 'plain', text: withoutComment(rest) }
  }

  /** The lines of a `|` or `>` block, their common indentation taken away. */
  #scalarBlock(indent: number, folded: boolean, chomp: string): string {
    const from = this.line
    while (!this.atEnd && (this.#current().trim() === '' || indentOf(this.#current()) > indent)) this.line++
    const taken = this.#lines.slice(from, this.line)
    const first = taken.find((line) => line.trim() !== '')
    const width = first === undefined ? 0 : indentOf(first)
    const body = taken.map((line) => line.slice(Math.min(width, indentOf(line)))).join('\n')
    const text = folded ? body.replaceAll(/([^\n])\n(?=[^\n])/g, '$1 ') : body
    this.#skipBlank()
    const trimmed = text.replace(/\n+$/, '')
    if (chomp === '-') return trimmed
    return chomp === '+' ? `${text}\n` : trimmed === '' ? '' : `${trimmed}\n`
  }

  #current(): string {
    return this.#lines[this.line] ?? ''
  }

  #skipBlank(): void {
    while (!this.atEnd && this.#current().trim() === '') this.line++
  }
}

/** In a flow list or object only what follows its last bracket is a comment: `{"a": " #"}` holds none. */
function withoutComment(text: string): string {
  return text.replace(/^[[{]/.test(text) ? /(?<=[\]}])\s+#[^\]}"]*$/ : /\s+#.*$/, '')
}

const indentOf = (line: string): number => line.length - line.trimStart().length

function unquoted(text: string): string {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'string') return value
  } catch {
    // Not a JSON string; the sentence below says so.
  }
  throw new Damage(say('call.yaml-string'))
}

/** A piece of YAML: a scalar keeps its spelling, because only the schema knows its type. */
export type YamlNode =
  | { readonly kind: 'plain'; readonly text: string }
  | { readonly kind: 'string'; readonly text: string }
  | { readonly kind: 'map'; readonly entries: readonly (readonly [string, YamlNode])[] }
  | { readonly kind: 'list'; readonly items: readonly YamlNode[] }

/** The node as JSON text, typed by the schema. A value without one is a string. */
export function yamlJson(node: YamlNode, schema: JsonSchema | undefined): string {
  switch (node.kind) {
    case 'string':
      return JSON.stringify(node.text)
    case 'plain':
      return typedValue(node.text, typesOf(schema))
    case 'list': {
      const items = schema && ownValue(schema, 'items')
      return `[${node.items.map((item) => yamlJson(item, isJsonObject(items) ? items : undefined)).join(',')}]`
    }
    case 'map': {
      // A key that stands there twice does so in the JSON too, where it is found out.
      const members = node.entries.map(([key, value]) => {
        return `${JSON.stringify(key)}:${yamlJson(value, memberSchema(schema, key))}`
      })
      return `{${members.join(',')}}`
    }
    default:
      return node satisfies never
  }
}
