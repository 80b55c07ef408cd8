import { Hono, type HonoRequest } from 'hono'
import type { AppParts } from './app-parts.ts'
import type { Config } from './config-schema.ts'
import { openProviderDoors } from './connecting/provider-doors.ts'
import { refusal, sentenceResponse, toFault } from './http-fault.ts'
import { createLiveConfig, type LiveConfig, madeOf } from './live-config.ts'
import { silentLog } from './logging/log.ts'
import { recordRequests } from './logging/request-record.ts'
import { openServer } from './open-server.ts'
import type { Fetch } from './providers/provider.ts'
import { createWireLog } from './providers/wire-log.ts'
import { createResponseMemory } from './responses/response-memory.ts'
import { agentRoute, chatRoute } from './routes/chat.ts'
import { openDoctor } from './routes/doctor.ts'
import { openEngineDoors } from './routes/engine.ts'
import { gatewayFolders, gatewayPosts, isGateway, openGateway, vendorsFault } from './routes/gateway-doors.ts'
import { healthRoute, readyRoute } from './routes/health.ts'
import { openLoginDoor, openMcpDoors } from './routes/mcp.ts'
import { modelsRoute } from './routes/models.ts'
import { refuse } from './routes/refuse.ts'
import { respondRoute } from './routes/respond.ts'
import { openTraffic } from './routes/traffic.ts'
import { usageRoute } from './routes/usage.ts'
import { wireRoute } from './routes/wire.ts'
import { createLiveGuard, type Guard } from './safety/guard.ts'
import { createRateLimit } from './safety/rate-limit.ts'
import type { ServerContext } from './server-context.ts'
import { HOUSE } from './usage/asker.ts'
import { say } from './words.ts'

export type { AppParts } from './app-parts.ts'

/** The whole server as one `fetch` function, for any host. */
export function createApp(config: Config, given: AppParts = {}): Hono {
  const live = given.live ?? createLiveConfig(config)
  const { log = silentLog } = given
  const parts = {
    log,
    onBug: given.log ? (error: unknown, requestId?: string) => log.bug(error, { requestId }) : logBug,
    ...given,
  }
  const guard = createLiveGuard(live, given.signIn)
  // A host with accounts of its own calls one of them the house.
  const isAdmin = given.ownerOf ? (request: Request) => given.ownerOf?.(request) === HOUSE : guard.isAdmin
  const wire = parts.isLocal ? createWireLog(parts.now ?? Date.now) : undefined
  const server = openServer(live, { ...parts, ownerOf: parts.ownerOf ?? guard.ownerOf, isOurs: guard.isOurs, isAdmin }, wire)
  const app = new Hono()
  app.use(recordRequests({ log, isProxied: () => live.current.trustProxy > 0 }))
  app.get('/health', healthRoute)
  app.get('/ready', readyRoute(server))
  const mcp = parts.mcp?.(server)
  if (mcp) openLoginDoor(app, mcp)
  given.signIn?.open(app)
  admitOnly(app, { guard, server, parts, live })
  app.get('/metrics', (context) => context.text(server.metrics.text(server.streams.open)))
  app.get('/api/models', modelsRoute(server))
  if (parts.ownProviders) {
    const plain: Fetch = parts.fetch ?? ((url, init) => globalThis.fetch(url, init))
    openProviderDoors(app, { own: parts.ownProviders, live, server, fetch: plain })
  }
  app.get('/api/me', ({ req: { raw }, json }) => {
    const name = server.ownerOf(raw)
    // Who holds a token came in without signing in.
    const out = given.signIn?.personOf(raw)?.name === name ? given.signIn.out : undefined
    return json({ name, role: isAdmin(raw) ? 'admin' : 'user', ...(out !== undefined && { signOut: out }) })
  })
  app.get('/api/tools', ({ json }) => json({ tools: server.tools.specs }))
  app.get('/api/usage', usageRoute(server, guard.isOurs))
  if (wire)
    app.get(
      '/api/wire',
      wireRoute(wire, (request) => guard.isOurs(request) && isAdmin(request)),
    )
  if (server.traffic) openTraffic(app, server, { log: server.traffic, isOurs: guard.isOurs })
  openDoctor(app, server, guard.isOurs)
  app.post('/api/respond', respondRoute(server))
  app.post('/api/chat', chatRoute(server))
  for (const path of ['/api/threads', '/api/threads/*', '/api/chat/:id/stream']) app.all(path, agentRoute(server))
  if (parts.engine) openEngineDoors(app, parts.engine, server)
  if (mcp) openMcpDoors(app, mcp, server)
  const store = server.agent?.responses
  const memory = createResponseMemory({ ...(store && { store }), onBug: parts.onBug })
  openGateway(app, server, memory)
  refuseTheRest(app)
  app.onError((error, { req }) => {
    const { code } = toFault(error)
    // A route that was added to ours has our faults; at an address that nobody has, a client of a vendor may be lost.
    const isVendors = isGateway(req.path) || (code === 'request/not-found' && !isOurs(req.path))
    const { fault, response } = refuse(server.metrics, req.raw, error, { write: isVendors ? vendorsFault(req) : undefined })
    return isVisit(req) ? sentenceResponse(fault) : response
  })
  return app
}

