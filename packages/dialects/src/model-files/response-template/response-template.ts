import type { JsonValue } from '../../canonical/json.ts'
import { defineDialect } from '../../define-dialect.ts'
import type { Dialect, ReasoningMarks } from '../../dialect.ts'
import { isSpecialToken } from '../../engine/marks.ts'
import { dialects as builtIn } from '../../registry.generated.ts'
import type { Derived, DerivedDialect, RefusedFiles } from '../derived.ts'
import { Refused } from '../refused.ts'
import type { CaseOutcome, ReportStep } from '../report.ts'
import { readsWritingOf } from './fitting.ts'
import { isMark } from './mark-like.ts'
import { MOST_MARK } from './pattern/pattern.ts'
import { answerGrammar } from './read-answer.ts'
import { type Field, loadResponseTemplate, type ResponseTemplate } from './template.ts'

export interface ResponseTemplateOptions {
  /** What the model's chat template tells: how calls and results are written, and how tools are taught. */
  readonly written?: DerivedDialect
  /** Tokens that end the model's turn. */
  readonly ends?: readonly string[]
  /** Dialects to look through for one that writes what the template reads. Absent: all built-in ones. */
  readonly known?: readonly Dialect[]
}

/** A dialect that is read as the response template says, and written as the chat template does, or a dialect that is known. */
export function dialectFromResponseTemplate(
  json: unknown,
  { written, ends = [], known = builtIn }: ResponseTemplateOptions = {},
): Derived {
  let template: ResponseTemplate
  try {
    // What came from outside is checked key by key.
    template = loadResponseTemplate(json as JsonValue)
  } catch (error) {
    if (error instanceof Refused) return refused(`The response template cannot be used: ${error.message}`, written?.report.steps)
    throw error
  }
  const spoken = written && fitted(template, ends, written.dialect)
  if (spoken && fits(spoken.cases)) return derived(spoken, written)
  const borrowed = nearest(template, known)
    .map((half) => fitted(template, ends, half))
    .find(({ cases }) => fits(cases))
  if (borrowed) return derived(borrowed, undefined)
  return refused(
    written
      ? 'The response template does not read the calls that the chat template writes.'
      : 'The response template says how calls are read, and nothing says how they are written. Give the chat template, too.',
    written?.report.steps,
  )
}

interface Fitted {
  readonly template: ResponseTemplate
  readonly half: Dialect
  readonly dialect: Dialect
  readonly cases: readonly CaseOutcome[]
}

function fitted(template: ResponseTemplate, ends: readonly string[], half: Dialect): Fitted {
  const dialect = joined(template, ends, half)
  return { template, half, dialect, cases: readsWritingOf(dialect, half) }
}

const fits = (cases: readonly CaseOutcome[]): boolean => cases.every(({ outcome }) => outcome !== 'failed')

/** Reads as the template says; the rest is the other half's. */
function joined(template: ResponseTemplate, ends: readonly string[], half: Dialect): Dialect {
  const { parse: _, createParser: _made, signs: _signs, toolMarkup: _names, aliases: _aliases, ...rest } = half
  const marks = marksOf(template.fields)
  const reasoning = thoughtsOf(template)
  const tokens = [...new Set([...ends, ...(half.ends ?? []), ...half.markup.filter(isSpecialToken)])]
  return defineDialect({
    ...rest,
    id: 'response-template',
    title: 'Response template',
    speakers: [],
    markup: [...new Set([...half.markup, ...marks])],
    openers: template.fields.flatMap(({ role, open }) => (role === 'calls' ? (open?.spellings ?? []) : [])),
    ...(reasoning.length > 0 && { reasoning }),
    frames: [],
    ends: [...new Set([...ends, ...(half.ends ?? [])])],
    patience: MOST_MARK,
    parse: answerGrammar(
      template,
      tokens.filter((token) => !marks.includes(token)),
    ),
  })
}

/** What text from elsewhere must not hold. */
const marksOf = (fields: readonly Field[]): readonly string[] => [
  ...new Set(
    fields.flatMap(({ open, close }) =>
      [...(open?.literals ?? []), ...(close?.literals ?? [])].map((text) => text.trim()).filter(isMark),
    ),
  ),
]

const thoughtsOf = ({ fields }: ResponseTemplate): readonly ReasoningMarks[] =>
  fields.flatMap(({ role, open, close }) => {
    if (role !== 'reasoning') return []
    const [closing] = close?.spellings ?? []
    return closing === undefined ? [] : (open?.spellings ?? []).map((opening) => ({ open: opening, close: closing }))
  })

/** Dialects that share marks of calls with it, those that share most first. */
function nearest({ fields }: ResponseTemplate, known: readonly Dialect[]): readonly Dialect[] {
  const marks = marksOf(fields.filter(({ role }) => role === 'calls'))
  const shared = (dialect: Dialect): number => marks.filter((mark) => dialect.markup.some((one) => mark.includes(one))).length
  return known
    .filter((dialect) => shared(dialect) > 0)
    .toSorted((one, other) => shared(other) - shared(one) || other.speakers.length - one.speakers.length)
}

function derived({ dialect, half, template, cases }: Fitted, written: DerivedDialect | undefined): DerivedDialect {
  const others = template.fields
    .filter(({ role, name }) => role === 'text' && name !== 'content')
    .map(({ name }) => `\`${name}\``)
  const sentence = `The response template says how answers are read; calls and results are written ${written ? 'as the chat template does' : `as \`${half.id}\` does`}.`
  const steps: readonly ReportStep[] = [
    { step: 'response-template', outcome: 'spoke', sentence },
    ...(others.length > 0
      ? [
          {
            step: 'response-template',
            outcome: 'passed',
            sentence: `These fields are read as text: ${others.join(', ')}.`,
          } as const,
        ]
      : []),
    ...(written?.report.steps.map((step) => (step.outcome === 'spoke' ? { ...step, outcome: 'passed' as const } : step)) ?? []),
  ]
  return {
    ok: true,
    dialect,
    by: 'response-template',
    ...(written?.shape && { shape: written.shape }),
    ...(!written && { knownAs: half.id }),
    limits: cases.filter(({ outcome }) => outcome === 'limit').map(({ name }) => name),
    startsInReasoning: written?.startsInReasoning ?? false,
    report: { sentence, steps, cases },
  }
}

const refused = (sentence: string, steps: readonly ReportStep[] = []): RefusedFiles => ({
  ok: false,
  report: { sentence, steps: [{ step: 'response-template', outcome: 'failed', sentence }, ...steps], cases: [] },
})
