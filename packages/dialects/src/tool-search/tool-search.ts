import type { ToolSpec } from '../canonical/message.ts'
import { findTools, findToolsSpec, foundWords, type ToolSource } from './find-tools.ts'
import { loadOf, MOST_TAUGHT, tokensOf } from './tool-load.ts'

export interface SearchedTool extends ToolSpec {
  /** Where it comes from, in a word that a model may look for. */
  readonly source: string
}

/** Many tools, of which a model is told those that it found. What was found is a list of names, those found last at the end. */
export interface ToolSearch {
  /** The tool by which the others are found. */
  readonly spec: ToolSpec
  find(query: string): { readonly names: readonly string[]; readonly words: string }
  /** What a model is told of once these were found as well: what was found longest ago makes room. */
  add(names: readonly string[], found: readonly string[]): readonly string[]
}

/** Undefined: they are so few that all are told at once. */
export function createToolSearch(tools: readonly SearchedTool[], contextTokens?: number): ToolSearch | undefined {
  const load = loadOf(tools, contextTokens)
  return load.isSearched ? searchAmong(tools, load.most) : undefined
}

/** `most`: the tokens that those which were found may take, with the search itself. */
export function searchAmong(tools: readonly SearchedTool[], most: number): ToolSearch {
  const sources = sourcesOf(tools)
  const spec = findToolsSpec(sources)
  const byName = new Map(tools.map((tool) => [tool.name, tool]))
  return {
    spec,
    find(query) {
      const found = findTools(tools, query)
      return { names: found.map(({ name }) => name), words: foundWords(found, query, sources) }
    },
    add(names, found) {
      const before = found.filter((name) => !names.includes(name)).toReversed()
      const known = [...names, ...before].flatMap((name) => byName.get(name) ?? [])
      return fitting(known, most - tokensOf(spec))
    },
  }
}

/** Of tools in the order of their worth, the names of those that there is room for; the best one always. Those found last stand at the end. */
function fitting(tools: readonly ToolSpec[], most: number): readonly string[] {
  let left = most
  const kept: string[] = []
  for (const spec of tools) {
    left -= tokensOf(spec)
    if (kept.length === MOST_TAUGHT || (left < 0 && kept.length > 0)) break
    kept.push(spec.name)
  }
  return kept.toReversed()
}

function sourcesOf(tools: readonly SearchedTool[]): readonly ToolSource[] {
  const groups = Map.groupBy(tools, ({ source }) => source)
  return [...groups].map(([name, members]) => ({ name, count: members.length }))
}
