import type { Card, CardCandidate, Verdict } from './card.ts'
import { CASES, counts } from './cases.ts'
import { beginsInThought } from './read-probe.ts'

export interface Score {
  /** Answers that can be used, flaws or not. */
  readonly right: number
  /** Answers that count. */
  readonly asked: number
  readonly points: number
}

const POINTS: { readonly [Right in Verdict['right']]: number } = { right: 10, flawed: 8, wrong: 0, failed: 0 }
const COUNTED: ReadonlySet<string> = new Set(CASES.filter(counts).map(({ id }) => id))

/** What a way is worth: a flaw that is mended costs little, an answer that cannot be used everything. */
export function scoreOf({ probes }: Pick<CardCandidate, 'probes'>): Score {
  const verdicts = probes.filter((probe) => COUNTED.has(probe.case)).map(({ verdict }) => verdict)
  return {
    right: verdicts.filter(({ right }) => right === 'right' || right === 'flawed').length,
    asked: verdicts.length,
    points: verdicts.reduce((sum, { right }) => sum + POINTS[right], 0),
  }
}

export const isPerfect = (candidate: CardCandidate): boolean => {
  const { asked, points } = scoreOf(candidate)
  return candidate.ended === 'done' && points === asked * POINTS.right
}

/** The best of those that were asked everything and can call at all. Among equals the first: it is nearest to what the model was made for. */
function bestOf(candidates: readonly CardCandidate[]): CardCandidate | undefined {
  const able = candidates.filter(({ ended, probes }) => ended === 'done' && probes.some(callsOnce))
  return able.toSorted((a, b) => scoreOf(b).points - scoreOf(a).points)[0]
}

const callsOnce = (probe: CardCandidate['probes'][number]): boolean => probe.case === 'call' && POINTS[probe.verdict.right] > 0

export function recommend(candidates: readonly CardCandidate[], reasoning: boolean): Card['recommendation'] {
  const best = bestOf(candidates)
  if (!best) return null
  const { right, asked } = scoreOf(best)
  const startsInReasoning = best.probes.every(({ answer }) => beginsInThought(answer))
  return { choice: best.choice, native: best.choice === 'native', reasoning, startsInReasoning, right, asked }
}
