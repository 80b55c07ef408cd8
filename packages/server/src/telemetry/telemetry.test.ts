import { createServer, type Server } from 'node:http'
import { isJsonObject, type JsonObject } from '@parley/dialects'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { loadTelemetry } from '../hosts/lazy-telemetry.ts'
import { chunk } from '../testing/chunks.ts'
import { startUpstream, stream, type Upstream } from '../testing/upstream.ts'

let upstream: Upstream
let receiver: Server
/** What came over OTLP, by its address. */
const received = new Map<string, string[]>()
let heard: string | undefined
const VARIABLES = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_RESOURCE_ATTRIBUTES']

beforeAll(async () => {
  upstream = await startUpstream()
  receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (data: Buffer) => (body += String(data)))
    request.on('end', () => {
      received.set(request.url ?? '', [...(received.get(request.url ?? '') ?? []), body])
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const address = receiver.address()
  // The packages read it there.
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  process.env['OTEL_RESOURCE_ATTRIBUTES'] = 'deployment.environment.name=lab'
})
afterAll(async () => {
  for (const name of VARIABLES) delete process.env[name]
  receiver.closeAllConnections()
  receiver.close()
  await upstream.close()
})
beforeEach(() => received.clear())

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const PARENT = 'b7ad6b7169203331'
const SECRET = 'what a user says is nobody else’s business'

/** Asks once with instruments, and gives what they sent. */
async function measured(body: object, headers: Record<string, string> = {}): Promise<{ spans: string; metrics: string }> {
  const telemetry = await loadTelemetry(process.env, () => undefined)
  const providers = [{ id: 'lab', kind: 'openai-compatible', url: upstream.url, models: [{ id: 'm', dialect: 'hermes' }] }]
  const config = readConfig({ env: { PARLEY_DISCOVER: 'no' }, file: JSON.stringify({ providers }) })
  const app = createApp(config, { ...(telemetry && { telemetry }) })
  const init = { method: 'POST', body: JSON.stringify(body), headers: { 'user-agent': 'house-cli/1', ...headers } }
  await (await app.request('/v1/chat/completions', init)).text()
  await telemetry?.close()
  return { spans: (received.get('/v1/traces') ?? []).join('\n'), metrics: (received.get('/v1/metrics') ?? []).join('\n') }
}
const objects = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : [])
function spanIn(text: string): JsonObject {
  const [resource] = objects(JSON.parse(text).resourceSpans)
  return objects(objects(resource?.['scopeSpans'])[0]?.['spans'])[0] ?? {}
}
const attributesOf = (span: JsonObject) =>
  Object.fromEntries(
    objects(span['attributes']).map(({ key, value }) => [String(key), Object.values(isJsonObject(value) ? value : {})[0]]),
  )
const asked = { model: 'm', messages: [{ role: 'user', content: SECRET }] }

test('an answer is a span of the client’s trace and two histograms, in the words of the conventions, without a word that was said', async () => {
  upstream.behave((response, request) => {
    heard = String(request.headers['traceparent'])
    stream(response, chunk({ content: 'Good day.' }), chunk({}, 'stop'))
    response.end('data: {"choices":[],"usage":{"prompt_tokens":30,"completion_tokens":4}}\n\ndata: [DONE]\n\n')
  })
  const { spans, metrics } = await measured(asked, { traceparent: `00-${TRACE}-${PARENT}-01` })
  const span = spanIn(spans)
  expect(span).toMatchObject({ name: 'chat m', kind: 3, traceId: TRACE, parentSpanId: PARENT })
  expect(attributesOf(span)).toMatchObject({
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'lab',
    'gen_ai.request.model': 'm',
    'gen_ai.response.model': 'm',
    'gen_ai.usage.input_tokens': 30,
    'gen_ai.usage.output_tokens': 4,
    'parley.client': 'house-cli',
    'parley.speech': 'hermes',
  })
  expect(heard).toBe(`00-${TRACE}-${String(span['spanId'])}-01`)
  expect(metrics).toContain('gen_ai.client.token.usage')
  expect(metrics).toContain('gen_ai.client.operation.duration')
  expect(spans).toContain('deployment.environment.name')
  expect(spans + metrics).not.toMatch(/business|Good day/)
})

test('an answer that fails is an error of its kind, and a trace that is none begins a new one', async () => {
  upstream.behave((response) => void response.writeHead(401, { 'content-type': 'application/json' }).end('{}'))
  const { spans, metrics } = await measured(asked, { traceparent: 'nonsense' })
  const span = spanIn(spans)
  expect(span).toMatchObject({ status: { code: 2 }, traceId: expect.not.stringContaining(TRACE) })
  expect(span).not.toHaveProperty('parentSpanId')
  expect(attributesOf(span)).toMatchObject({ 'error.type': 'provider/unauthorized' })
  expect(metrics).toContain('provider/unauthorized')
})

test('tokens that nobody counted are on the span, marked, and in no histogram', async () => {
  upstream.behave((response) => {
    stream(response, chunk({ content: 'Good day.' }), chunk({}, 'stop'))
    response.end('data: [DONE]\n\n')
  })
  const { spans, metrics } = await measured(asked)
  expect(attributesOf(spanIn(spans))).toMatchObject({ 'parley.usage.estimated': true, 'gen_ai.usage.output_tokens': 3 })
  expect(metrics).not.toContain('gen_ai.client.token.usage')
})

const missing = async (): Promise<never> => {
  throw Object.assign(new Error("Cannot find package '@opentelemetry/sdk-trace'"), { code: 'ERR_MODULE_NOT_FOUND' })
}

test('nothing is loaded where no endpoint is set, and where packages are missing a sentence says which', async () => {
  const told: string[] = []
  const tell = (sentence: string) => void told.push(sentence)
  expect(await loadTelemetry({}, tell, missing)).toBeUndefined()
  expect(
    await loadTelemetry({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://x', OTEL_SDK_DISABLED: 'true' }, tell, missing),
  ).toBeUndefined()
  expect(told).toEqual([])
  expect(await loadTelemetry({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://x' }, tell, missing)).toBeUndefined()
  expect(told).toEqual([expect.stringMatching(/OTEL_EXPORTER_OTLP_ENDPOINT is set.*npm install @opentelemetry\/api .*sdk-trace/)])
})
