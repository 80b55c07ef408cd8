import type { ToolSpec } from '../canonical/message.ts'

/** Beyond this many, models choose badly among them. */
export const MOST_TAUGHT = 40
/** What definitions may take of what a model reads at once. */
const SHARE = 0.05
/** Of a model that does not say how much it reads. */
export const ASSUMED_CONTEXT = 32_768

/** Tokens that a definition adds to every request, roughly: four characters make one. */
export const tokensOf = ({ name, description, parameters }: Pick<ToolSpec, 'name' | 'description' | 'parameters'>): number =>
  Math.ceil(JSON.stringify({ name, description, parameters }).length / 4)

export interface ToolLoad {
  readonly count: number
  readonly tokens: number
  /** What they may take, in tokens. */
  readonly most: number
  /** They are too many to be told at once: a model is told how to find them. */
  readonly isSearched: boolean
}

export function loadOf(tools: readonly ToolSpec[], contextTokens = ASSUMED_CONTEXT): ToolLoad {
  const tokens = tools.reduce((sum, spec) => sum + tokensOf(spec), 0)
  const most = Math.floor(contextTokens * SHARE)
  return { count: tools.length, tokens, most, isSearched: tools.length > MOST_TAUGHT || tokens > most }
}
