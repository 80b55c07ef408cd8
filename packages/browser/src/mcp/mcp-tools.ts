import type { ToolSpec } from '@parley/dialects'
import { checkAgainstSpec } from '../tools/define-tool.ts'
import type { Tool } from '../tools/tool.ts'
import { say } from '../words/mcp.ts'
import type { McpClient } from './mcp-client.ts'
import type { McpServer, McpTool } from './mcp-server.ts'
import { runMcpCall } from './run-mcp-call.ts'

export interface OfferedTool extends McpTool {
  /** The name of its server, as a person knows it. */
  readonly label: string
  /** Where its server is. Absent: it is a program beside ours. */
  readonly host?: string
}

/** The toolset of the tools of a server. */
const mcpToolset = (server: McpServer['id']): string => `mcp:${server}`

/**
 * Tools of MCP servers as tools like any other: policy, grants, ledger and cards know no difference. What they touch is
 * unknown, whatever their server says, so each call asks until a person allows it.
 */
export function mcpTools(client: McpClient, offered: readonly OfferedTool[]): readonly Tool[] {
  return offered.map((tool) => toTool(client, tool))
}

function toTool(client: McpClient, tool: OfferedTool): Tool {
  const { name, description, parameters, label, host } = tool
  const spec: ToolSpec = { name, description, parameters }
  const place = host === undefined ? say('remote.here') : say('remote.there', { host })
  return {
    spec,
    identity: tool.fingerprint,
    toolset: mcpToolset(tool.server),
    face: { icon: 'network', title: `${label} · ${tool.tool}` },
    check: (input) => checkAgainstSpec(spec, input),
    effects: () => [{ kind: 'unknown' }],
    preview: async () => ({
      sentence: say('remote.call', { tool: tool.tool, server: label, place }),
      says: { by: label, text: [...(tool.title === undefined ? [] : [tool.title]), description].join('\n') },
    }),
    run: (input, context) => runMcpCall(client, tool, input, context),
  }
}
