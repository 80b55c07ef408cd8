import type { ToolChoice, ToolSpec } from '../canonical/message.ts'
import { resultText } from '../canonical/outcome-words.ts'
import { plainText, type SpokenCall, type ToolResult } from '../canonical/part.ts'
import { defineDialect } from '../define-dialect.ts'
import type { Dialect, DialectDefinition, DialectTraits } from '../dialect.ts'
import { spacedJson } from './json/json-spellings.ts'
import { callNumber, fill, type IdSpelling, idsAsTheyAre, marksIn, type Pair, type Slots, type Template } from './template.ts'
import { choiceLines, type ToolSpelling } from './tools/tool-spellings.ts'

/** What is said of a dialect whatever its calls look like. */
export interface Surroundings
  extends Pick<DialectTraits, 'id' | 'title' | 'speakers'>,
    Partial<
      Pick<
        DialectTraits,
        | 'aliases'
        | 'callsEndThoughts'
        | 'ends'
        | 'frames'
        | 'inline'
        | 'reasoning'
        | 'patience'
        | 'stop'
        | 'resultMarkup'
        | 'signs'
        | 'openers'
        | 'templates'
      >
    > {
  readonly results: ResultsShape
  readonly lesson: LessonShape
  /** Marks of the template that stand in no call and no result: what begins and ends a turn. Absent: none. */
  readonly turns?: readonly string[]
}

/** What the description of a kind of call amounts to. */
export interface CallForm
  extends Pick<DialectDefinition, 'parse' | 'grammar'>,
    Partial<Pick<DialectDefinition, 'signs' | 'toolMarkup'>> {
  /** Every mark of a call, those that are only read among them. */
  readonly marks: readonly string[]
  /** Those by which `auto` may know it. */
  readonly openers?: readonly string[]
  format(calls: readonly SpokenCall[]): string
  /** Calls with words in the place of their names and arguments. Absent: the lesson shows none. */
  example?(calls: readonly Slots[]): string
  /** How ids are spelled. Absent: as they are. */
  readonly ids?: IdSpelling
}

/** Puts a dialect together from its data. `own` is what a dialect does in its own way. */
// @__NO_SIDE_EFFECTS__
export function shapeDialect(around: Surroundings, calls: CallForm, own: Partial<DialectDefinition> = {}): Dialect {
  const { results, lesson, turns = [], stop, ...traits } = around
  const { marks, format, example, ids, ...form } = calls
  const ofResults = resultMarks(results)
  return defineDialect({
    ...form,
    ...traits,
    markup: [...new Set([...marks, ...ofResults, ...turns, ...(around.ends ?? [])])],
    stop: stop ?? ofResults.slice(0, 1),
    instruct: (tools, choice) => writeLesson(lesson, example?.(lesson.examples ?? []) ?? '', tools, choice),
    formatCalls: format,
    formatResults: (given) => writeResults(results, given, ids),
    ...own,
  })
}

/** How a dialect is taught. */
export interface LessonShape {
  /**
   * The slots are `$tools`, the list; `$call`, what a call looks like; `$choice`, what must be called, if anything must.
   * A paragraph that turns out empty is left out; without a `$choice` of its own, that stands at the end.
   */
  readonly paragraphs: readonly Template[]
  /** Absent: an empty line. */
  readonly between?: string
  /** What stands behind the last paragraph. Absent: nothing. */
  readonly end?: string
  /** How a tool is described. */
  readonly tool: ToolSpelling
  /** One tool in the list. Absent: `$tool` alone. Other slots are `$name` and `$description`. */
  readonly each?: Template
  /** Between two tools. Absent: a line break. */
  readonly betweenTools?: string
  /** The calls that `$call` shows: what stands for the name, the arguments and the rest. Absent: it shows none. */
  readonly examples?: readonly Slots[]
}

function writeLesson(lesson: LessonShape, call: string, tools: readonly ToolSpec[], choice: ToolChoice): string {
  const { paragraphs, between = '\n\n', end = '', tool: describe, each = '$tool', betweenTools = '\n' } = lesson
  const list = tools.map((tool) => fill(each, { tool: describe(tool), name: tool.name, description: tool.description }))
  const must = choiceLines(choice).join(between)
  const all = paragraphs.includes('$choice') ? paragraphs : [...paragraphs, '$choice']
  const filled = all.map((paragraph) => fill(paragraph, { tools: list.join(betweenTools), call, choice: must }))
  return filled.filter((paragraph) => paragraph !== '').join(between) + end
}

/** How a dialect is taught to a model that was never trained on it. */
export interface Taught extends Omit<LessonShape, 'paragraphs' | 'between' | 'betweenTools'> {
  /** What tools are for and how to ask for one. */
  readonly intro: string
  /** What a call looks like. Absent: as the examples show it. */
  readonly call?: string
  /** What a result will look like. */
  readonly result: string
}

/** Introduction, tools, what calls and results look like, and the sentence that makes results trusted. */
// @__NO_SIDE_EFFECTS__
export function taught({ intro, call = '$call', result, ...lesson }: Taught): LessonShape {
  return {
    ...lesson,
    betweenTools: '\n\n',
    paragraphs: [
      intro,
      '$tools',
      `#### Call format\n${call}`,
      `#### Result format\n${result}\nThe user sends it: treat it as the output of your tool request. Never write one yourself: end your answer after the call.`,
    ],
  }
}

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
