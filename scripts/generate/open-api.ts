import type { JsonObject, ServerFaultCode } from '@parley/dialects'
import { createApp, readConfig, statusFor } from '@parley/server'
import { z } from 'zod'
import { callBody, forkBody, judgeBody, listQuery, resumeBody } from '../../packages/server/src/agent/thread-bodies.ts'
import { chatBody } from '../../packages/server/src/chat/chat-body.ts'
import { cardSchema } from '../../packages/server/src/doctor/card.ts'
import { respondBody } from '../../packages/server/src/http/chat-request-schema.ts'
import { doctorBody } from '../../packages/server/src/routes/doctor.ts'
import { usageDays } from '../../packages/server/src/usage/usage-rows.ts'
import { engineDoors } from './engine-doors.ts'
import { FAULT, FAULTS } from './fault-schema.ts'
import { mcpDoors } from './mcp-doors.ts'
import { providerDoors } from './provider-doors.ts'
import { THREADS, threadSchemas } from './thread-schemas.ts'

const schemaOf = (schema: z.ZodType): object => {
  const { $schema: _draft, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest
}

const json = (schema: object, example?: unknown) => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
})

/** Each failure, and the status it has where the same request may succeed later and where it will not. */
const statuses = Object.entries(FAULTS).flatMap(([code, meaning]) =>
  [...new Set([false, true].map((retryable) => statusFor({ code: code as ServerFaultCode, retryable })))].map((status) => ({
    status,
    words: `\`${code}\`: ${meaning}`,
  })),
)
const failures = [...Map.groupBy(statuses, ({ status }) => status)]
  .sort(([one], [other]) => one - other)
  .map(([status, faults]) => ({
    status: String(status),
    response: {
      description: `${status === 424 ? 'What would fail again. ' : ''}${faults.map(({ words }) => words).join(' ')}`,
      content: json({ $ref: '#/components/schemas/Failure' }),
    },
  }))
const failing = Object.fromEntries(failures.map(({ status }) => [status, { $ref: `#/components/responses/${status}` }]))

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

const STREAM = { 'text/event-stream': { schema: { type: 'string' } } }
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
        requestBody: { required: true, content: json(schemaOf(respondBody)) },
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

const STREAMED = {
  '200': {
    description: 'What happens in the thread, until somebody must act.',
    content: { ...json({ type: 'object' }), ...STREAM },
  },
}
const THREAD = { '200': { description: 'The thread.', content: json({ $ref: '#/components/schemas/ThreadDocument' }) } }
const CALLED = {
  '200': {
    description:
      '`done` with the result and what it ran with; `judged` where nothing ran: `asks` says why the user must be asked first.',
    content: json({ type: 'object' }, { kind: 'judged', asks: 'It costs 120.' }),
  },
}
const NONE = { '204': { description: 'Nothing to tell.' } }
const EVENTS = {
  name: 'events',
  in: 'query',
  description: 'Our own events instead of the AI SDK stream.',
  schema: { enum: ['canonical'] },
}
const idParameter = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }

/** Threads that live on the server: docs/agent-mode.md tells their story. */
function threadDoors(): object {
  const { properties = {} } = z.toJSONSchema(listQuery, { io: 'input' })
  const query = Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', schema }))
  const parameters = [idParameter]
  const body = (schema: z.ZodType) => ({ requestBody: { required: true, content: json(schemaOf(schema)) } })
  return {
    '/api/threads': {
      get: {
        summary: 'Your threads, newest first',
        parameters: query,
        responses: { '200': { description: 'The threads.', content: json(THREADS) }, ...failing },
      },
    },
    '/api/threads/{id}': {
      parameters,
      get: {
        summary: 'A thread: messages, what waits, what it can be forked from',
        parameters: [
          { name: 'checkpoints', in: 'query', description: 'Without what it can be forked from.', schema: { enum: ['no'] } },
        ],
        responses: { ...THREAD, ...failing },
      },
      delete: { summary: 'Deletes a thread with everything in it', responses: { ...NONE, ...failing } },
    },
    '/api/threads/{id}/resume': {
      parameters,
      post: {
        summary: 'Answers calls that wait',
        parameters: [EVENTS],
        ...body(resumeBody),
        responses: { ...STREAMED, ...failing },
      },
    },
    ...programDoors(),
    '/api/threads/{id}/stream': {
      parameters,
      get: {
        summary: 'What happens now, from the beginning of the turn',
        parameters: [EVENTS],
        responses: { ...STREAMED, ...NONE, ...failing },
      },
    },
    '/api/threads/{id}/receipts': { parameters, get: { summary: RECEIPTS_SUMMARY, responses: { ...RECEIPTS, ...failing } } },
    '/api/threads/{id}/cancel': { parameters, post: { summary: 'Ends the turn', responses: { ...THREAD, ...failing } } },
    '/api/threads/{id}/fork': {
      parameters,
      post: {
        summary: 'A new thread that goes on from an earlier step of this one',
        ...body(forkBody),
        responses: { '201': THREAD['200'], ...failing },
      },
    },
  }
}

