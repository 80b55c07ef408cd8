import { useSyncExternalStore } from 'react'

/** `live`: it was seen while it was at work, and nobody has folded it yet. */
export type TurnFold = 'live' | 'open' | 'folded'

/** By the id of a turn's first answer, as long as the page lives. */
const folds = new Map<string, TurnFold>()
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What somebody opens is found folded by nobody else. */
export const turnFold = (turn: string): TurnFold => folds.get(turn) ?? 'folded'

export function setTurnFold(turn: string, fold: TurnFold): void {
  if (folds.get(turn) === fold) return
  folds.set(turn, fold)
  for (const listener of listeners) listener()
}

export const useTurnFold = (turn: string): TurnFold => useSyncExternalStore(subscribe, () => turnFold(turn))
