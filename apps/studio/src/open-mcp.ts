import type { Rule } from '@parley/browser'
import { createMcpClient, createMcpShelf, createSearchingExecutor } from '@parley/browser/mcp'
import { FIND_TOOLS } from '@parley/dialects'
import { createViewCalls, type ViewCallsParts } from './view-calls.ts'

/** What this browser knows of the MCP servers. What changed since is asked for beside everything else. */
export function openMcp(parts: ViewCallsParts) {
  const client = createMcpClient({ url: '/api/mcp' })
  const shelf = createMcpShelf(client, localStorage)
  void shelf.refresh()
  return { client, shelf, createExecutor: createSearchingExecutor, rules: [letsFind], ...createViewCalls(parts) }
}

export type OpenedMcp = ReturnType<typeof openMcp>

/** A search changes nothing but what the model is told of, which a person has looked at. */
const letsFind: Rule = ({ call, effects, fingerprint }) =>
  call.name === FIND_TOOLS && fingerprint !== undefined && effects.length === 0
    ? { kind: 'allow', rule: 'finds-tools', author: 'parley', reason: 'It only looks among tools that the user has looked at.' }
    : undefined
