import { applyEdits, type FormattingOptions, findNodeAtLocation, modify, type ParseError, parse, parseTree } from 'jsonc-parser'
import { parse as parseToml } from 'smol-toml'
import { Advice } from '../command.ts'
import type { Change } from './client.ts'

/** What a file holds of us can be told from what is its owner's. */
const BEGIN = '# >>> written by parley connect'
const END = '# <<< written by parley connect'

const JSON_FORM: FormattingOptions = { insertSpaces: true, tabSize: 2 }

/** The text of a file with the change in it; advice where it cannot be made without losing what is there. */
export function withChange(text: string | undefined, change: Change): string {
  if (change.kind === 'own') return change.text
  if (change.kind === 'json') return withJson(text ?? '', change)
  return withToml(text ?? '', change)
}

/** The text of a file without what was written, where `before` is what it held then. What others changed since stays. */
export function withoutChange(text: string, before: string, change: Change): string {
  if (change.kind === 'own') return before
  const rest = change.kind === 'json' ? withoutJson(text, before, change) : withoutBlocks(text)
  // Nothing else was changed since, so every byte can be as it was.
  return isSame(rest, before, change.kind) ? before : rest
}

type JsonChange = Extract<Change, { kind: 'json' }>

function withJson(text: string, { at, value }: JsonChange): string {
  checkJson(text, at)
  const source = text.trim() === '' ? '{}\n' : text
  return applyEdits(source, modify(source, [...at], value, { formattingOptions: JSON_FORM }))
}

/** A file that a lenient reader would read otherwise than its owner is left alone. */
function checkJson(text: string, at: readonly string[]): void {
  if (text.trim() === '') return
  const errors: ParseError[] = []
  const value: unknown = parse(text, errors, { allowTrailingComma: true })
  if (errors.length > 0 || !isObject(value))
    throw new Advice('The file is not valid JSON, so nothing was changed. Mend it first.')
  let inner: unknown = value
  for (const key of at.slice(0, -1)) {
    if (!isObject(inner)) break
    inner = inner[key]
    if (inner !== undefined && !isObject(inner))
      throw new Advice(`In the file, ${key} is not an object, so nothing was changed. Add the lines by hand.`)
  }
}

function withoutJson(text: string, before: string, { at }: JsonChange): string {
  const earlier: unknown = parse(before)
  let result = text
  // From the inside out: what we had to make, and nobody used since, goes as well.
  for (let depth = at.length; depth > 0; depth--) {
    const path = at.slice(0, depth)
    const was = path.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), earlier)
    if (depth < at.length && (was !== undefined || !isEmptyAt(result, path))) break
    result = applyEdits(result, modify(result, [...path], was, { formattingOptions: JSON_FORM }))
    if (was !== undefined) break
  }
  return result
}

function isEmptyAt(text: string, path: readonly string[]): boolean {
  const tree = parseTree(text)
  const node = tree && findNodeAtLocation(tree, [...path])
  return node?.type === 'object' && (node.children ?? []).length === 0
}

function withToml(text: string, { text: tables, unset: [key, value] }: Extract<Change, { kind: 'toml' }>): string {
  const rest = withoutBlocks(text)
  const own = parseTomlOr(rest, 'The file is not valid TOML, so nothing was changed. Mend it first.')
  const clash = Object.entries(parseToml(tables)).flatMap(([table, entries]) =>
    Object.keys(isObject(entries) ? entries : {}).filter((name) => isObject(own[table]) && name in own[table]),
  )
  if (clash.length > 0) throw new Advice(`The file has an entry ${clash[0]} of its own, so nothing was changed. Rename it first.`)
  const top = key in own ? '' : `${BEGIN}\n${key} = ${JSON.stringify(value)}\n${END}\n${rest === '' ? '' : '\n'}`
  const between = rest === '' || rest.endsWith('\n') ? '\n' : '\n\n'
  const result = `${top}${rest}${between}${BEGIN}\n${tables}${END}\n`
  parseTomlOr(result, 'The lines do not fit into this file, so nothing was changed. Add them by hand.')
  return result
}

/** The empty line between a block and what is its owner's is ours, too. */
function withoutBlocks(text: string): string {
  const block = `${BEGIN}\n[\\s\\S]*?${END}\n`
  return text.replace(new RegExp(`^${block}\\n?`), '').replace(new RegExp(`\\n?${block}`, 'g'), '')
}

function parseTomlOr(text: string, advice: string): Record<string, unknown> {
  try {
    return parseToml(text)
  } catch {
    throw new Advice(advice)
  }
}

function isSame(a: string, b: string, kind: 'json' | 'toml'): boolean {
  const read = (text: string): unknown => (kind === 'json' ? (parse(text) ?? {}) : parseToml(text))
  return JSON.stringify(read(a)) === JSON.stringify(read(b))
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
