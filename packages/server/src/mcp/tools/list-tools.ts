import type { Client, RequestOptions } from '@modelcontextprotocol/client'
import { isJsonObject } from '@parley/dialects'
import { z } from 'zod'
import type { ServerEntry } from '../settings/server-entry.ts'
import { say } from '../words.ts'
import type { LeftOutTool, McpTool, ToolList } from './mcp-tool.ts'
import { nameIn, readTool } from './read-tool.ts'

const MOST_PAGES = 64
/** Item by item is read below: one that is odd must not cost the others. */
const page = z.looseObject({ tools: z.array(z.unknown()).default([]), nextCursor: z.string().optional() })

/** All tools of a server, page by page. */
export async function listTools(
  client: Pick<Client, 'request'>,
  { entry, most, ...options }: { readonly entry: ServerEntry; readonly most: number } & RequestOptions,
): Promise<ToolList> {
  const items: unknown[] = []
  let cursor: string | undefined
  for (let count = 0; count < MOST_PAGES; count++) {
    const request = { method: 'tools/list', ...(cursor !== undefined && { params: { cursor } }) }
    const { tools, nextCursor } = await client.request(request, page, options)
    items.push(...tools)
    if (nextCursor === undefined || nextCursor === cursor || items.length > 10 * most) break
    cursor = nextCursor
  }
  return readTools(entry, items, most)
}

export function readTools(entry: ServerEntry, items: readonly unknown[], most: number): ToolList {
  const tools = new Map<string, McpTool>()
  const leftOut: LeftOutTool[] = []
  for (const item of items) {
    const read = readTool(entry, item)
    if ('why' in read) leftOut.push({ tool: nameIn(item), why: read.why })
    else if (tools.size >= most) leftOut.push({ tool: nameIn(item), why: say('mcp.left-out-count', { most }) })
    // The first of two with one name: a second that takes its place would be another tool than the one that was shown.
    else if (tools.has(read.tool.name)) leftOut.push({ tool: nameIn(item), why: say('mcp.left-out-shape') })
    else tools.set(read.tool.name, read.tool)
  }
  return { tools: [...tools.values()], leftOut: leftOut.slice(0, most) }
}

export interface ToolChanges {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly changed: readonly string[]
}

/** What is different between two lists, by the names that the server gives. */
export function changesBetween(before: readonly McpTool[], after: readonly McpTool[]): ToolChanges {
  const old = new Map(before.map((tool) => [tool.name, tool]))
  const now = new Set(after.map(({ name }) => name))
  return {
    added: after.flatMap(({ name, tool }) => (old.has(name) ? [] : [tool])),
    removed: before.flatMap(({ name, tool }) => (now.has(name) ? [] : [tool])),
    changed: after.flatMap(({ name, tool, fingerprint }) =>
      old.has(name) && old.get(name)?.fingerprint !== fingerprint ? [tool] : [],
    ),
  }
}

/** A result of any shape: what is in it is read where it is used. */
export const anyResult = z.looseObject({}).transform((value) => (isJsonObject(value) ? value : {}))
