import { Hono } from 'hono'
import { createAnswerer } from './answerer.ts'
import type { Config } from './config-schema.ts'
import { createDemoProvider } from './demo/demo-provider.ts'
import type { Door } from './door.ts'
import { faultResponse, refusal, toFault } from './http-fault.ts'
import { createCatalog } from './model-catalog.ts'
import { createProvider } from './providers/create-provider.ts'
import type { Fetch, Provider } from './providers/provider.ts'
import { healthRoute } from './routes/health.ts'
import { modelsRoute } from './routes/models.ts'
import { respondRoute } from './routes/respond.ts'
import { createGuard } from './safety/guard.ts'
import { createStreams, type Streams } from './safety/streams.ts'

export interface AppParts {
  /** Stands in for the network. Absent: the platform's own. */
  readonly fetch?: Fetch
  /** Providers made in code; they come before the configured ones. */
  readonly providers?: readonly Provider[]
  readonly newId?: () => string
  /** Milliseconds since the epoch. */
  readonly now?: () => number
  /** Told of errors that are our own fault. Absent: nobody is. */
  readonly onBug?: (error: unknown) => void
  /** Absent: answers are counted, but nobody can stop them from outside. */
  readonly streams?: Streams
}

/** The whole server as one `fetch` function, for any host. */
export function createApp(config: Config, parts: AppParts = {}): Hono {
  const door = openDoor(config, parts)
  const guard = createGuard(config)
  const app = new Hono()
  app.get('/health', healthRoute)
  app.use(async (context, next) => {
    const instead = guard.admit(context.req.raw)
    if (instead) return instead
    await next()
    guard.markResponse(context.req.raw, context.res.headers)
  })
  app.get('/api/models', modelsRoute(door))
  app.post('/api/respond', respondRoute(door))
  app.all('/api/*', () => {
    throw refusal('request/not-found', 'There is nothing at this address. The README of the server lists its doors.')
  })
  app.onError((error) => {
    const fault = toFault(error)
    if (fault.code === 'server/internal') parts.onBug?.(error)
    return faultResponse(fault)
  })
  return app
}

function openDoor(config: Config, parts: AppParts): Door {
  const newId = parts.newId ?? (() => crypto.randomUUID())
  const now = parts.now ?? Date.now
  const fetch: Fetch = parts.fetch ?? ((url, init) => globalThis.fetch(url, init))
  const patience = { first: config.limits.firstTokenMs, next: config.limits.nextTokenMs }
  const catalog = createCatalog({
    providers: [
      ...(parts.providers ?? []),
      ...config.providers.map((provider) => createProvider(provider, { fetch, patience, newId })),
      createDemoProvider({ ...config.demo, patience, newId, now }),
    ],
    ...(config.defaultModel !== undefined && { defaultModel: config.defaultModel }),
    now,
  })
  return {
    catalog,
    answer: createAnswerer({ catalog, retries: config.limits.retries }),
    limits: config.limits,
    newId,
    now,
    streams: parts.streams ?? createStreams(config.limits.streams),
  }
}
