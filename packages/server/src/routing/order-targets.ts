import { hash } from './conversation-key.ts'
import type { Target } from './model-aliases.ts'

/**
 * In which order targets are asked for a conversation. Those with weights share conversations by them, and the same conversation always
 * gives the same order, on every replica and without anything kept; those without follow as they stand. Where none has a weight, all do.
 */
export function orderTargets(targets: readonly Target[], conversation: string): readonly Target[] {
  const shares = targets.flatMap((target) =>
    target.weight === undefined ? [] : [{ target, score: scoreOf(target.model, target.weight, conversation) }],
  )
  const first = shares.toSorted((one, other) => other.score - one.score).map(({ target }) => target)
  return [...first, ...targets.filter(({ weight }) => weight === undefined)]
}

/** The highest of such scores falls on each with the probability of its weight. */
function scoreOf(model: string, weight: number, conversation: string): number {
  const [bits] = hash(`${model}\n${conversation}`)
  return -weight / Math.log((bits + 0.5) / 2 ** 32)
}
