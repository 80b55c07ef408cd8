import type { JsonObject } from '@parley/dialects'
import type { Context, Handler } from 'hono'
import { refusal } from '../http-fault.ts'
import type { KeptResponse, ResponseMemory } from '../responses/response-memory.ts'
import type { ServerContext } from '../server-context.ts'
import { say } from '../words.ts'

/** Reads, and forgets, what clients of the Responses format left here. */
export function keptResponseRoutes(server: ServerContext, memory: ResponseMemory): Readonly<Record<KeptRoute, Handler>> {
  const ownerOf = (context: Context): string => server.ownerOf(context.req.raw)
  const kept = (context: Context): KeptResponse => {
    const found = memory.find(idOf(context), ownerOf(context))
    if (!found) throw none(idOf(context))
    return found
  }
  return {
    read: (context) => Response.json(kept(context).answer),
    input: (context) => Response.json(listOf(kept(context))),
    forget(context) {
      const id = idOf(context)
      if (!memory.forget(id, ownerOf(context))) throw none(id)
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
