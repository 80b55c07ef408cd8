import type { Handler } from 'hono'
import { refusal } from '../http-fault.ts'
import type { ListedModel } from '../model-catalog.ts'
import type { ServerContext } from '../server-context.ts'
import { say } from '../words.ts'

/** `GET /v1/models`, with the fields that either vendor's clients read. */
export function gatewayModelsRoute(server: ServerContext): Handler {
  return async (context) => {
    const { models } = await server.catalog.list()
    const data = models.map((model) => entry(model, server.now()))
    return context.json({
      object: 'list',
      data,
      has_more: false,
      first_id: data[0]?.id ?? null,
      last_id: data.at(-1)?.id ?? null,
    })
  }
}

/** `GET /v1/models/:id` */
export function gatewayModelRoute(server: ServerContext): Handler {
  return async (context) => {
    const id = decoded(context.req.path.replace(/^.*?\/models\//, ''))
    const { models } = await server.catalog.list()
    const found = models.find((model) => model.id === id)
    if (!found) throw refusal('request/unknown-model', say('model.not-listed', { id }))
    return context.json(entry(found, server.now()))
  }
}

function entry(model: ListedModel, now: number) {
  const created = Math.floor(now / 1000)
  return {
    id: model.id,
    object: 'model',
    type: 'model',
    created,
    created_at: new Date(created * 1000).toISOString(),
    owned_by: model.provider,
    display_name: model.label,
  }
}

/** An address may hold a lone percent sign. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
