import type { JsonValue } from '../../canonical/json.ts'
import { at, flagAt, type Given, objectAt, onlyKeys, refuse, textAt, under } from '../checked.ts'
import { Refused } from '../refused.ts'
import { innerPattern, type Pattern } from './pattern/pattern.ts'

/** How the body of a region is read. */
export type Content =
  | { readonly as: 'text' | 'int' | 'float' | 'bool'; readonly strip: boolean }
  | JsonContent
  | { readonly as: 'xml-inline'; readonly tag: Pattern; readonly value: Content; readonly merges: boolean }
  | {
      readonly as: 'kv-lines'
      readonly line: string
      readonly separator: string
      readonly strip: boolean
      readonly value: Content
    }

export interface JsonContent {
  readonly as: 'json'
  /** Whether keys may stand without quotes. */
  readonly bareKeys: boolean
  /** What else may stand around strings. */
  readonly quotes: readonly (readonly [string, string])[]
  /** Whether what is no JSON is text. */
  readonly orText: boolean
}

const NAMES = ['text', 'int', 'float', 'bool', 'json', 'xml-inline', 'kv-lines'] as const
const MOST_QUOTES = 8
const PLAIN: Content = { as: 'text', strip: false }

/** The parser of a field, or of the values in it, and what it was told. */
export function loadContent(name: JsonValue | undefined, path: string, args: Given, depth = 0): Content {
  const as = NAMES.find((known) => known === name)
  if (as === undefined) throw new Refused(`\`${path}\` names a parser that is not known. Known are: ${NAMES.join(', ')}.`)
  if (depth > 3) throw new Refused(`\`${path}\` nests parsers too deep.`)
  if (as === 'json') return loadJson(args)
  if (as === 'xml-inline') return loadTags(args, depth)
  if (as === 'kv-lines') {
    onlyKeys(args, ['line_sep', 'kv_sep', 'strip', 'value_parser'])
    const line = separatorAt(args, 'line_sep', '\n')
    return {
      as,
      line,
      separator: separatorAt(args, 'kv_sep', ':'),
      strip: flagAt(args, 'strip', true),
      value: loadValue(args, depth),
    }
  }
  onlyKeys(args, ['strip'])
  return { as, strip: flagAt(args, 'strip', true) }
}

function loadJson(args: Given): JsonContent {
  onlyKeys(args, ['unquoted_keys', 'string_delims', 'allow_non_json', 'strip'])
  const given = under(args, 'string_delims') ?? []
  const path = at(args.path, 'string_delims')
  if (!Array.isArray(given) || given.length > MOST_QUOTES) return refuse(path, `a list of at most ${MOST_QUOTES} pairs`, given)
  const quotes = given.map((pair): readonly [string, string] => {
    const [open, close, ...more] = Array.isArray(pair) ? pair : []
    if (typeof open !== 'string' || typeof close !== 'string' || more.length > 0 || open === '' || close === '')
      throw new Refused(`\`${path}\` must hold pairs of strings that are not empty.`)
    return [open, close]
  })
  return { as: 'json', bareKeys: flagAt(args, 'unquoted_keys'), quotes, orText: flagAt(args, 'allow_non_json') }
}

function loadTags(args: Given, depth: number): Content {
  onlyKeys(args, ['tag_pattern', 'value_parser', 'merge_duplicates'])
  const source = textAt(args, 'tag_pattern')
  const path = at(args.path, 'tag_pattern')
  if (source === undefined) throw new Refused(`\`${path}\` is missing: \`xml-inline\` needs it.`)
  const tag = patternAt(path, () => innerPattern(source))
  for (const group of ['key', 'value'])
    if (!tag.program.groups.includes(group)) throw new Refused(`\`${path}\` must have a group that is named \`${group}\`.`)
  return { as: 'xml-inline', tag, value: loadValue(args, depth), merges: flagAt(args, 'merge_duplicates') }
}

function loadValue(args: Given, depth: number): Content {
  const path = at(args.path, 'value_parser')
  const given = under(args, 'value_parser')
  if (given === undefined || given === null) return PLAIN
  const parser = objectAt(given, path)
  onlyKeys(parser, ['name', 'args'])
  return loadContent(
    under(parser, 'name') ?? 'text',
    at(path, 'name'),
    objectAt(under(parser, 'args') ?? {}, at(path, 'args')),
    depth + 1,
  )
}

function separatorAt(args: Given, key: string, usual: string): string {
  const text = textAt(args, key) ?? usual
  if (text === '') throw new Refused(`\`${at(args.path, key)}\` must not be empty.`)
  return text
}

/** Says of what is wrong with a pattern where it stands. */
export function patternAt<Kind>(path: string, load: () => Kind): Kind {
  try {
    return load()
  } catch (error) {
    if (error instanceof Refused) throw new Refused(`\`${path}\` ${error.message}.`)
    throw error
  }
}
