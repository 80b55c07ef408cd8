import { type Dialect, dialectFor, findDialect, taughtDialects } from '@parley/dialects'
import { dialectOfGivenShape, Refused } from '@parley/dialects/model-files'
import type { ModelInfo } from '../providers/provider.ts'
import type { CardCandidate } from './card.ts'

/** A way in which a model may be spoken to. */
export interface Candidate {
  /** Absent: natively. */
  readonly dialect: Dialect | undefined
  readonly why: CardCandidate['why']
  /** The syntax of the dialect as data, where it is no built-in one. */
  readonly shape?: unknown
}

export const choiceOf = ({ dialect }: Pick<Candidate, 'dialect'>): string => dialect?.id ?? 'native'

/** The nearest to what the model was made for come first: among equals the first is chosen. */
export function candidatesFor(info: ModelInfo): readonly Candidate[] {
  const told = info.speaks ?? (info.dialect === undefined ? undefined : findDialect(info.dialect))
  const named = dialectFor(info.id).dialect
  const all: readonly Candidate[] = [
    ...(info.native === false ? [] : [{ dialect: undefined, why: 'native' as const }]),
    ...(told ? [withShape({ dialect: told, why: info.settled ? 'configured' : 'files' }, info)] : []),
    ...(named ? [{ dialect: named, why: 'name' as const }] : []),
    ...taughtDialects.map((dialect) => ({ dialect, why: 'taught' as const })),
  ]
  return all.filter((one, at) => all.findIndex((other) => choiceOf(other) === choiceOf(one)) === at)
}

const withShape = (candidate: Candidate, { shape }: ModelInfo): Candidate =>
  shape === undefined ? candidate : { ...candidate, shape }

/** The way that a card speaks of, as it is known here. `undefined`: it is not. */
export function knownCandidate({ choice, why, shape }: CardCandidate): Candidate | undefined {
  if (choice === 'native') return { dialect: undefined, why }
  if (shape === undefined) {
    const dialect = findDialect(choice)
    return dialect && { dialect, why }
  }
  try {
    return { dialect: dialectOfGivenShape(shape, { id: choice, title: choice, path: 'shape' }), why, shape }
  } catch (error) {
    if (error instanceof Refused) return undefined
    throw error
  }
}
