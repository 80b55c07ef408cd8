import { createMcpClient, createMcpShelf, createSearchingExecutor } from '@parley/browser/mcp'

/** What this browser knows of the MCP servers. What changed since is asked for beside everything else. */
export function openMcp() {
  const client = createMcpClient({ url: '/api/mcp' })
  const shelf = createMcpShelf(client, localStorage)
  void shelf.refresh()
  return { client, shelf, createExecutor: createSearchingExecutor }
}

export type OpenedMcp = ReturnType<typeof openMcp>
