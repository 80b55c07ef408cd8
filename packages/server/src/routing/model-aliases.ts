import { findDialect } from '@parley/dialects'
import { createStarTable } from './star-table.ts'

/** One of the models that a name stands for. */
export interface Target {
  /** A model's name, perhaps with its provider in front and a dialect behind. */
  readonly model: string
  /** How large its share of new conversations is beside others that have a weight. Absent: it is asked when those before it cannot be. */
  readonly weight?: number
}

/** Other names by which models are asked for, each with the model it stands for, or with several in their order. A star at the end stands for whatever follows. */
export type AliasTable = Readonly<Record<string, string | readonly (string | Target)[]>>

export interface Aliases {
  /** As they stand in the configuration. */
  readonly names: readonly string[]
  /** What a name stands for, at least one. A name that is no alias stands for itself. */
  meant(name: string): readonly Target[]
}

export function createAliases(table: AliasTable = {}): Aliases {
  const find = createStarTable(table)
  return {
    names: Object.keys(table),
    meant(name) {
      const meaning = find(name)
      return meaning === undefined ? [{ model: name }] : targetsOf(meaning)
    },
  }
}

function targetsOf(meaning: AliasTable[string]): readonly Target[] {
  if (typeof meaning === 'string') return [{ model: meaning }]
  return meaning.map((target) => (typeof target === 'string' ? { model: target } : target))
}

/** `model@dialect`, apart. */
export function splitDialect(id: string): readonly [string, string | undefined] {
  const at = id.lastIndexOf('@')
  return at > 0 ? [id.slice(0, at), id.slice(at + 1)] : [id, undefined]
}

/** What is wrong with an alias, as the end of a sentence. `undefined`: nothing is. */
export function problemOfAlias(name: string, meaning: AliasTable[string]): string | undefined {
  if (name === '' || name === '*') return 'must be a name, or the beginning of one with * behind it'
  if (name.slice(0, -1).includes('*')) return 'has a * that does not stand at its end; write for example "claude-*"'
  if (name.includes('@')) return 'must have no @; a dialect belongs to the model that is meant, for example "qwen3@hermes"'
  const targets = targetsOf(meaning)
  if (targets.length === 0) return 'must name at least one model'
  const models = targets.map(({ model }) => model)
  const twice = models.find((model, index) => models.indexOf(model) !== index)
  if (twice !== undefined) return `names "${twice}" twice`
  return models.map(problemOfTarget).find((problem) => problem !== undefined)
}

function problemOfTarget(target: string): string | undefined {
  const [model, dialect] = splitDialect(target)
  if (model === '' || model.includes('*')) return `must name one model, and "${target}" names none`
  if (dialect !== undefined && dialect !== 'native' && !findDialect(dialect))
    return `names the dialect "${dialect}", which does not exist; docs/dialects.md lists them all`
  return undefined
}
