import { type Engine, engineOf } from './constraint.ts'

/** Who serves, as far as it is known. */
interface EngineFinder {
  readonly engine: () => Engine | undefined
  /** Takes note of who a model says that it belongs to. */
  readonly told: (owner: unknown) => void
  /** Asks, where nobody has: models that are configured are never listed. */
  find(): Promise<void>
}

type AskOwners = (signal: AbortSignal, onOwner: (owner: unknown) => void) => Promise<void>

/** A server that cannot list its models now may do so later, and one that never can is not asked for ever. */
const MOST_TRIES = 3
/** Somebody waits for the answer that comes after this one; many wait together, so none of them may abort it by leaving. */
const PATIENCE_MS = 2000

export function createEngineFinder(known: Engine | undefined, ask: AskOwners): EngineFinder {
  let engine = known
  let tries = known === undefined ? MOST_TRIES : 0
  let asking: Promise<void> | undefined
  const told = (owner: unknown): void => {
    engine ??= engineOf(owner)
    tries = 0
  }
  const tryOnce = async (): Promise<void> => {
    tries--
    try {
      await ask(AbortSignal.timeout(PATIENCE_MS), told)
    } catch {
      // Without an answer nothing is known, and the model is asked without a constraint.
    } finally {
      asking = undefined
    }
  }
  return {
    engine: () => engine,
    told,
    async find() {
      if (tries > 0) asking ??= tryOnce()
      await asking
    },
  }
}
