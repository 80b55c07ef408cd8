import { faultOf, isJsonObject, type JsonObject } from '@parley/dialects'
import { checked } from '../../http/chat-request-schema.ts'
import { refusal } from '../../http-fault.ts'
import type { Connection } from '../connection/connection.ts'
import type { Session } from '../connection/session.ts'
import type { Mcp } from '../mcp.ts'
import { anyResult } from '../tools/list-tools.ts'
import { toParts } from '../tools/to-parts.ts'
import { say } from '../words.ts'
import { promptBody, resourceBody } from './mcp-bodies.ts'

const MOST_ITEMS = 500

/** The tools of the servers that are asked for; a server that cannot be started costs nobody else's. */
export async function toolsDoor(mcp: Mcp, ids: readonly string[]): Promise<Response> {
  const wanted = ids.length === 0 ? mcp.connections : ids.map((id) => mcp.connection(id))
  const lists = await Promise.all(
    wanted.map(async (connection) => {
      if (connection.entry.disabled) return { tools: [] }
      return await connection.tools().catch((error: unknown) => {
        if (!faultOf(error)) throw error
        return { tools: [] }
      })
    }),
  )
  return Response.json({ tools: lists.flatMap(({ tools }) => tools), servers: wanted.map((connection) => connection.view()) })
}

/** `resources/list` with its templates, and `prompts/list`: the first page, with the fields that a person chooses by. */
export async function itemsDoor(mcp: Mcp, id: string, kind: 'resources' | 'prompts'): Promise<Response> {
  return await using(mcp.connection(id), async ({ client }) => {
    const isThere = client.getServerCapabilities()?.[kind] !== undefined
    const list = async (method: string, key: string) => {
      const result = isThere ? await client.request({ method }, anyResult, { timeout: mcp.config.startMs }) : {}
      const items = result[key]
      return Array.isArray(items) ? items.slice(0, MOST_ITEMS).filter((item): item is JsonObject => isJsonObject(item)) : []
    }
    const items = await list(`${kind}/list`, kind)
    if (kind === 'prompts') return Response.json({ prompts: items.map(fieldsOf) })
    // A server that knows resources may know no templates.
    const templates = await list('resources/templates/list', 'resourceTemplates').catch(() => [])
    return Response.json({ resources: items.map(fieldsOf), templates: templates.map(fieldsOf) })
  })
}

const TEXTS = ['uri', 'uriTemplate', 'name', 'title', 'description', 'mimeType']

function fieldsOf(item: JsonObject): JsonObject {
  const texts = TEXTS.flatMap((key) => (typeof item[key] === 'string' ? [[key, item[key].slice(0, 4000)]] : []))
  const args = Array.isArray(item['arguments']) ? { arguments: item['arguments'].slice(0, 50) } : {}
  return { ...Object.fromEntries(texts), ...args }
}

/** What a resource holds, in the parts that a message is made of. */
export async function resourceDoor(mcp: Mcp, body: unknown): Promise<Response> {
  const { server, uri } = checked(resourceBody, body)
  const connection = mcp.connection(server)
  const result = await ask(connection, mcp, { method: 'resources/read', params: { uri } })
  const contents = Array.isArray(result['contents']) ? result['contents'] : []
  const blocks = contents.map((resource) => ({ type: 'resource', resource }))
  return Response.json({ content: toParts({ content: blocks }, connection.mask).content })
}

/** A prompt of a server, as messages that a person may send as their own. */
export async function promptDoor(mcp: Mcp, body: unknown): Promise<Response> {
  const { server, name, arguments: given } = checked(promptBody, body)
  const connection = mcp.connection(server)
  const result = await ask(connection, mcp, { method: 'prompts/get', params: { name, arguments: given } })
  const messages = Array.isArray(result['messages']) ? result['messages'] : []
  const read = messages
    .filter((message): message is JsonObject => isJsonObject(message))
    .map(({ role, content }) => ({
      role: role === 'assistant' ? 'assistant' : 'user',
      content: toParts({ content: [content ?? null] }, connection.mask).content,
    }))
  return Response.json({ messages: read })
}

async function ask(
  connection: Connection,
  { config }: Mcp,
  request: { readonly method: string; readonly params: JsonObject },
): Promise<JsonObject> {
  return await using(connection, ({ client }) => client.request({ ...request }, anyResult, { timeout: config.callIdleMs }))
}

/** What a server refuses, or cannot do, is its failure and not ours: who asked reads its words. */
export async function using<Value>(connection: Connection, work: (session: Session) => Promise<Value>): Promise<Value> {
  try {
    return await connection.use(work)
  } catch (error) {
    if (faultOf(error)) throw error
    const words = connection.mask(error instanceof Error ? error.message.slice(0, 500) : '')
    throw refusal('request/conflict', say('mcp.call-failed', { server: connection.entry.label, words }))
  }
}
