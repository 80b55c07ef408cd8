import { resultText } from '../canonical/outcome-words.ts'
import { plainText, type ToolResult } from '../canonical/part.ts'
import { type IdSpelling, idsAsTheyAre } from './id-spellings.ts'
import { spacedJson } from './json/spaced-json.ts'
import { callNumber } from './json/write-calls.ts'
import { fill, marksIn, type Pair, type Template } from './template.ts'

/** What fills `$result`: the words, with the outcome where it is not good; the bare text; the value as JSON; or that where there is one, else the words. */
type ResultSpelling = 'words' | 'text' | 'json' | 'data'

/** How results are written. */
export interface ResultsShape {
  /** One result; its slots are `$result`, `$name`, `$key` (the name as JSON), `$id`, `$quoted` (that as JSON), `$number` (its place in the conversation) and `$place` (among its neighbours). */
  readonly each: Template
  /** Absent: nothing. */
  readonly between?: string
  /** What stands around all of them. Absent: nothing. */
  readonly around?: Pair
  /** Absent: `words`. */
  readonly as?: ResultSpelling
}

const spell: { readonly [Spelling in ResultSpelling]: (result: ToolResult) => string } = {
  words: resultText,
  text: plainText,
  json: (result) => spacedJson(JSON.stringify(result.data ?? resultText(result))),
  data: (result) => (result.data === undefined ? resultText(result) : spacedJson(JSON.stringify(result.data))),
}

export function writeResults(shape: ResultsShape, results: readonly ToolResult[], ids: IdSpelling = idsAsTheyAre): string {
  const { each, between = '', around: [open, close] = ['', ''], as = 'words' } = shape
  const texts = results.map((result, place) => {
    const id = ids.spell(result.callId, result.name, place)
    return fill(each, {
      result: spell[as](result),
      name: result.name,
      key: JSON.stringify(result.name),
      id,
      quoted: JSON.stringify(id),
      number: String(callNumber(result.callId, place)),
      place: String(place),
    })
  })
  return `${open}${texts.join(between)}${close}`
}

/** The marks of results, in the order they are written. */
export function resultMarks({ each, around: [open, close] = ['', ''] }: ResultsShape): readonly string[] {
  return [open, each, close].flatMap(marksIn)
}
