import type { JsonObject } from '@parley/dialects'
import type { Context, Handler } from 'hono'
import { sentence } from '../choosing/choose-speech.ts'
import { modelWithout } from '../hands/asked-tools.ts'
import type { ListedModel } from '../model-catalog.ts'
import type { ServerContext } from '../server-context.ts'

type Named = Pick<ListedModel, 'id' | 'label' | 'provider' | 'reasoning'>

/** How a vendor's clients read models. */
interface Shape {
  readonly one: (model: Named, now: number) => JsonObject
  readonly all: (entries: readonly JsonObject[], query: (name: string) => string | undefined) => JsonObject
}

const OPENAI: Shape = {
  one: ({ id, provider }, now) => ({ id, object: 'model', created: Math.floor(now / 1000), owned_by: provider }),
  all: (data) => ({ object: 'list', data }),
}

const ANTHROPIC: Shape = {
  one: ({ id, label }, now) => ({ type: 'model', id, display_name: label, created_at: new Date(now).toISOString() }),
  all(entries, query) {
    const ids = entries.map(({ id }) => id)
    const after = query('after_id')
    const before = query('before_id')
    const from = after === undefined ? 0 : ids.indexOf(after) + 1
    const to = before === undefined ? entries.length : Math.max(0, ids.indexOf(before))
    const most = Number(query('limit')) || entries.length
    const data = before === undefined ? entries.slice(from, from + most) : entries.slice(Math.max(0, to - most), to)
    const more = before === undefined ? from + most < entries.length : to > most
    return { data, has_more: more, first_id: data[0]?.['id'] ?? null, last_id: data.at(-1)?.['id'] ?? null }
  },
}

const GEMINI: Shape = {
  one: ({ id, label }) => ({
    name: `models/${id}`,
    version: '1',
    displayName: label,
    supportedGenerationMethods: ['generateContent', 'streamGenerateContent', 'countTokens'],
  }),
  all: (models) => ({ models }),
}

/** Anthropic's clients name the version of their format in every request, OpenAI's do not. */
function shapeOf({ req }: Context): Shape {
  if (req.path.startsWith('/v1beta/')) return GEMINI
  return req.header('anthropic-version') === undefined ? OPENAI : ANTHROPIC
}

/** `GET /v1/models`, as the client's vendor writes it. */
export function gatewayModelsRoute(server: ServerContext): Handler {
  return async (context) => {
    const shape = shapeOf(context)
    const entries = (await namedModels(server)).map((model) => shape.one(model, server.now()))
    return context.json(shape.all(entries, (name) => context.req.query(name)))
  }
}

/** `GET /v1/models/:id` */
export function gatewayModelRoute(server: ServerContext): Handler {
  return async (context) => context.json(shapeOf(context).one(await nameOf(server, modelInPath(context.req.path)), server.now()))
}

/** All models, and all names that stand for one of them. */
export async function namedModels(server: ServerContext): Promise<readonly Named[]> {
  const { models } = await server.catalog.list()
  const { names } = server.catalog.aliases
  const others = await Promise.all(names.map((name) => nameOf(server, name).catch(() => undefined)))
  return [...models.filter(({ id }) => !names.includes(id)), ...others.filter((model) => model !== undefined)]
}

export async function nameOf(server: ServerContext, id: string): Promise<Named> {
  const { provider, info, speech } = await server.catalog.find(await modelWithout(server, id), undefined)
  const label = sentence(info.label ?? id).message
  return { id, label, provider: provider.label, ...(speech.thinking && { reasoning: true }) }
}

/** What stands behind `/models/` in an address, in the words of whoever wrote it: an address may hold a lone percent sign. */
export function modelInPath(path: string): string {
  const name = path.replace(/^.*?\/models\//, '')
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
