import type { Dialect } from '../../dialect.ts'
import type { Allowance } from '../budget.ts'
import type { DerivedDialect } from '../derived.ts'
import { dialectOfShape } from '../dialect-of-shape.ts'
import type { CaseOutcome, ReportStep } from '../report.ts'
import { problemOfMarks } from './check-marks.ts'
import { deriveShape } from './derive/derive-shape.ts'
import { dressed } from './dress.ts'
import { isMarkedIn, type Likeness, readsAll, writesForms } from './recognise.ts'
import type { Sample } from './samples.ts'
import { selfTest } from './self-test.ts'
import type { Voice } from './voice.ts'

/** What an attempt has to go by. */
interface Given {
  readonly voice: Voice
  readonly samples: readonly Sample[]
  /** Dialects that are known, most alike first. */
  readonly likes: readonly Likeness[]
  readonly allowance: Allowance
}

/** What came of one. */
export interface Attempt {
  readonly steps: readonly ReportStep[]
  readonly cases: readonly CaseOutcome[]
  readonly found?: Pick<DerivedDialect, 'dialect' | 'by' | 'knownAs' | 'shape'>
}

const failed = (step: ReportStep['step'], sentence: string): Attempt => ({
  steps: [{ step, outcome: 'failed', sentence }],
  cases: [],
})

/** Tests a dialect; it is found if no case fails. */
function tested(found: NonNullable<Attempt['found']>, samples: readonly Sample[], step: ReportStep): Attempt {
  const cases = selfTest(found.dialect, samples)
  const fault = cases.find(({ outcome }) => outcome === 'failed')
  if (!fault) return { cases, found, steps: [{ step: 'self-test', outcome: 'passed', sentence: 'No case failed.' }, step] }
  const sentence = `In the case “${fault.name}”, ${fault.sentence ?? 'it failed'}.`
  return {
    cases,
    steps: [
      { ...step, outcome: 'passed' },
      { step: 'self-test', outcome: 'failed', sentence },
    ],
  }
}

/** A dialect that reads all that the template writes, and writes it, too. */
function recognise({ voice, samples, likes, allowance }: Given): Attempt {
  const like = likes.find((one) => readsAll(one) && writesForms(one.dialect, samples))
  if (!like) return failed('recognise', `None of the ${likes.length} dialects that are known writes its calls.`)
  const sentence = `It is ${like.dialect.title} (\`${like.dialect.id}\`): that reads and writes what the template writes.`
  return tested(asKnown(like.dialect, voice, allowance), samples, { step: 'recognise', outcome: 'spoke', sentence })
}

const asKnown = (dialect: Dialect, voice: Voice, allowance: Allowance): NonNullable<Attempt['found']> => ({
  dialect: dressed(dialect, voice, allowance),
  by: 'recognised',
  knownAs: dialect.id,
})

/** A dialect that is made from what the template shows. */
function derive({ voice, samples, allowance }: Given): Attempt {
  const shape = deriveShape(voice)
  if (!shape) return failed('derive', 'Its calls are neither JSON, nor a name with JSON, nor elements, nor Python between marks.')
  if (JSON.stringify(shape.calls).includes('zq'))
    return failed('derive', 'What it repeats of a call stands in a place that is not known.')
  const made = dialectOfShape(shape, { id: 'model-files', title: "The model's own", speakers: [] })
  const problem = problemOfMarks(made)
  if (problem !== undefined) return failed('derive', `It was not made a dialect: ${problem}.`)
  const sentence = `It was made from the template: calls are ${WORDS[shape.calls.kind]}.`
  return tested({ dialect: dressed(made, voice, allowance), by: 'derived', shape }, samples, {
    step: 'derive',
    outcome: 'spoke',
    sentence,
  })
}

const WORDS = {
  json: 'JSON as a whole',
  named: 'a name with JSON behind it',
  tags: 'elements, one for every parameter',
  python: 'Python',
} as const

/** What stands between two calls is not known where a template writes only one. */
const showsTwo = (samples: readonly Sample[]): boolean =>
  samples.some(({ of: { calls = [] }, spoken }) => spoken && calls.length > 1)

/** A dialect that reads all that the template writes, by marks of its own, and would write it otherwise: then the template is imitated. */
function readByKnown({ voice, samples, likes, allowance }: Given): Attempt {
  const like = likes.find((one) => readsAll(one) && isMarkedIn(one.dialect, samples))
  if (!like) return failed('recognise', `None of the ${likes.length} dialects that are known reads all that it writes.`)
  const { dialect } = like
  const shape = deriveShape(voice)
  const made = shape && dialectOfShape(shape, dialect)
  const imitated =
    made && showsTwo(samples) && problemOfMarks(made) === undefined ? { ...dialect, formatCalls: made.formatCalls } : dialect
  const how =
    imitated === dialect
      ? 'which writes calls in another spelling than the template'
      : 'and calls are written as the template writes them'
  const sentence = `It is read by ${dialect.title} (\`${dialect.id}\`), ${how}.`
  const found = { ...asKnown(imitated, voice, allowance), ...(shape && imitated !== dialect && { shape }) }
  return tested(found, samples, { step: 'recognise', outcome: 'spoke', sentence })
}

/** In this order. */
export const ATTEMPTS: readonly ((given: Given) => Attempt)[] = [recognise, readByKnown, derive]
