import type { SpokenCall } from '../canonical/part.ts'
import { defineDialect } from '../define-dialect.ts'
import type { Dialect, DialectDefinition, DialectTraits } from '../dialect.ts'
import type { IdSpelling } from './id-spellings.ts'
import { type LessonShape, writeLesson } from './lesson-shape.ts'
import { type ResultsShape, resultMarks, writeResults } from './results-shape.ts'
import type { Slots } from './template.ts'

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
