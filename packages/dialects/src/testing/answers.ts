import * as fc from 'fast-check'
import type { JsonObject, JsonSchema, JsonValue } from '../canonical/json.ts'
import { isJsonObject, ownValue } from '../canonical/json.ts'
import type { SpokenCall } from '../canonical/part.ts'
import type { Dialect } from '../dialect.ts'
import type { Limits } from './fixture-page.ts'
import { fixtureTools } from './fixture-tools.ts'

const CODE = [
  'if (a < b && c > "d") {',
  '}\n',
  "let s = 'x\\n'",
  '\t',
  '  ',
  '</b>',
  '```',
  '{"a": [1]}',
  '=== x ===',
  '&amp;',
  '\\u00e9',
  '\\',
]
const WORDS = ['Momo', 'Ümlaut', '计算', '素数之和', '👩‍🚀', '\u2028', 'a', '0', '007', 'true', 'null', '1e5', '', '\n', ' ']

/** Strings that models really put into arguments: code, markup, other alphabets, things that look like something else. */
function hostileString(dialect: Dialect, limits: Limits): fc.Arbitrary<string> {
  return fc
    .array(
      fc.oneof(
        fc.constantFrom(...CODE),
        fc.constantFrom(...WORDS),
        fc.constantFrom(...dialect.markup),
        fc.string({ maxLength: 6 }),
      ),
      { maxLength: 6 },
    )
    .map((pieces) => pieces.join(''))
    .filter((text) => text.isWellFormed() && limits.cannotSay.every((piece) => !text.includes(piece)))
    .filter((text) => !(limits.showsWholeCallsOnly && beginsCall(dialect, text)))
    .map((text) => (limits.trims ? text.trim() : text))
}

/** Whether a text may hold the beginning of a call: an opener and, behind a name, a tag. */
function beginsCall({ markup, openers = markup }: Dialect, text: string): boolean {
  return openers.some((opener) => text.split(opener).some((rest, place) => place > 0 && /^[^<]{0,200}</.test(rest)))
}

/** A value that a schema allows. */
function valueFor(schema: JsonSchema, dialect: Dialect, limits: Limits): fc.Arbitrary<JsonValue> {
  switch (ownValue(schema, 'type')) {
    case 'integer':
      return fc.integer()
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value))
    case 'boolean':
      return fc.boolean()
    case 'array':
      return fc.array(valueFor(schemaAt(schema, 'items'), dialect, limits), { maxLength: 3 })
    case 'object':
      return inputFor(schema, dialect, limits)
    default:
      return hostileString(dialect, limits)
  }
}

function inputFor(schema: JsonSchema, dialect: Dialect, limits: Limits): fc.Arbitrary<JsonObject> {
  const properties = Object.entries(schemaAt(schema, 'properties')).filter(([, property]) => {
    const type = isJsonObject(property) ? ownValue(property, 'type') : undefined
    if (limits.stringsOnly) return type === 'string'
    return !(limits.flat && (type === 'array' || type === 'object'))
  })
  const model = Object.fromEntries(
    properties.map(([name, property]) => [name, valueFor(property as JsonSchema, dialect, limits)]),
  )
  const required = ownValue(schema, 'required')
  const requiredKeys = Array.isArray(required) ? required.filter((key): key is string => typeof key === 'string') : []
  return fc.record(model, {
    requiredKeys: requiredKeys.filter((key) => key in model),
    noNullPrototype: true,
  })
}

function schemaAt(schema: JsonSchema, key: string): JsonObject {
  const value = ownValue(schema, key)
  return isJsonObject(value) ? value : {}
}

/** Calls of the fixture tools that this dialect can express. */
export function calls(dialect: Dialect, limits: Limits): fc.Arbitrary<readonly SpokenCall[]> {
  const one = fc.oneof(
    ...fixtureTools.map(({ name, parameters }) => inputFor(parameters, dialect, limits).map((input) => ({ name, input }))),
  )
  return fc
    .array(one, { minLength: 1, maxLength: limits.mostCalls ?? 3 })
    .map((list) => list.map((call, index) => ({ ...call, id: `call_${index + 1}` })))
}

/** A call with integers that no JavaScript number holds, and the text of its input. */
export function hugeCall(limits: Limits): fc.Arbitrary<SpokenCall & { readonly inputText: string }> {
  const huge = fc
    .tuple(fc.bigInt({ min: 2n ** 53n + 1n, max: 10n ** 40n }), fc.constantFrom('', '-'))
    // Even ones may be held after all.
    .map(([integer, sign]) => `${sign}${(integer | 1n).toString()}`)
  return fc.tuple(huge, huge).map(([year, born]) => {
    // In the order of the alphabet, because some dialects sort.
    const author = limits.flat ? '' : `"author":{"born":${born},"name":"Ende"},`
    const inputText = `{${author}"title":"Momo","year":${year}}`
    return { id: 'call_1', name: 'find_book', input: JSON.parse(inputText) as JsonObject, inputText }
  })
}

/** Markup shuffled with noise. */
export function tokenSoup(dialect: Dialect): fc.Arbitrary<string> {
  const noise = [
    '{',
    '}',
    '[',
    ']',
    '"',
    '\\',
    ':',
    ',',
    '\n',
    ' ',
    'ping',
    'find_book',
    '"name"',
    '"arguments"',
    '{"title": "x"}',
    'é',
    '素',
    '<',
    '>',
    '=',
    "'",
    '(',
    ')',
    '</',
    '|',
    '```',
    '<think>',
    '</think>',
  ]
  return fc
    .array(
      fc.oneof(
        fc.constantFrom(...dialect.markup, ...(dialect.openers ?? [])),
        fc.constantFrom(...noise),
        fc.string({ maxLength: 4 }),
      ),
      { maxLength: 24 },
    )
    .map((pieces) => pieces.join(''))
}

/** A formatted call with words around it. */
export function plausibleAnswer(dialect: Dialect, limits: Limits): fc.Arbitrary<string> {
  const words = fc.constantFrom('', 'I will look it up.\n', '我来看看。', 'Well: ', '<think>First the book.</think>\n')
  return fc
    .tuple(words, calls(dialect, limits), fc.constantFrom('', '\nDone.', ' So be it.'))
    .map(([before, list, after]) => before + dialect.formatCalls(list) + after)
}

/** A plausible answer after one slip of the pen: a character lost or doubled, or the end torn off. */
export function damagedAnswer(dialect: Dialect, limits: Limits): fc.Arbitrary<string> {
  return fc
    .tuple(plausibleAnswer(dialect, limits), fc.nat(), fc.constantFrom('lose', 'double', 'tear'))
    .map(([text, place, slip]) => {
      const at = place % Math.max(1, text.length)
      if (slip === 'tear') return text.slice(0, at)
      return text.slice(0, at) + (slip === 'double' ? text.charAt(at).repeat(2) : '') + text.slice(at + 1)
    })
}
