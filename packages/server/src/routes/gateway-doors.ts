import { type Fault, isJsonObject, type JsonObject } from '@parley/dialects'
import { anthropicMessages, openaiChat, openaiResponses } from '@parley/dialects/wire'
import type { Hono, HonoRequest } from 'hono'
import type { ResponseMemory } from '../responses/response-memory.ts'
import type { ServerContext } from '../server-context.ts'
import { countTokensRoute } from './doors/count-tokens.ts'
import { geminiRoute, writeGeminiFault } from './doors/gemini.ts'
import { passedOn, passOnRoute } from './doors/pass-on.ts'
import { gatewayRoute } from './gateway.ts'
import { gatewayModelRoute, gatewayModelsRoute } from './gateway-models.ts'
import { keptResponseRoutes } from './kept-responses.ts'
import { OLLAMA, ollamaPosts, openOllama } from './ollama/ollama-doors.ts'
import { writeOllamaFault } from './ollama/write-ollama.ts'

/** Some clients append `/v1` to the address they are given and some do not, so it may be missing or stand there twice. */
const ROOTS = ['/v1', '', '/v1/v1']

const GEMINI = '/v1beta'

const ASKED = ['/chat/completions', '/responses', '/messages', '/messages/count_tokens', ...passedOn]

/** Addresses of vendors that take nothing but POST. */
export const gatewayPosts: readonly string[] = [...ROOTS.flatMap((root) => ASKED.map((path) => root + path)), ...ollamaPosts]

/** Below these is nothing but what is listed here. */
export const gatewayFolders: readonly string[] = ['/v1/*', `${GEMINI}/*`, `${OLLAMA}/*`]

/** Opens the doors that clients of vendors use. */
export function openGateway(app: Hono, server: ServerContext, memory: ResponseMemory): void {
  const kept = keptResponseRoutes(server, memory)
  for (const root of ROOTS) {
    app.get(`${root}/models`, gatewayModelsRoute(server))
    app.get(`${root}/models/*`, gatewayModelRoute(server))
    app.post(
      `${root}/chat/completions`,
      gatewayRoute(server, { format: openaiChat, idPrefix: 'chatcmpl-', tellsUsage: asksForUsage }),
    )
    app.post(
      `${root}/responses`,
      gatewayRoute(server, { format: openaiResponses, idPrefix: 'resp_', repeatsRefusals: true, memory }),
    )
    app.get(`${root}/responses/:id`, kept.read)
    app.get(`${root}/responses/:id/input_items`, kept.input)
    app.delete(`${root}/responses/:id`, kept.forget)
    app.post(
      `${root}/messages`,
      gatewayRoute(server, { format: anthropicMessages, idPrefix: 'msg_', lessensAfter400: anthropicMessages.id }),
    )
    app.post(
      `${root}/messages/count_tokens`,
      countTokensRoute(server, {
        format: anthropicMessages,
        read: anthropicMessages.readRequest,
        write: (input_tokens) => ({ input_tokens }),
      }),
    )
    for (const path of passedOn) app.post(root + path, passOnRoute(server, path))
  }
  app.get(`${GEMINI}/models`, gatewayModelsRoute(server))
  app.get(`${GEMINI}/models/*`, gatewayModelRoute(server))
  app.post(`${GEMINI}/models/*`, geminiRoute(server))
  openOllama(app, server)
}

/** Whether clients of vendors use this address. */
export function isGateway(path: string): boolean {
  return (
    ['/v1/', `${GEMINI}/`, `${OLLAMA}/`].some((folder) => path.startsWith(folder)) || ASKED.includes(path) || path === '/models'
  )
}

/** The form in which the client behind a request reads errors. */
export function vendorsFault(request: HonoRequest): (fault: Fault) => JsonObject {
  if (request.path.startsWith(`${GEMINI}/`)) return writeGeminiFault
  if (request.path.startsWith(`${OLLAMA}/`)) return writeOllamaFault
  const format = request.header('anthropic-version') === undefined ? openaiChat : anthropicMessages
  return (fault) => format.writeFault(fault)
}

function asksForUsage(body: unknown): boolean {
  const options = isJsonObject(body) ? body['stream_options'] : undefined
  return isJsonObject(options) && options['include_usage'] === true
}
