import type { Shape } from './shape.ts'

/** What can be tried with a model's files, in this order. */
export type StepName = 'files' | 'response-template' | 'template' | 'recognise' | 'derive' | 'self-test'

export interface ReportStep {
  readonly step: StepName
  /** `spoke`: the dialect is this step's word; `passed`: it went well; `failed`: it did not; `skipped`: there was nothing to try. */
  readonly outcome: 'spoke' | 'passed' | 'failed' | 'skipped'
  readonly sentence: string
}

/** One case of the self-test. */
export interface CaseOutcome {
  readonly name: string
  /** `limit`: the value is lost, and that is all. */
  readonly outcome: 'passed' | 'limit' | 'failed' | 'skipped'
  /** What went wrong. Absent where nothing did. */
  readonly sentence?: string
}

/** What was found in a model's files, for a person to read. */
export interface Report {
  /** What came of it, in one sentence. */
  readonly sentence: string
  readonly steps: readonly ReportStep[]
  readonly cases: readonly CaseOutcome[]
  readonly shape?: Shape
  /** The built-in dialect that comes nearest. */
  readonly nearest?: string
}

const SIGNS = { spoke: '→', passed: '✓', failed: '✗', limit: '!', skipped: '·' } as const

/** The report as lines of text. */
export function reportLines({ sentence, steps, cases, shape, nearest }: Report): readonly string[] {
  return [
    sentence,
    ...steps.map(({ step, outcome, sentence: said }) => `${SIGNS[outcome]} ${step}: ${said}`),
    ...cases.map(({ name, outcome, sentence: said }) => `  ${SIGNS[outcome]} ${name}${said === undefined ? '' : `: ${said}`}`),
    ...(nearest === undefined ? [] : [`Nearest dialect: ${nearest}`]),
    ...(shape === undefined ? [] : [`Shape: ${JSON.stringify(shape)}`]),
  ]
}
