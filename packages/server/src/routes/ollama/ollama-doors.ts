import { isJsonObject, type JsonObject } from '@parley/dialects'
import type { Handler, Hono } from 'hono'
import { readBody } from '../../http/read-body.ts'
import { refusal } from '../../http-fault.ts'
import type { ServerContext } from '../../server-context.ts'
import { say } from '../../words.ts'
import { gatewayRoute } from '../gateway.ts'
import { namedModels, nameOf } from '../gateway-models.ts'
import { onlyLoads, readOllamaChat, readOllamaPrompt } from './read-ollama.ts'
import { createOllamaWriter, type OllamaKind, writeOllamaAnswer, writeOllamaFault } from './write-ollama.ts'

/** Our own `/api/chat` has another body, so Ollama's doors stand below an address of their own (docs/decisions/0250). */
export const OLLAMA = '/ollama'

/** The version whose doors these are; clients ask for it before they use what is new. */
const VERSION = '0.12.6'

/** Those that take nothing but POST. */
export const ollamaPosts: readonly string[] = ['chat', 'generate', 'show'].map((door) => `${OLLAMA}/api/${door}`)

export function openOllama(app: Hono, server: ServerContext): void {
  for (const path of [OLLAMA, `${OLLAMA}/`]) app.get(path, (context) => context.text('Ollama is running'))
  app.get(`${OLLAMA}/api/version`, (context) => context.json({ version: VERSION }))
  app.get(`${OLLAMA}/api/tags`, tagsRoute(server))
  app.get(`${OLLAMA}/api/ps`, (context) => context.json({ models: [] }))
  app.post(`${OLLAMA}/api/show`, showRoute(server))
  app.post(`${OLLAMA}/api/chat`, answerRoute(server, 'chat'))
  app.post(`${OLLAMA}/api/generate`, answerRoute(server, 'generate'))
}

function answerRoute(server: ServerContext, kind: OllamaKind): Handler {
  const clock = { kind, now: server.now }
  return gatewayRoute(server, {
    format: {
      readRequest: kind === 'chat' ? readOllamaChat : readOllamaPrompt,
      createWriter: (context) => createOllamaWriter(context, clock),
      writeAnswer: (events, context) => writeOllamaAnswer(events, context, clock),
      writeFault: writeOllamaFault,
    },
    idPrefix: '',
    streams: (body) => !isJsonObject(body) || body['stream'] !== false,
    streamType: 'application/x-ndjson',
    instead: async (body) => (onlyLoads(body) ? await loaded(server, body, kind) : undefined),
  })
}

async function loaded(server: ServerContext, body: unknown, kind: OllamaKind): Promise<JsonObject> {
  const { id } = await nameOf(server, modelIn(body))
  const words = kind === 'chat' ? { message: { role: 'assistant', content: '' } } : { response: '' }
  return { model: id, created_at: new Date(server.now()).toISOString(), ...words, done_reason: 'load', done: true }
}

function tagsRoute(server: ServerContext): Handler {
  return async (context) => {
    const at = new Date(server.now()).toISOString()
    const models = (await namedModels(server)).map(({ id, provider }) => ({
      name: id,
      model: id,
      modified_at: at,
      size: 0,
      digest: '',
      details: detailsOf(provider),
    }))
    return context.json({ models })
  }
}

/** Every model has tools here, whoever serves it. */
function showRoute(server: ServerContext): Handler {
  return async (context) => {
    const { id, provider, reasoning } = await nameOf(server, modelIn(await readBody(context.req.raw, server.limits)))
    return context.json({
      modelfile: '',
      parameters: '',
      template: '',
      details: detailsOf(provider),
      model_info: { 'general.architecture': 'parley', 'general.basename': id },
      capabilities: ['completion', 'tools', ...(reasoning ? ['thinking'] : [])],
    })
  }
}

function modelIn(body: unknown): string {
  const { model, name } = isJsonObject(body) ? body : {}
  const asked = model ?? name
  if (typeof asked === 'string' && asked !== '') return asked
  throw refusal('request/invalid', say('request.no-model'), { field: 'model' })
}

const detailsOf = (provider: string) => ({
  parent_model: '',
  format: '',
  family: provider,
  families: [provider],
  parameter_size: '',
  quantization_level: '',
})