function logBug(error: unknown): void {
  console.error(error)
}

/** Who opens the right door the wrong way is told how; the first thing people do with an address is to open it in a browser. */
function refuseTheRest(app: Hono): void {
  for (const path of ['/api/respond', '/api/chat', ...gatewayPosts]) {
    app.all(path, ({ req }) => {
      throw refusal('request/not-found', say('address.post', { path: req.path, method: req.method }))
    })
  }
  for (const path of ['/api/*', ...gatewayFolders]) app.all(path, ({ req }) => nowhere(req))
  // A page that answers a program with status 200 looks like a broken server. Routes that are added later answer first.
  app.use('*', async (context, next) => {
    await next()
    if (isProgram(context.req) && !isAnswer(context.res)) nowhere(context.req)
  })
}

function nowhere({ method, path }: HonoRequest): never {
  throw refusal('request/not-found', say('address.none', { method, path }))
}

/** Whether somebody had something to say: neither "not found" in words nor a page. */
function isAnswer({ status, headers }: Response): boolean {
  const type = headers.get('content-type') ?? ''
  return status === 404 ? type.includes('json') : !type.includes('text/html')
}

/** Whether no browser would ask so for a page. */
function isProgram(request: HonoRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return true
  const accept = request.header('accept') ?? ''
  return accept.includes('application/json') && !accept.includes('text/html') && !/\.\w+$/.test(request.path)
}

/** Whether faults have our own shape there, and not a vendor's. */
function isOurs(path: string): boolean {
  return path.startsWith('/api/') || path === '/metrics' || path === '/health' || path === '/ready' || path === '/mcp'
}

interface Admission {
  readonly guard: Guard
  readonly server: ServerContext
  readonly parts: AppParts
  readonly live: LiveConfig
}

const perMinute = ({ limits }: Config) => limits.requestsPerMinute

/** Guard, limits and counts, in front of everything but `/health` and `/ready`. */
function admitOnly(app: Hono, { guard, server, parts, live }: Admission): void {
  const limit = madeOf(live, perMinute, (config) =>
    createRateLimit({
      perMinute: perMinute(config),
      now: server.now,
      shared: () => server.agent?.rates,
      onFailure: (error) => server.metrics.fault(toFault(error), error),
    }),
  )
  // Around the guard, so that a page of an allowed origin can also read why it was refused.
  app.use(async (context, next) => {
    await next()
    guard.markResponse(context.req.raw, context.res)
  })
  app.use(async (context, next) => {
    const instead = guard.admit(context.req.raw)
    if (instead !== undefined) context.res = instead
    else {
      if (context.req.method === 'POST') await limit()(parts.clientOf?.(context.env) ?? '')
      await next()
    }
    if (context.req.method === 'POST') server.metrics.request(context.req.routePath, context.res.status)
  })
}

/** Whether somebody opened an address in a browser: a person reads the answer, and not a program. */
function isVisit(request: HonoRequest): boolean {
  return request.method === 'GET' && request.header('sec-fetch-mode') === 'navigate'
}
