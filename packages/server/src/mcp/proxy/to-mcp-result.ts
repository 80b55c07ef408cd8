import type { CallToolResult, ContentBlock, Tool } from '@modelcontextprotocol/server'
import { isJsonObject, type JsonObject, type ToolResult, wordsResult } from '@parley/dialects'
import { toldResult } from '../../waiting/told-result.ts'
import type { Heard } from '../../waiting/waiting-room.ts'
import type { CallResult } from '../calls.ts'
import type { Part } from '../tools/to-parts.ts'
import type { GuestTool } from './guest-tools.ts'

/** What the waiting room keeps of a call that an MCP server answered. */
export function toToolResult(call: { readonly id: string; readonly name: string }, result: CallResult): ToolResult {
  const { outcome, content, forPerson, data } = result
  const aside = forPerson.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  return {
    ...wordsResult(call, outcome, '', data),
    content,
    ...(aside.length > 0 && { display: { forPerson: aside } }),
  }
}

/** What the client hears. */
export function toMcpResult(heard: Heard, name: string, isPageOpen: boolean): CallToolResult {
  const { outcome, content, data } = toldResult(heard, { id: '', name }, isPageOpen)
  return {
    content: content.map(toBlock),
    isError: outcome !== 'ok',
    ...(isJsonObject(data) && { structuredContent: { ...data } }),
  }
}

function toBlock(part: Part): ContentBlock {
  if (part.type === 'text') return { type: 'text', text: part.text }
  const { mediaType: mimeType, data, name = 'file' } = part
  const kind = mimeType.split('/')[0]
  if (kind === 'image' || kind === 'audio') return { type: kind, data, mimeType }
  return { type: 'resource', resource: { uri: `parley:///${encodeURIComponent(name)}`, mimeType, blob: data } }
}

/** Without its output schema: results are passed on, not checked. Hints stay, for the client's own questions. */
export function toListedTool({ name, description, parameters, title, hints }: GuestTool): Tool {
  const annotations = hints && Object.fromEntries(Object.entries(hints).map(([hint, value]) => [`${hint}Hint`, value]))
  return {
    name,
    description,
    inputSchema: { ...parameters, type: 'object' },
    ...(title !== undefined && { title }),
    ...(annotations && { annotations }),
  }
}

export const inputOf = (value: unknown): JsonObject => (isJsonObject(value) ? value : {})
