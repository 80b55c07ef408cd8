import type { JsonObject } from '@parley/dialects'
import type { Context, Handler } from 'hono'
import { refusal } from '../http-fault.ts'
import type { KeptResponse } from '../responses/kept-response.ts'
import type { ResponseMemory } from '../responses/response-memory.ts'
import type { ServerContext } from '../server-context.ts'
import { say } from '../words.ts'

/** Reads, and forgets, what clients of the Responses format left here. */
export function keptResponseRoutes(server: ServerContext, memory: ResponseMemory): Readonly<Record<KeptRoute, Handler>> {
  const ownerOf = (context: Context): string => server.ownerOf(context.req.raw)
  const kept = async (context: Context): Promise<KeptResponse> => {
    const found = await memory.find(idOf(context), ownerOf(context))
    if (!found) throw none(idOf(context))
    return found
  }
  return {
    read: async (context) => Response.json((await kept(context)).answer),
    input: async (context) => Response.json(listOf(await kept(context))),
    async forget(context) {
      const id = idOf(context)
      if (!(await memory.forget(id, ownerOf(context)))) throw none(id)
      return Response.json({ id, object: 'response', deleted: true })
    },
  }
}

const idOf = (context: Context): string => context.req.param('id') ?? ''

type KeptRoute = 'read' | 'input' | 'forget'

function listOf({ input }: KeptResponse): JsonObject {
  return { object: 'list', data: input, has_more: false }
}

function none(id: string) {
  return refusal('request/not-found', say('memory.none', { id: id.slice(0, 100) }))
}
