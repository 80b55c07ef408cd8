import type { JsonObject } from '@parley/dialects'
import { createApp, readConfig } from '@parley/server'
import { chatBody } from '../../../packages/server/src/chat/chat-body.ts'
import { cardSchema } from '../../../packages/server/src/doctor/card.ts'
import { respondBody } from '../../../packages/server/src/http/chat-request-schema.ts'
import { usageDays } from '../../../packages/server/src/usage/usage-rows.ts'
import { doctorDoors } from './doctor-doors.ts'
import { failing, failures, json, requestBody, STREAM, schemaOf } from './door-parts.ts'
import { engineDoors } from './engine-doors.ts'
import { FAULT } from './fault-schema.ts'
import { mcpDoors } from './mcp-doors.ts'
import { providerDoors } from './provider-doors.ts'
import { threadDoors } from './thread-doors.ts'
import { threadSchemas } from './thread-schemas.ts'

/** An answer of the real server, with the demo model behind it, ids that do not change, and no count of tokens, which would. */
async function ask(path: string, body?: JsonObject): Promise<JsonObject> {
  let ids = 0
  const config = readConfig({ env: { PARLEY_DISCOVER: 'no', PARLEY_DEMO_PACE: '0' } })
  const app = createApp(config, { newId: () => `id-${++ids}`, now: () => 0 })
  const init = body && { method: 'POST', headers: { accept: 'application/json' }, body: JSON.stringify(body) }
  const response = await app.request(`http://127.0.0.1${path}`, init)
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  const { usage: _, ...answer }: JsonObject = await response.json()
  return answer
}

const QUESTION: JsonObject = {
  messages: [{ role: 'user', content: 'Sum all primes below 1000' }],
  config: { enabledTools: ['browser_js'], toolParadigm: 'json-strict' },
}

async function doors(): Promise<object> {
  return {
    '/api/chat': {
      post: {
        summary: 'One turn, for AI SDK and assistant-ui apps, and for curl',
        description:
          'Plain messages (`{role, content}`) or AI SDK UI messages. Answers the AI SDK UI message stream, or one JSON document when `accept: application/json` is sent.',
        requestBody: { required: true, content: json(schemaOf(chatBody), QUESTION) },
        responses: {
          '200': {
            description: 'The answer.',
            content: { ...json({ type: 'object' }, await ask('/api/chat', QUESTION)), ...STREAM },
          },
          ...failing,
        },
      },
    },
    '/api/respond': {
      post: {
        summary: 'One answer, in our own words',
        description:
          'The canonical request. Answers stream events as server-sent events; the last one is `message-end` or `fault`.',
        ...requestBody(respondBody),
        responses: { '200': { description: 'Stream events.', content: STREAM }, ...failing },
      },
    },
    '/api/models': {
      get: {
        summary: 'What can be asked, how each model is spoken to and why, and which one answers by default',
        responses: {
          '200': { description: 'The models.', content: json({ type: 'object' }, await ask('/api/models')) },
          ...failing,
        },
      },
    },
    '/api/usage': {
      get: {
        summary: 'Tokens and time by client, model and day; for a page of the server or the holder of its token',
        parameters: [{ name: 'days', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 400, default: 30 } }],
        responses: { '200': { description: 'Newest day first.', content: json(schemaOf(usageDays)) }, ...failing },
      },
    },
    '/health': {
      get: {
        summary: 'Whether it answers; needs no token',
        responses: { '200': { description: 'It does.', content: json({ type: 'object' }, await ask('/health')) } },
      },
    },
    '/ready': {
      get: {
        summary: 'Whether requests should be sent here: its database answers, and it is not stopping; needs no token',
        responses: {
          '200': { description: 'They should.', content: json({ type: 'object' }, await ask('/ready')) },
          '503': { description: 'Not now.', content: json({ type: 'object' }, { status: 'waiting', for: 'database' }) },
        },
      },
    },
  }
}

/** Our own doors as OpenAPI. Requests come from the schemas that check them, examples from the server itself. */
export async function formatOpenApi(version: string): Promise<string> {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Parley', version, description: "The server's own doors. Its gateways speak the formats of their vendors." },
    security: [{}, { token: [] }],
    paths: {
      ...(await doors()),
      ...threadDoors(),
      ...doctorDoors(),
      ...mcpDoors(),
      ...providerDoors(),
      ...engineDoors(),
    },
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      responses: Object.fromEntries(failures.map(({ status, response }) => [status, response])),
      schemas: {
        Failure: { type: 'object', required: ['fault'], properties: { fault: FAULT, requestId: { type: 'string' } } },
        DoctorCard: schemaOf(cardSchema),
        ...threadSchemas,
      },
    },
  }
  return `${JSON.stringify(document, null, 2)}\n`
}
