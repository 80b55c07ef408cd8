import type { Said } from '@parley/dialects'
import { knownCandidate } from './candidates.ts'
import type { Card, CardCandidate, CardProbe } from './card.ts'
import { CASES } from './cases.ts'
import { type Finding, finding, recalled } from './finding.ts'
import { type Judgement, judge, verdictOf } from './judge.ts'
import { missedDialect, readProbe } from './read-probe.ts'
import { isPerfect, recommend, scoreOf } from './recommend.ts'
import { say } from './words.ts'

/** A card in words, as today's readers understand it. */
export interface Report {
  readonly candidates: readonly ReportedCandidate[]
  readonly recommendation: Card['recommendation']
  /** Why this is recommended, or why nothing is. */
  readonly reason: Said
  /** Whether today's readers come to the same verdict on every answer. */
  readonly holds: boolean
  readonly replayed: Said
}

interface ReportedCandidate extends Pick<CardCandidate, 'choice' | 'why' | 'ended'> {
  readonly right: number
  readonly asked: number
  /** How many of a hundred points. */
  readonly score: number
  readonly probes: readonly ReportedProbe[]
  /** What follows from several answers together. */
  readonly remarks: readonly Said[]
  /** What is wrong with it as a whole, each thing once. */
  readonly found: readonly Finding[]
}

interface ReportedProbe extends Judgement {
  readonly case: CardProbe['case']
  /** Whether today's readers judge as those did that wrote the card. */
  readonly holds: boolean
}

/** Reads the recorded answers again. No model is asked. */
export async function reportOn(card: Card): Promise<Report> {
  const candidates = await Promise.all(card.candidates.map((candidate) => reported(candidate, card)))
  const differing = candidates.flatMap(({ probes }) => probes).filter(({ holds }) => !holds).length
  const today = card.candidates.map((candidate, at) => ({ ...candidate, probes: probesToday(candidate, candidates[at]) }))
  const recommendation = recommend(today, card.recommendation?.reasoning ?? false)
  const holds = differing === 0 && JSON.stringify(recommendation) === JSON.stringify(card.recommendation)
  return {
    candidates,
    recommendation,
    reason: reasonFor(card, today, recommendation),
    holds,
    replayed: holds ? say('doctor.holds') : say('doctor.differs', { count: differing }),
  }
}

const probesToday = ({ probes }: CardCandidate, told: ReportedCandidate | undefined): CardProbe[] =>
  probes.map((probe, at) => ({ ...probe, verdict: verdictOf(told?.probes[at] ?? { right: 'wrong', found: [] }) }))

async function reported(candidate: CardCandidate, card: Card): Promise<ReportedCandidate> {
  const { choice, why, ended } = candidate
  const probes = await Promise.all(candidate.probes.map((probe) => readAgain(probe, candidate, card)))
  const { right, asked, points } = scoreOf({
    probes: candidate.probes.map((probe, at) => ({ ...probe, verdict: verdictOf(probes[at] ?? NOTHING) })),
  })
  const found = new Map(probes.flatMap((probe) => probe.found).map((one) => [one.id, one]))
  return {
    choice,
    why,
    ended,
    right,
    asked,
    score: asked === 0 ? 0 : Math.round((points * 10) / asked),
    probes,
    remarks: remarksOn(probes),
    found: [...found.values()],
  }
}

const NOTHING: Judgement = { right: 'wrong', found: [] }

async function readAgain(probe: CardProbe, told: CardCandidate, card: Card): Promise<ReportedProbe> {
  const candidate = knownCandidate(told)
  const asked = CASES.find(({ id }) => id === probe.case)
  if (!candidate || !asked)
    return {
      case: probe.case,
      right: probe.verdict.right,
      found: [finding('unknown-dialect'), ...probe.verdict.found.map(recalled)],
      holds: false,
    }
  const { answer } = probe
  const parts = await readProbe(answer, { candidate, asked, startsInReasoning: card.startsInReasoning })
  const written = await missedDialect(answer, asked, parts)
  const judgement = judge({ asked, parts, end: answer.end, dialect: candidate.dialect, written })
  return { case: probe.case, ...judgement, holds: JSON.stringify(verdictOf(judgement)) === JSON.stringify(probe.verdict) }
}

/** What the other ways of asking say about who is at fault. */
function remarksOn(probes: readonly ReportedProbe[]): readonly Said[] {
  const works = (id: string) => probes.some((probe) => probe.case === id && (probe.right === 'right' || probe.right === 'flawed'))
  if (probes.length === 0 || works('call')) return []
  return [
    ...(works('whole') ? [say('doctor.remark.only-whole')] : []),
    ...(works('raw') ? [say('doctor.remark.server-loses')] : []),
  ]
}

function reasonFor(card: Card, today: readonly CardCandidate[], recommendation: Card['recommendation']): Said {
  if (recommendation) {
    const best = today.find(({ choice }) => choice === recommendation.choice)
    const { right, asked } = recommendation
    return best && isPerfect(best) ? say('doctor.because.perfect') : say('doctor.because.best', { right, asked })
  }
  if (card.ended === 'slow') return say('doctor.because.slow')
  if (card.ended === 'unreachable') return say('doctor.because.unreachable')
  return card.ended === 'budget' ? say('doctor.because.budget') : say('doctor.because.none')
}
