import type { JsonValue } from '../../canonical/json.ts'
import { at, flagAt, type Given, objectAt, onlyKeys, refuse, textAt, under } from '../checked.ts'
import { Refused } from '../refused.ts'
import { type Content, loadContent, patternAt } from './content.ts'
import { hasMark } from './mark-like.ts'
import { literalPattern, markPattern, type Pattern } from './pattern/pattern.ts'
import { checkTransform } from './transform.ts'

/** A region of an answer. */
export interface Field {
  readonly name: string
  readonly role: 'text' | 'reasoning' | 'calls'
  /** Absent: it takes what no other field claims. */
  readonly open?: Pattern
  /** Absent: it goes on to the end. */
  readonly close?: Pattern
  readonly content: Content
  readonly transform?: JsonValue
  readonly each: boolean
}

export interface ResponseTemplate {
  readonly fields: readonly Field[]
  readonly implicit?: Field
  /** What begins the model's turn in the prompt. */
  readonly anchor: Pattern
}

const TOP_KEYS = ['version', 'defaults', 'fields', 'start_anchor', 'start_anchor_pattern']
const FIELD_KEYS = [
  'open',
  'open_pattern',
  'close',
  'close_pattern',
  'content',
  'content_args',
  'repeats',
  'join',
  'optional',
  'transform',
  'transform_each',
]
const REASONING = ['thinking', 'reasoning_content', 'reasoning']
const MOST_FIELDS = 32
const MOST_LITERALS = 64
const MOST_LITERAL = 200
/** All patterns are looked for at once, so each of their steps may be taken at every character. */
const MOST_STEPS = 256

/** Reads a response template strictly: what it says is understood, or it is refused by name. */
export function loadResponseTemplate(json: JsonValue): ResponseTemplate {
  const top = objectAt(json, 'response_template')
  const given: Given = { ...top, path: '' }
  onlyKeys(given, TOP_KEYS)
  const version = under(given, 'version')
  if (version !== undefined && version !== 1) throw new Refused('`version` must be 1; no other version is known.')
  objectAt(under(given, 'defaults') ?? {}, 'defaults')
  const fields = Object.entries(objectAt(under(given, 'fields'), 'fields').value)
  if (fields.length === 0 || fields.length > MOST_FIELDS) throw new Refused(`\`fields\` must hold 1 to ${MOST_FIELDS} fields.`)
  const loaded = fields.map(([name, value]) => loadField(name, objectAt(value, `fields.${name}`)))
  const steps = loaded.flatMap(({ open, close }) => [open, close]).reduce((sum, pattern) => sum + stepsOf(pattern), 0)
  if (steps > MOST_STEPS)
    throw new Refused(`The patterns of \`fields\` take ${steps} steps for every character, and at most ${MOST_STEPS} are taken.`)
  const implicit = loaded.filter(({ open }) => open === undefined)
  if (implicit.length > 1)
    throw new Refused(
      `Only one field may do without \`open\` and \`open_pattern\`; these do: ${implicit.map(({ name }) => name).join(', ')}.`,
    )
  if (implicit[0]?.role === 'calls')
    throw new Refused(`\`fields.${implicit[0].name}\` holds calls, and nothing says where one begins.`)
  const anchor = loadMark(given, 'start_anchor', 'start_anchor_pattern')
  if (anchor === undefined) throw new Refused('`start_anchor` or `start_anchor_pattern` is missing.')
  return { fields: loaded, anchor, ...(implicit[0] && { implicit: implicit[0] }) }
}

/** Literals are few at any place. */
const stepsOf = (pattern: Pattern | undefined): number =>
  pattern === undefined || pattern.spellings ? 0 : pattern.program.code.length

function loadField(name: string, given: Given): Field {
  onlyKeys(given, FIELD_KEYS)
  const open = loadMark(given, 'open', 'open_pattern')
  const close = loadMark(given, 'close', 'close_pattern')
  // Otherwise a template could make `the ` begin a thought.
  if (open && !hasMark(open)) throw new Refused(`\`${given.path}\` opens with something that any sentence may hold.`)
  const content = loadContent(
    under(given, 'content') ?? 'text',
    at(given.path, 'content'),
    objectAt(under(given, 'content_args') ?? {}, at(given.path, 'content_args')),
  )
  const repeats = flagAt(given, 'repeats')
  flagAt(given, 'optional', true)
  if (textAt(given, 'join') !== undefined && !repeats) throw new Refused(`\`${at(given.path, 'join')}\` needs \`repeats: true\`.`)
  const transform = under(given, 'transform') ?? undefined
  const each = flagAt(given, 'transform_each')
  if (transform === undefined && each) throw new Refused(`\`${at(given.path, 'transform_each')}\` needs a \`transform\`.`)
  if (transform !== undefined) checkTransform(transform, at(given.path, 'transform'))
  const groups = [open, close].flatMap((pattern) => pattern?.program.groups ?? [])
  if (transform === undefined && groups.length > 0)
    throw new Refused(`\`${given.path}\` names groups (${groups.join(', ')}) and has no \`transform\` that would use them.`)
  return {
    name,
    role: roleOf(name, transform),
    content,
    each,
    ...(open && { open }),
    ...(close && { close }),
    ...(transform !== undefined && { transform }),
  }
}

function roleOf(name: string, transform: JsonValue | undefined): Field['role'] {
  if (REASONING.includes(name)) return 'reasoning'
  const text = JSON.stringify(transform ?? null)
  return name === 'tool_calls' || (text.includes('"function":') && text.includes('"arguments":')) ? 'calls' : 'text'
}

function loadMark(given: Given, literalKey: string, patternKey: string): Pattern | undefined {
  const literal = under(given, literalKey)
  const pattern = textAt(given, patternKey)
  const path = at(given.path, literalKey)
  if (literal !== undefined && pattern !== undefined)
    throw new Refused(`\`${path}\` and \`${at(given.path, patternKey)}\` exclude each other.`)
  if (pattern !== undefined) return patternAt(at(given.path, patternKey), () => markPattern(pattern))
  if (literal === undefined) return undefined
  const literals = typeof literal === 'string' ? [literal] : literal
  if (!Array.isArray(literals)) return refuse(path, 'a string or a list of strings', literal)
  if (literals.length === 0 || literals.length > MOST_LITERALS)
    throw new Refused(`\`${path}\` must hold 1 to ${MOST_LITERALS} strings.`)
  const texts = literals.map((text) => (typeof text === 'string' ? text : refuse(path, 'a list of strings', text)))
  if (texts.some((text) => text === '' || text.length > MOST_LITERAL))
    throw new Refused(`\`${path}\` must hold strings of 1 to ${MOST_LITERAL} characters.`)
  return patternAt(path, () => literalPattern([...new Set(texts)]))
}
