import type { JsonValue } from '../../canonical/json.ts'
import type { Dialect } from '../../dialect.ts'
import { objectAt, under } from '../checked.ts'
import { dialectOfShape } from '../dialect-of-shape.ts'
import { Refused } from '../refused.ts'
import { readsWritingOf } from '../response-template/fitting.ts'
import type { Shape } from '../shape.ts'
import { problemOfMarks } from '../template/check-marks.ts'
import { listOf, object, oneOf, pair, type Rule, template, text, yes } from './shape-rules.ts'

const marks = object({ 'open?': listOf(text), 'headEnd?': listOf(text), 'close?': listOf(text) })
const kind: Rule = oneOf('json', 'named', 'tags', 'python')

const CALLS: Readonly<Record<string, Rule>> = {
  json: object({
    kind,
    'object?': template('$name', '$input'),
    'call?': pair,
    'between?': text,
    'section?': pair,
    'keyed?': yes,
  }),
  named: object({ kind, call: template('$name', '$input'), 'between?': text, 'section?': pair }),
  tags: object({
    kind,
    call: template('$name', '$parameters'),
    parameter: template('$key', '$value'),
    'between?': text,
    'section?': pair,
    'sectionEach?': yes,
    'around?': pair,
    'values?': oneOf('json', 'python-words', 'python-values'),
    'prefix?': text,
    'otherPrefixes?': listOf(text),
    'otherSuffixes?': listOf(text),
    'also?': object({ 'section?': marks, 'call?': marks, 'parameter?': marks }),
    'otherwise?': object({ call: template('$name'), parameter: template('$key', '$value') }),
    'noise?': listOf(text),
    'wrappers?': listOf(text),
    'cdata?': text,
    'runTogether?': yes,
    'idAttribute?': text,
  }),
  python: object({ kind, section: pair, between: text }),
}

const calls: Rule = (value, path) => {
  const given = objectAt(value, path)
  const named = under(given, 'kind')
  const rule = typeof named === 'string' && Object.hasOwn(CALLS, named) ? CALLS[named] : undefined
  if (rule === undefined)
    throw new Refused(
      `\`${path}.kind\` must be one of ${Object.keys(CALLS)
        .map((name) => `"${name}"`)
        .join(', ')}.`,
    )
  rule(value, path)
}

const shapeRule = object({
  version: oneOf(1),
  calls,
  'results?': object({
    each: template('$result'),
    'between?': text,
    'around?': pair,
    'as?': oneOf('words', 'text', 'json', 'data'),
  }),
  'lesson?': object({
    before: text,
    tool: oneOf('function', 'object', 'function-lines', 'object-lines', 'function-item', 'typescript', 'element'),
    betweenTools: text,
    behind: text,
  }),
  'reasoning?': listOf(object({ open: text, close: text, 'calls?': yes, 'label?': text })),
  'startsInReasoning?': yes,
  'frames?': listOf(text),
  'ends?': listOf(text),
  'turns?': listOf(text),
})

/** What stands in a file about a shape, and whose it is. */
export interface GivenShape {
  readonly id: string
  readonly title: string
  /** Where it stands, for what is said of it: `providers.0.models.2.shape`. */
  readonly path: string
}

/** The dialect of a shape that somebody wrote down. Throws `Refused` with a sentence that says where it is wrong. */
export function dialectOfGivenShape(json: unknown, { id, title, path }: GivenShape): Dialect {
  // Every key of it is checked before it is believed.
  shapeRule(json as JsonValue, path)
  const dialect = dialectOfShape(json as Shape, { id, title, speakers: [] })
  const problem = problemOfMarks(dialect)
  if (problem !== undefined) throw new Refused(`\`${path}\` cannot be used: ${problem}.`)
  const failed = readsWritingOf(dialect, dialect).filter(({ outcome }) => outcome === 'failed')
  if (failed.length > 0)
    throw new Refused(
      `\`${path}\` cannot be used: what it writes is not read again (${failed.map(({ name }) => name).join(', ')}).`,
    )
  return dialect
}
