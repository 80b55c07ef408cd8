import type { SpokenCall } from '../../canonical/part.ts'
import type { Dialect, DialectDefinition } from '../../dialect.ts'
import type { CallGrammar, GrammarKit } from '../../grammar/call-grammar.ts'
import { type IdSpelling, idsAsTheyAre } from '../id-spellings.ts'
import { argumentsJson, callNumber } from '../json/write-calls.ts'
import { type CallForm, type Surroundings, shapeDialect } from '../shape-dialect.ts'
import { fill, marksIn, piecesOf, type Slots } from '../template.ts'
import { headReader, namedMarks } from './call-head.ts'
import { type NamedCalls, namedCalls } from './named-calls.ts'
import type { NamedShape } from './named-shape.ts'

/**
 * A dialect whose calls have their name outside of the JSON:
 *
 *     <|tool_call_begin|>functions.find_book:0<|tool_call_argument_begin|>{"title": "Momo"}<|tool_call_end|>
 *
 * `reads` is what its reader does in another way, `own` what the dialect does.
 */
// @__NO_SIDE_EFFECTS__
export function namedDialect(
  { calls, ...surroundings }: Surroundings & { readonly calls: NamedShape },
  reads: Partial<NamedCalls> = {},
  own: Partial<DialectDefinition> = {},
): Dialect {
  return shapeDialect(surroundings, namedForm(calls, reads), own)
}

// @__NO_SIDE_EFFECTS__
function namedForm(shape: NamedShape, reads: Partial<NamedCalls>): CallForm {
  const { opener, separator, closer, head } = namedMarks(shape.call)
  const { section = ['', ''], ids = idsAsTheyAre } = shape
  const grammar = {
    openers: [opener],
    separators: [separator],
    closers: closer === '' ? [] : [closer],
    head: headReader(head),
    ...reads,
  }
  const literal = [...section, opener, ...marksIn(shape.call), closer, ...grammar.openers, ...grammar.closers]
  return {
    marks: literal.filter((mark) => typeof mark === 'string' && /\w/.test(mark)).map((mark) => String(mark)),
    openers: [section[0], opener].filter(Boolean),
    ids,
    format: (calls) =>
      write(
        shape,
        calls.map((call, place) => slotsOf(call, place, ids)),
      ),
    example: (calls) => write(shape, calls),
    grammar: (kit) => namedGrammar(shape, kit),
    parse: namedCalls(grammar),
  }
}

const slotsOf = (call: SpokenCall, place: number, ids: IdSpelling): Slots => ({
  name: call.name,
  input: argumentsJson(call),
  id: ids.spell(call.id, call.name, place),
  number: String(callNumber(call.id, place)),
})

const write = ({ call, between = '', section: [open, close] = ['', ''] }: NamedShape, calls: readonly Slots[]): string =>
  `${open}${calls.map((slots) => fill(call, slots)).join(between)}${close}`

function namedGrammar(
  { call, between = '', section: [open, close] = ['', ''], ids = idsAsTheyAre }: NamedShape,
  kit: GrammarKit,
): CallGrammar {
  const { text, space, input } = kit
  return {
    trigger: open === '' ? namedMarks(call).opener : open,
    ...(open !== '' && { open: text(open) }),
    call: (tool) => {
      const slots: Slots = {
        name: text(tool.name),
        input: `${space} ${input(tool)} ${space}`,
        id: ids.grammar(tool.name, text),
        number: '[0-9]{1,4}',
      }
      return piecesOf(call)
        .map((piece, place) => (place % 2 === 1 ? (slots[piece] ?? '') : piece && text(piece)))
        .filter(Boolean)
        .join(' ')
    },
    between: between === '' ? '""' : text(between),
    ...(close !== '' && { close: text(close) }),
  }
}
