import type { CallGrammar, GrammarKit } from '../../grammar/call-grammar.ts'
import { idsAsTheyAre } from '../id-spellings.ts'
import { piecesOf, type Slots, type Template } from '../template.ts'
import { type JsonShape, openingMark } from './json-shape.ts'

export const USUAL_OBJECT: Template = '{"name": $name, "arguments": $input}'

/** White space belongs around these; outside of the JSON that is the bracket of its list, and no `[TOOL_CALLS]`. */
const AROUND_MARKS = /(\s+|\[(?=\s*$)|(?<=^\s*)\])/
const IN_JSON = /(\s+|[[\]{},:])/

/** How an engine keeps a model to calls that are JSON. */
export function jsonGrammar(shape: JsonShape, kit: GrammarKit): CallGrammar {
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
