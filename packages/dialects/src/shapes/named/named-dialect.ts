import type { SpokenCall } from '../../canonical/part.ts'
import type { Dialect, DialectDefinition } from '../../dialect.ts'
import type { CallGrammar, GrammarKit } from '../../grammar/call-grammar.ts'
import { argumentsJson } from '../json/json-spellings.ts'
import { type CallForm, type Surroundings, shapeDialect } from '../shape-dialect.ts'
import {
  around,
  callNumber,
  fill,
  type IdSpelling,
  idsAsTheyAre,
  marksIn,
  type Pair,
  piecesOf,
  type Slots,
  type Template,
} from '../template.ts'
import { type CallHead, type NamedCalls, namedCalls } from './named-calls.ts'

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
    trigger: open === '' ? namedMarks(call).opener.trimEnd() : open,
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

/** Calls whose name stands outside of the JSON. */
export interface NamedShape {
  /** One call; the slots are `$name`, `$input`, `$id` and `$number`, its place in the conversation. */
  readonly call: Template
  /** Between two calls. Absent: nothing. */
  readonly between?: string
  /** What stands around all calls. Absent: nothing. */
  readonly section?: Pair
  /** How ids are spelled. Absent: as they are. */
  readonly ids?: IdSpelling
}

/** What is read of a call, by how it is written. */
interface NamedMarks {
  readonly opener: string
  readonly separator: string
  readonly closer: string
  /** What stands between opener and separator. */
  readonly head: Template
}

/**
 *     <|tool_call:begin|>$id<|tool_call:name|>$name<|tool_call:args|>$input<|tool_call:end|>
 *     ^ opener           ^ head                    ^ separator             ^ closer
 */
function namedMarks(call: Template): NamedMarks {
  const [before, behind] = around(call, 'input')
  const lead = before.slice(0, before.indexOf('$'))
  const opener = marksIn(lead)[0] ?? lead
  const last = /\$[a-z]+([^$]*)$/.exec(before)?.[1] ?? ''
  return {
    opener,
    separator: last.trim() === '' ? '{' : last.trim(),
    closer: marksIn(behind).at(-1) ?? behind.trim(),
    head: before.slice(opener.length, before.length - last.length),
  }
}

/** Reads the head of a call: the name, and what else it says as far as that is there. What is no head is undefined. */
// @__NO_SIDE_EFFECTS__
export function headReader(head: Template): (text: string) => CallHead | undefined {
  const [first = '', ...pieces] = piecesOf(head)
  return (text) => {
    const found: Record<string, string> = {}
    let rest = text.trim()
    if (rest.startsWith(first)) rest = rest.slice(first.length)
    for (let place = 0; place < pieces.length && rest !== ''; place += 2) {
      const [slot = '', literal = ''] = pieces.slice(place)
      const at = literal === '' ? -1 : rest.indexOf(literal)
      if (at < 0 && literal !== '' && slot !== 'name') return undefined
      found[slot] = (at < 0 ? rest : rest.slice(0, at)).trim()
      rest = at < 0 ? '' : rest.slice(at + literal.length)
    }
    const { name = '', id } = found
    return /\s/.test(name) || rest !== '' ? undefined : { name, ...(id !== undefined && { id }) }
  }
}
