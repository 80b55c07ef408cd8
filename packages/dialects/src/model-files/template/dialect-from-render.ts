import type { JsonObject } from '../../canonical/json.ts'
import type { Dialect } from '../../dialect.ts'
import type { Allowance } from '../budget.ts'
import type { Derived } from '../derived.ts'
import type { ReportStep } from '../report.ts'
import { ATTEMPTS, type Attempt } from './attempts.ts'
import { likenesses, readsAny } from './recognise.ts'
import type { Render } from './render.ts'
import { samplesOf } from './samples.ts'
import { findWay, Voice } from './voice.ts'

/** Something that renders conversations, whatever language its template is in. */
export interface Rendering {
  readonly render: Render
  /** The text of the template. */
  readonly source: string
  /** What else it is rendered with. */
  readonly tokens: JsonObject
  readonly known: readonly Dialect[]
  readonly allowance: Allowance
}

/** The dialect of whatever renders conversations: recognise first, derive second, refuse otherwise. */
export function dialectFromRender({ render, source, tokens, known, allowance }: Rendering): Derived {
  const way = findWay(render, tokens)
  if (way === undefined) return refusedAtOnce('It has no place for calls.')
  const voice = new Voice(render, tokens, way)
  const samples = samplesOf(voice)
  const shown = samples.filter(({ spoken }) => spoken).length
  if (!samples.some(({ of, spoken }) => spoken && of.calls)) return refusedAtOnce('It does not show what a call looks like.')
  const likes = likenesses(samples, known, source)
  const steps: ReportStep[] = [
    { step: 'template', outcome: 'passed', sentence: `It was rendered, and shows ${shown} of the ${samples.length} cases.` },
  ]
  const [like] = likes
  const nearest = like && readsAny(like, samples) ? { nearest: like.dialect.id } : {}
  let last: Attempt = { steps: [], cases: [] }
  for (const attempt of ATTEMPTS) {
    last = attempt({ voice, samples, likes, allowance })
    steps.push(...last.steps)
    if (last.found) return accepted(last, last.found, steps, { ...nearest, startsInReasoning: voice.startsInReasoning })
  }
  // What went wrong while it was made says more than that nothing known fits.
  const faults = steps.filter(({ outcome }) => outcome === 'failed')
  const { sentence = 'Nothing fits.' } = faults.find(({ step }) => step !== 'recognise') ?? faults[0] ?? {}
  return {
    ok: false,
    ...nearest,
    report: { sentence: `The template was refused. ${sentence}`, steps, cases: last.cases, ...nearest },
  }
}

function accepted(
  { cases }: Attempt,
  found: NonNullable<Attempt['found']>,
  steps: readonly ReportStep[],
  { startsInReasoning, ...nearest }: { readonly startsInReasoning: boolean; readonly nearest?: string },
): Derived {
  const limits = cases.filter(({ outcome }) => outcome === 'limit').map(({ name }) => name)
  const { sentence = '' } = steps.at(-1) ?? {}
  const { shape } = found
  return {
    ok: true,
    ...found,
    limits,
    startsInReasoning,
    report: { sentence, steps, cases, ...(shape && { shape }), ...nearest },
  }
}

export function refusedAtOnce(sentence: string): Derived {
  const step: ReportStep = { step: 'template', outcome: 'failed', sentence }
  return { ok: false, report: { sentence: `The template was refused. ${sentence}`, steps: [step], cases: [] } }
}
