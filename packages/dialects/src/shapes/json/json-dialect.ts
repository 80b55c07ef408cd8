import type { SpokenCall } from '../../canonical/part.ts'
import type { Dialect, DialectDefinition } from '../../dialect.ts'
import type { CallGrammar, GrammarKit } from '../../grammar/call-grammar.ts'
import { literalOpeners, type Opener, openerMark } from '../opener.ts'
import { type CallForm, type Surroundings, shapeDialect } from '../shape-dialect.ts'
import { callNumber, fill, type IdSpelling, idsAsTheyAre, type Pair, piecesOf, type Slots, type Template } from '../template.ts'
import type { UnmarkedCalls } from './bare-call-mark.ts'
import { type JsonCalls, jsonCalls } from './json-calls.ts'
import { argumentsJson } from './json-spellings.ts'

/**
 * A dialect whose calls are JSON as a whole:
 *
 *     <tool_call>
 *     {"name": "find_book", "arguments": {"title": "Momo"}}
 *     </tool_call>
 *
 * `reads` is what its reader does besides, `own` what the dialect does in its own way.
 */
// @__NO_SIDE_EFFECTS__
export function jsonDialect(
  { calls, ...around }: Surroundings & { readonly calls: JsonShape },
  reads: Partial<JsonCalls> = {},
  own: Partial<DialectDefinition> = {},
): Dialect {
  return shapeDialect(around, jsonForm(calls, reads), own)
}

// @__NO_SIDE_EFFECTS__
function jsonForm(shape: JsonShape, reads: Partial<JsonCalls>): CallForm {
  const {
    section = ['', ''],
    call = ['', ''],
    alsoOpens = [],
    alsoCloses = [],
    tails,
    unmarked,
    knownBy,
    ids = idsAsTheyAre,
  } = shape
  const opens = shape.opens ?? [openingMark(section[0] || call[0])].filter(Boolean)
  const closes = [closingMark(section[0] === '' ? call[1] : section[1]), ...alsoCloses].filter(Boolean)
  const all = [...opens, ...alsoOpens]
  const openers = literalOpeners(opens)
  return {
    marks: [...literalOpeners(all), ...closes, ...(tails ?? [])],
    ...(openers.length > 0 && { openers }),
    ...(knownBy && { signs: (tools) => [...openers, ...knownBy(tools)] }),
    ids,
    format: (given) =>
      write(
        shape,
        given.map((one, place) => slotsOf(one, place, ids)),
      ),
    example: (examples) => write(shape, examples),
    grammar: (kit) => jsonGrammar(shape, kit),
    parse: jsonCalls({
      openers: all.map(openerMark),
      closers: closes,
      ...(tails && { tails }),
      ...(unmarked && { unmarked }),
      ...reads,
    }),
  }
}

const slotsOf = (call: SpokenCall, place: number, ids: IdSpelling): Slots => ({
  name: JSON.stringify(call.name),
  input: argumentsJson(call),
  id: JSON.stringify(ids.spell(call.id, call.name, place)),
  number: String(callNumber(call.id, place)),
})

function write(shape: JsonShape, calls: readonly Slots[]): string {
  const { object = USUAL_OBJECT, call = ['', ''], between = '', section: [open, close] = ['', ''] } = shape
  return `${open}${calls.map((slots) => call.join(fill(object, slots))).join(between)}${close}`
}

/** Calls that are JSON as a whole. */
export interface JsonShape {
  /** One call; `$name`, `$input` and `$id` are filled with JSON, `$number` with its place. Absent: `{"name": $name, "arguments": $input}`. */
  readonly object?: Template
  /** What stands around each call. Absent: nothing. */
  readonly call?: Pair
  /** Absent: nothing. */
  readonly between?: string
  /** What stands around all calls; a bracket at its end belongs to the JSON. Absent: nothing. */
  readonly section?: Pair
  /** How ids are spelled. Absent: as they are. */
  readonly ids?: IdSpelling
  /** What opens calls, where that is not what is written before the JSON. */
  readonly opens?: readonly Opener[]
  /** Other spellings that are read. Absent: none. */
  readonly alsoOpens?: readonly Opener[]
  readonly alsoCloses?: readonly string[]
  /** What may stand behind the last call and says nothing. Absent: nothing. */
  readonly tails?: readonly string[]
  /** Where JSON without any mark is a call, as it names a known tool. Absent: nowhere. */
  readonly unmarked?: UnmarkedCalls
  /** That of them by which `auto` may know the dialect. Absent: none. */
  readonly knownBy?: UnmarkedCalls
}

/** `<tool_calls>[⏎` → `<tool_calls>` */
const openingMark = (text: string): string => text.replace(/[\s[]+$/, '')

/** `⏎]</tool_calls>` → `</tool_calls>` */
const closingMark = (text: string): string => text.replace(/^[\s\]]+/, '')

const USUAL_OBJECT: Template = '{"name": $name, "arguments": $input}'

/** White space belongs around these; outside of the JSON that is the bracket of its list, and no `[TOOL_CALLS]`. */
const AROUND_MARKS = /(\s+|\[(?=\s*$)|(?<=^\s*)\])/
const IN_JSON = /(\s+|[[\]{},:])/

/** How an engine keeps a model to calls that are JSON. */
function jsonGrammar(shape: JsonShape, kit: GrammarKit): CallGrammar {
  const { object = USUAL_OBJECT, call: [before, behind] = ['', ''], section: [open, close] = ['', ''], between } = shape
  const { text, input } = kit
  const words = (literal: string): readonly string[] => loosely(literal, AROUND_MARKS, kit)
  const lead = openingMark(open === '' ? before : open)
  const { ids = idsAsTheyAre } = shape
  return {
    trigger: lead === '' ? `${open}${object.slice(0, object.indexOf(':'))}` : lead,
    ...(open !== '' && { open: sequence(words(open), kit) }),
    call: (tool) => {
      const slots: Slots = {
        name: text(JSON.stringify(tool.name)),
        input: input(tool),
        id: `"\\"" ${ids.grammar(tool.name, text)} "\\""`,
        number: '[0-9]{1,4}',
      }
      const json = piecesOf(object).flatMap((piece, place) =>
        place % 2 === 1 ? [slots[piece] ?? ''] : loosely(piece, IN_JSON, kit),
      )
      return sequence([...words(before), ...json, ...words(behind)], kit)
    },
    ...(between !== undefined && { between: sequence(words(between), kit) || '""' }),
    ...(close !== '' && { close: sequence(words(close), kit) }),
  }
}

/** A literal with room for white space where it has some, and around brackets, commas and colons. */
function loosely(literal: string, room: RegExp, { text, space }: GrammarKit): readonly string[] {
  return literal.split(room).flatMap((piece, place) => {
    if (piece === '') return []
    if (place % 2 === 0) return [text(piece)]
    if (piece.trim() === '') return [space]
    return [...('[{'.includes(piece) ? [] : [space]), text(piece), ...(']}'.includes(piece) ? [] : [space])]
  })
}

/** One behind the other; room for white space is not given twice. */
const sequence = (rules: readonly string[], { space }: GrammarKit): string =>
  rules.filter((rule, place) => rule !== space || rules[place - 1] !== space).join(' ')

/** One call with an argument, and one without. */
export const twoExamples: readonly Slots[] = [
  { name: '"{name of a function}"', input: '{"{parameter}": "{value}"}', id: '"call_1"' },
  { name: '"{name of another}"', input: '{}', id: '"call_2"' },
]