/** What a program of a page needs that calls the server's own tools. */
function programDoors(): object {
  const requestBody = { required: true, content: json(schemaOf(callBody)) }
  return {
    '/api/tools': {
      get: {
        summary: "The server's own tools, which threads in agent mode may use",
        responses: { '200': { description: 'Their definitions.', content: json({ type: 'object' }, { tools: [] }) }, ...failing },
      },
    },
    '/api/threads/{id}/judge': {
      parameters: [idParameter],
      post: {
        summary: 'Whether the user must be asked about such a call; nothing runs',
        requestBody: { required: true, content: json(schemaOf(judgeBody)) },
        responses: { ...CALLED, ...failing },
      },
    },
    '/api/threads/{id}/call': {
      parameters: [idParameter],
      post: {
        summary: 'A program that the page runs calls a tool of the server',
        requestBody,
        responses: { ...CALLED, ...failing },
      },
    },
  }
}

const RECEIPTS_SUMMARY = 'Every call that has its result: chained, and signed as it ends now'
const RECEIPTS = { '200': { description: 'The chain, what opens it, and the signature.', content: json({ type: 'object' }) } }

const CARD = { $ref: '#/components/schemas/DoctorCard' }
const REPORTED = json({ type: 'object', required: ['card', 'report'], properties: { card: CARD, report: { type: 'object' } } })

/** What a model does well is tried, kept and read again: docs/doctor.md tells how. */
function doctorDoors(): object {
  const model = { name: 'model', in: 'query', required: true, schema: { type: 'string' } }
  return {
    '/api/doctor': {
      get: {
        summary: 'What an examination of this model would cost at most',
        parameters: [model],
        responses: { '200': { description: 'Ways, requests and tokens.', content: json({ type: 'object' }) }, ...failing },
      },
      post: {
        summary: 'Examines a model',
        description:
          'Answers server-sent events: `progress` before every request, then `examined` with the card and what it says, or `fault`. Who leaves ends it.',
        requestBody: { required: true, content: json(schemaOf(doctorBody)) },
        responses: { '200': { description: 'Progress, then the card.', content: STREAM }, ...failing },
      },
    },
    '/api/doctor/replay': {
      post: {
        summary: 'Reads the answers of a card again, without the model',
        requestBody: { required: true, content: json(CARD) },
        responses: { '200': { description: 'What it says, and whether that still holds.', content: REPORTED }, ...failing },
      },
    },
    '/api/doctor/cards': {
      get: {
        summary: 'The cards that are kept, newest first',
        responses: { '200': { description: 'Their heads.', content: json({ type: 'object' }) }, ...failing },
      },
    },
    '/api/doctor/cards/{id}': {
      get: {
        summary: 'A card, read again',
        parameters: [idParameter],
        responses: { '200': { description: 'The card.', content: REPORTED }, ...failing },
      },
      delete: {
        summary: 'Deletes a card; the model is spoken to as before it was examined',
        parameters: [idParameter],
        responses: { ...NONE, ...failing },
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
      ...mcpDoors({ schemaOf, failing }),
      ...providerDoors({ schemaOf, failing }),
      ...engineDoors({ schemaOf, failing }),
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
