import { findDialect } from '@parley/dialects'

/** Other names by which models are asked for. A star at the end stands for whatever follows. */
export type AliasTable = Readonly<Record<string, string>>

export interface Aliases {
  /** As they stand in the configuration. */
  readonly names: readonly string[]
  /** What a name stands for. A name that is no alias stands for itself. */
  meant(name: string): string
}

export function createAliases(table: AliasTable = {}): Aliases {
  const exact = new Map(Object.entries(table))
  // The longest beginning says most.
  const beginnings = Object.entries(table)
    .filter(([name]) => name.endsWith('*'))
    .map(([name, target]) => ({ beginning: name.slice(0, -1), target }))
    .toSorted((one, other) => other.beginning.length - one.beginning.length)
  return {
    names: Object.keys(table),
    meant: (name) => exact.get(name) ?? beginnings.find(({ beginning }) => name.startsWith(beginning))?.target ?? name,
  }
}

/** `model@dialect`, apart. */
export function splitDialect(id: string): readonly [string, string | undefined] {
  const at = id.lastIndexOf('@')
  return at > 0 ? [id.slice(0, at), id.slice(at + 1)] : [id, undefined]
}

/** What is wrong with an alias, as the end of a sentence. `undefined`: nothing is. */
export function problemOfAlias(name: string, target: string): string | undefined {
  if (name === '' || name === '*') return 'must be a name, or the beginning of one with * behind it'
  if (name.slice(0, -1).includes('*')) return 'has a * that does not stand at its end; write for example "claude-*"'
  if (name.includes('@')) return 'must have no @; a dialect belongs to the model that is meant, for example "qwen3@hermes"'
  const [model, dialect] = splitDialect(target)
  if (model === '' || model.includes('*')) return `must name one model, and "${target}" names none`
  if (dialect !== undefined && dialect !== 'native' && !findDialect(dialect))
    return `names the dialect "${dialect}", which does not exist; docs/dialects.md lists them all`
  return undefined
}
