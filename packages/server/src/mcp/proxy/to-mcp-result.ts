import type { CallToolResult, ContentBlock, Tool } from '@modelcontextprotocol/server'
import { isJsonObject, type JsonObject, type ToolResult, wordsResult } from '@parley/dialects'
import type { Heard } from '../../waiting/waiting-room.ts'
import { FULL, RUNNING, STOPPING, UNDECIDED, WITHDRAWN } from '../../waiting/words.ts'
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

const words = (text: string, isError: boolean): CallToolResult => ({ content: [{ type: 'text', text }], isError })

/** What the client hears. That nobody has decided yet is no error: it may go on waiting. */
export function toMcpResult(heard: Heard, isPageOpen: boolean): CallToolResult {
  switch (heard.kind) {
    case 'undecided':
      return words(isPageOpen ? UNDECIDED : `${NO_PAGE} ${UNDECIDED}`, false)
    case 'running':
      return words(RUNNING, false)
    case 'withdrawn':
      return words(WITHDRAWN, true)
    case 'stopping':
      return words(STOPPING, true)
    case 'full':
      return words(FULL, true)
    default:
      return toolResult(heard.result)
  }
}

const NO_PAGE = 'No page of Parley is open, where the user could decide. Ask the user to open it.'

function toolResult({ outcome, content, data }: ToolResult): CallToolResult {
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
