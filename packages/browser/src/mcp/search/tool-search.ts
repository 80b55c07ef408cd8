import { createToolSearch } from '@parley/dialects'
import type { FileSystem } from '../../files/file-system.ts'
import { createExecutor } from '../../tools/executor.ts'
import type { Executor, Tool } from '../../tools/tool.ts'
import { say } from '../../words/mcp.ts'
import { createFindTools } from './find-tools-tool.ts'

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
  const search = createToolSearch(
    far.map((tool) => ({ ...tool.spec, source: sourceOf(tool) })),
    contextTokens,
  )
  if (!search) return createExecutor([...near, ...far], options)
  const byName = new Map(far.map((tool) => [tool.spec.name, tool]))
  const taught = () => found.list().flatMap((name) => byName.get(name) ?? [])
  const finder = createFindTools(search, (names) => found.keep(search.add(names, found.list())))
  const all = createExecutor([...near, finder, ...far], options)
  const isHidden = (name: string) => byName.has(name) && !found.list().includes(name)
  return {
    get specs() {
      return [...near, finder, ...taught()].map(({ spec }) => spec)
    },
    find: (name) => (isHidden(name) ? undefined : all.find(name)),
    whyNot: (name) => (isHidden(name) ? say('search.first', { name }) : undefined),
    execute: all.execute,
    whole: createExecutor([...near, ...far], options),
  }
}

/** `mcp:github` → `github`. */
const sourceOf = ({ toolset = '' }: Tool): string => toolset.slice(toolset.indexOf(':') + 1)
