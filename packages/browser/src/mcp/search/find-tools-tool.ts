import { queryOf, type ToolSearch } from '@parley/dialects'
import { checkAgainstSpec } from '../../tools/define-tool.ts'
import type { Tool } from '../../tools/tool.ts'
import { say } from '../../words/mcp.ts'

/** Touches nothing: what it tells was looked at by a person before. */
export function createFindTools({ spec, find }: ToolSearch, onFound: (names: readonly string[]) => void): Tool {
  return {
    spec,
    face: { icon: 'search', title: say('search.title') },
    check: (input) => checkAgainstSpec(spec, input),
    effects: () => [],
    preview: async (input) => ({ sentence: say('search.call', { query: queryOf(input) }) }),
    async run(input) {
      const { names, words } = find(queryOf(input))
      if (names.length > 0) onFound(names)
      return { content: words, data: [...names] }
    },
  }
}
