import type { ToolSource, ToolSpec } from '@parley/dialects'
import type { FileSystem } from '../../files/file-system.ts'
import { createExecutor } from '../../tools/executor.ts'
import type { Executor, Tool } from '../../tools/tool.ts'
import { say } from '../../words/mcp.ts'
import { createFindTools } from './find-tools-tool.ts'

/** Beyond this many, models choose badly among them. */
const MOST_TAUGHT = 40
/** What definitions may take of what a model reads at once. */
const SHARE = 0.05
/** Of a model that does not say how much it reads. */
export const ASSUMED_CONTEXT = 32_768

/** Tokens that a definition adds to every request, roughly: four characters make one. */
export const tokensOf = ({ name, description, parameters }: ToolSpec): number =>
  Math.ceil(JSON.stringify({ name, description, parameters }).length / 4)

export interface ToolLoad {
  readonly count: number
  readonly tokens: number
  /** What they may take, in tokens. */
  readonly most: number
  /** They are too many to be told at once: a model is told how to find them. */
  readonly isSearched: boolean
}

export function loadOf(tools: readonly Tool[], contextTokens = ASSUMED_CONTEXT): ToolLoad {
  const tokens = tools.reduce((sum, { spec }) => sum + tokensOf(spec), 0)
  const most = Math.floor(contextTokens * SHARE)
  return { count: tools.length, tokens, most, isSearched: tools.length > MOST_TAUGHT || tokens > most }
}

/** The names of the tools that were found in a thread, those found last at the end. */
export interface FoundTools {
  list(): readonly string[]
  keep(names: readonly string[]): void
}

export interface ToolSearchOptions {
  /** Always told of. */
  readonly near: readonly Tool[]
  /** Told of where they are few; else found. */
  readonly far: readonly Tool[]
  readonly contextTokens?: number | undefined
  readonly found: FoundTools
  /** The files of the page, for every tool. */
  readonly files?: FileSystem
}

/** Runs all tools, and tells a model of as many as it has room for. */
export function createSearchingExecutor({ near, far, contextTokens, found, files }: ToolSearchOptions): Executor {
  const options = files ? { files } : {}
  const load = loadOf(far, contextTokens)
  if (!load.isSearched) return createExecutor([...near, ...far], options)
  const sources = sourcesOf(far)
  const byName = new Map(far.map((tool) => [tool.spec.name, tool]))
  const taught = () => found.list().flatMap((name) => byName.get(name) ?? [])
  const search = createFindTools({
    tools: far,
    sources,
    onFound: (tools) => found.keep(fitting([...tools, ...without(taught(), tools)], load.most - tokensOf(search.spec))),
  })
  const all = createExecutor([...near, search, ...far], options)
  const isHidden = (name: string) => byName.has(name) && !found.list().includes(name)
  return {
    get specs() {
      return [...near, search, ...taught()].map(({ spec }) => spec)
    },
    find: (name) => (isHidden(name) ? undefined : all.find(name)),
    whyNot: (name) => (isHidden(name) ? say('search.first', { name }) : undefined),
    execute: all.execute,
    whole: createExecutor([...near, ...far], options),
  }
}

const without = (tools: readonly Tool[], gone: readonly Tool[]) => tools.filter((tool) => !gone.includes(tool))

/** Of tools in the order of their worth, the names of those that there is room for; the best one always. Those found last stand at the end. */
function fitting(tools: readonly Tool[], most: number): readonly string[] {
  let left = most
  const kept: string[] = []
  for (const { spec } of tools) {
    left -= tokensOf(spec)
    if (kept.length === MOST_TAUGHT || (left < 0 && kept.length > 0)) break
    kept.push(spec.name)
  }
  return kept.toReversed()
}

/** `mcp:github` → `github`. */
function sourcesOf(tools: readonly Tool[]): readonly ToolSource[] {
  const groups = Map.groupBy(tools, ({ toolset = '' }) => toolset.slice(toolset.indexOf(':') + 1))
  return [...groups].map(([name, members]) => ({ name, count: members.length }))
}
