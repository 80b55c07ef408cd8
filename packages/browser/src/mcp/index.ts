export { createMcpClient, type McpClient, type McpClientOptions, type ServersToAdd } from './mcp-client.ts'
export type { McpServer, McpTool } from './mcp-server.ts'
export { createMcpShelf, type McpShelf, type ShelfState, type ShelfTool } from './mcp-shelf.ts'
export { mcpTools, type OfferedTool } from './mcp-tools.ts'
