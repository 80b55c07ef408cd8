import { findTools, findToolsSpec, foundWords, queryOf, type ToolSource } from '@parley/dialects'
import { checkAgainstSpec } from '../../tools/define-tool.ts'
import type { Tool } from '../../tools/tool.ts'
import { say } from '../../words/mcp.ts'

export interface FindToolsOptions {
  /** Those that can be found. */
  readonly tools: readonly Tool[]
  readonly sources: readonly ToolSource[]
  readonly onFound: (found: readonly Tool[]) => void
}

/** Touches nothing: what it tells was looked at by a person before. */
export function createFindTools({ tools, sources, onFound }: FindToolsOptions): Tool {
  const spec = findToolsSpec(sources)
  const findable = tools.map((tool) => ({ ...tool.spec, tool }))
  return {
    spec,
    face: { icon: 'search', title: say('search.title') },
    check: (input) => checkAgainstSpec(spec, input),
    effects: () => [],
    preview: async (input) => ({ sentence: say('search.call', { query: queryOf(input) }) }),
    async run(input) {
      const query = queryOf(input)
      const found = findTools(findable, query)
      if (found.length > 0) onFound(found.map(({ tool }) => tool))
      return { content: foundWords(found, query, sources), data: found.map(({ name }) => name) }
    },
  }
}
