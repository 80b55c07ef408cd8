import type { ChatRequest, JsonObject } from '@parley/dialects'
import type { WireFormat } from '@parley/dialects/wire'
import type { Handler } from 'hono'
import { lendHands } from '../../hands/lend-hands.ts'
import { readBody } from '../../http/read-body.ts'
import type { ServerContext } from '../../server-context.ts'
import { countTokens } from '../../usage/count-tokens.ts'
import { ignoredHeader } from '../gateway.ts'
import { refuse } from '../refuse.ts'

interface CountingOptions {
  readonly format: Pick<WireFormat, 'writeFault'>
  /** The request that is to be counted, out of the body and the address. */
  readonly read: (body: unknown, path: string) => ChatRequest
  readonly write: (tokens: number) => JsonObject
}

/** How long a prompt is, for clients that keep below the context of a model. The header says whether anybody counted. */
export function countTokensRoute(server: ServerContext, { format, read, write }: CountingOptions): Handler {
  return async (context) => {
    const { req } = context
    try {
      const { request } = await lendHands(server, read(await readBody(req.raw, server.limits), req.path), {
        client: req.raw,
        asker: server.askerOf(context),
      })
      const stream = server.streams.begin(server.leaving(context))
      try {
        const model = await server.catalog.find(request.model, req.header('x-parley-dialect'))
        const { tokens, estimated, ignored } = await countTokens(request, model, stream.signal)
        const headers = { 'x-parley-usage': estimated ? 'estimated' : 'counted', ...ignoredHeader(ignored) }
        return Response.json(write(tokens), { headers })
      } finally {
        stream.end()
      }
    } catch (error) {
      return refuse(server.metrics, req.raw, error, { write: (fault) => format.writeFault(fault) }).response
    }
  }
}
