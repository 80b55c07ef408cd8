import { isJsonObject, type JsonObject, type JsonValue, ownValue, type Sentence } from '@parley/dialects'
import { canonicalText } from '../../tools/approval-seal.ts'
import { identityOf, type ServerEntry } from '../settings/server-entry.ts'
import { say } from '../words.ts'
import type { McpTool, ToolHints } from './mcp-tool.ts'
import { sha256 } from './sha256.ts'
import { wireName } from './wire-name.ts'

const MOST_DESCRIPTION = 4000
const MOST_SCHEMA = 32_000
const MOST_NAME = 256

export type ReadTool = { readonly tool: McpTool } | { readonly why: Sentence }

/** One item of `tools/list`. Never throws: what cannot be read is left out, and said so. */
export function readTool(entry: ServerEntry, value: unknown): ReadTool {
  try {
    return readDefinition(entry, value)
  } catch {
    return { why: say('mcp.left-out-shape') }
  }
}

/** The name under which a tool that is left out is spoken of. */
export function nameIn(value: unknown): string {
  const name = isJsonObject(value) ? value['name'] : undefined
  return typeof name === 'string' ? name.slice(0, MOST_NAME) : '?'
}

function readDefinition(entry: ServerEntry, value: unknown): ReadTool {
  if (!isJsonObject(value)) return { why: say('mcp.left-out-shape') }
  const { name, description = '', inputSchema } = value
  if (typeof name !== 'string' || name === '' || name.length > MOST_NAME) return { why: say('mcp.left-out-shape') }
  if (typeof description !== 'string' || !isJsonObject(inputSchema)) return { why: say('mcp.left-out-shape') }
  if (entry.disabledTools.includes(name)) return { why: say('mcp.left-out-off') }
  if (field(value['execution'], 'taskSupport') === 'required') return { why: say('mcp.left-out-task') }
  if (description.length > MOST_DESCRIPTION || JSON.stringify(inputSchema).length > MOST_SCHEMA)
    return { why: say('mcp.left-out-size') }
  // Which draft it is written in says nothing to a model, and costs tokens in every request.
  const { $schema: _draft, ...withoutDialect } = inputSchema
  const title = textOf(value['title']) ?? textOf(field(value['annotations'], 'title'))
  const hints = readHints(value['annotations'])
  const { outputSchema } = value
  if (isJsonObject(outputSchema) && JSON.stringify(outputSchema).length > MOST_SCHEMA) return { why: say('mcp.left-out-size') }
  return {
    tool: {
      server: entry.id,
      name: wireName(entry.id, name),
      tool: name,
      description,
      parameters: { ...withoutDialect, type: 'object' },
      ...(isJsonObject(outputSchema) && { output: outputSchema }),
      ...(title !== undefined && { title }),
      ...(hints && { hints }),
      ...readView(value['_meta']),
      identity: identityHash(entry),
      fingerprint: fingerprintOf(entry, value),
    },
  }
}

/** Tells two servers apart without telling a key that stands in a command line. */
export const identityHash = (entry: ServerEntry): string => sha256(identityOf(entry))

/** All that it says about itself, and who says it: another program under the same name is another tool. */
function fingerprintOf(entry: ServerEntry, tool: JsonObject): string {
  const told = ['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations'].map((key) => tool[key] ?? null)
  // As the first drafts of MCP Apps wrote it.
  const earlier = field(tool['_meta'], 'ui/resourceUri')
  const view = [field(tool['_meta'], 'ui') ?? null, ...(earlier === undefined ? [] : [earlier])]
  return sha256(canonicalText([entry.id, identityOf(entry), ...told, ...view]))
}

function readHints(annotations: JsonValue | undefined): ToolHints | undefined {
  const hint = (name: string) => {
    const value = field(annotations, `${name}Hint`)
    return typeof value === 'boolean' ? { [name]: value } : {}
  }
  const hints = { ...hint('readOnly'), ...hint('destructive'), ...hint('idempotent'), ...hint('openWorld') }
  return Object.keys(hints).length > 0 ? hints : undefined
}

/** MCP Apps: a document for its results, and whether it is for models at all. */
function readView(meta: JsonValue | undefined): Pick<McpTool, 'view' | 'isAppOnly'> {
  const ui = field(meta, 'ui')
  const uri = field(ui, 'resourceUri') ?? field(meta, 'ui/resourceUri')
  const visibility = field(ui, 'visibility')
  return {
    ...(typeof uri === 'string' && uri.startsWith('ui://') && { view: uri.slice(0, 2000) }),
    ...(Array.isArray(visibility) && !visibility.includes('model') && { isAppOnly: true as const }),
  }
}

const field = (value: JsonValue | undefined, key: string) => (isJsonObject(value) ? ownValue(value, key) : undefined)
const textOf = (value: JsonValue | undefined) => (typeof value === 'string' && value !== '' ? value.slice(0, 200) : undefined)
