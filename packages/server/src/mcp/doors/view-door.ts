import { isJsonObject, type JsonObject, type JsonValue, ownValue } from '@parley/dialects'
import { checked } from '../../http/chat-request-schema.ts'
import { refusal } from '../../http-fault.ts'
import type { Mcp } from '../mcp.ts'
import { anyResult } from '../tools/list-tools.ts'
import { say } from '../words.ts'
import { using } from './lists.ts'
import { resourceBody } from './mcp-bodies.ts'

const MOST_HTML = 4_000_000

/** `POST /api/mcp/view`: the document of a view, and what it would reach. It is written into a locked frame, and nowhere else. */
export async function viewDoor(mcp: Mcp, body: unknown): Promise<Response> {
  const { server, uri } = checked(resourceBody, body)
  const connection = mcp.connection(server)
  if (!uri.startsWith('ui://')) throw refusal('request/invalid', say('mcp.no-view', { uri }))
  const request = { method: 'resources/read', params: { uri } }
  const result = await using(connection, ({ client }) => client.request(request, anyResult, { timeout: mcp.config.callIdleMs }))
  const contents = Array.isArray(result['contents']) ? result['contents'] : []
  const found = contents.find((item): item is JsonObject => isJsonObject(item) && isView(item))
  const html = found?.['text']
  if (typeof html !== 'string' || html === '' || html.length > MOST_HTML)
    throw refusal('request/not-found', say('mcp.no-view', { uri }))
  const csp = field(field(found?.['_meta'], 'ui'), 'csp')
  return Response.json({
    html: connection.mask(html),
    connect: texts(field(csp, 'connectDomains')),
    resource: texts(field(csp, 'resourceDomains')),
  })
}

const isView = ({ mimeType, text }: JsonObject) =>
  typeof text === 'string' && typeof mimeType === 'string' && /^text\/html\b/.test(mimeType)

const field = (value: JsonValue | undefined, key: string) => (isJsonObject(value) ? ownValue(value, key) : undefined)
const texts = (value: JsonValue | undefined) =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string').slice(0, 20) : []
