import type { ToolSpec } from '@parley/dialects'
import { checkAgainstSpec } from '../tools/define-tool.ts'
import type { Effect, Tool } from '../tools/tool.ts'
import { say } from '../words/mcp.ts'
import type { McpClient } from './mcp-client.ts'
import type { McpServer, McpTool } from './mcp-server.ts'
import { runMcpCall } from './run-mcp-call.ts'

export interface OfferedTool extends McpTool {
  /** The name of its server, as a person knows it. */
  readonly label: string
  /** Where its server is. Absent: it is a program beside ours. */
  readonly host?: string
  /** A person believes what its server says of it. */
  readonly isTrusted: boolean
}

/** The toolset of the tools of a server. */
const mcpToolset = (server: McpServer['id']): string => `mcp:${server}`

/**
 * Tools of MCP servers as tools like any other: policy, grants, ledger and cards know no difference. What they touch is
 * unknown, whatever their server says, unless a person believes that server; so each call asks until a person allows it.
 */
export function mcpTool(client: McpClient, tool: OfferedTool): Tool {
  const { name, description, parameters, label, host } = tool
  const spec: ToolSpec = { name, description, parameters }
  const place = host === undefined ? say('remote.here') : say('remote.there', { host })
  return {
    spec,
    identity: tool.fingerprint,
    toolset: mcpToolset(tool.server),
    ...(tool.view !== undefined && { view: { server: tool.server, uri: tool.view } }),
    onServer: { fingerprint: tool.fingerprint, isTrusted: tool.isTrusted },
    face: { icon: 'network', title: `${label} · ${tool.tool}` },
    check: (input) => checkAgainstSpec(spec, input),
    effects: () => [effectOf(tool)],
    preview: async () => ({
      sentence: say('remote.call', { tool: tool.tool, server: label, place }),
      says: { by: label, text: [...(tool.title === undefined ? [] : [tool.title]), description].join('\n') },
    }),
    run: (input, context) => runMcpCall(client, tool, input, context),
  }
}

/** What is not said counts as the protocol has it: it changes something, and destroys. */
function effectOf({ isTrusted, server, hints }: OfferedTool): Effect {
  if (!isTrusted) return { kind: 'unknown' }
  if (hints.readOnly === true) return { kind: 'remote', server, does: 'read' }
  return { kind: 'remote', server, does: hints.destructive === false ? 'write' : 'destroy' }
}
