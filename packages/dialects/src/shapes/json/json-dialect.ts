import type { SpokenCall } from '../../canonical/part.ts'
import type { Dialect, DialectDefinition } from '../../dialect.ts'
import { type IdSpelling, idsAsTheyAre } from '../id-spellings.ts'
import { literalOpeners, openerMark } from '../opener.ts'
import { type CallForm, type Surroundings, shapeDialect } from '../shape-dialect.ts'
import { fill, type Slots } from '../template.ts'
import { type JsonCalls, jsonCalls } from './json-calls.ts'
import { jsonGrammar, USUAL_OBJECT } from './json-grammar.ts'
import { closingMark, type JsonShape, openingMark } from './json-shape.ts'
import { argumentsJson, callNumber } from './write-calls.ts'

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
