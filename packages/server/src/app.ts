import { Hono, type HonoRequest } from 'hono'
import { createAnswerer } from './answerer.ts'
import { type BudgetBook, createBudgetMemory } from './budgets/budget-book.ts'
import { createBudgets } from './budgets/budgets.ts'
import { createAskNative } from './choosing/ask-native.ts'
import { createSpeechRecords, type SpeechRecords } from './choosing/choose-speech.ts'
import type { Config } from './config-schema.ts'
import { createDemoProvider } from './demo/demo-provider.ts'
import { createDiscovery } from './discovery/discover-providers.ts'
import { type CardStore, createCardStore, recordsWithCards } from './doctor/card-store.ts'
import { faultResponse, refusal, sentenceResponse, toFault } from './http-fault.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { createCatalog, type ModelCatalog } from './model-catalog.ts'
import { createProvider } from './providers/create-provider.ts'
import type { Fetch, Provider } from './providers/provider.ts'
import { createWireLog, type WireLog } from './providers/wire-log.ts'
import { createResponseMemory } from './responses/response-memory.ts'
import { agentRoute, chatRoute } from './routes/chat.ts'
import { openDoctor } from './routes/doctor.ts'
import { gatewayFolders, gatewayPosts, isGateway, openGateway, vendorsFault } from './routes/gateway-doors.ts'
import { healthRoute, readyRoute } from './routes/health.ts'
import { openLoginDoor, openMcpDoors } from './routes/mcp.ts'
import { modelsRoute } from './routes/models.ts'
import { respondRoute } from './routes/respond.ts'
import { openTraffic } from './routes/traffic.ts'
import { usageRoute } from './routes/usage.ts'
import { wireRoute } from './routes/wire.ts'
import { createAliases } from './routing/model-aliases.ts'
import { createRouter } from './routing/router.ts'
import { createGuard, type Guard } from './safety/guard.ts'
import { createRateLimit } from './safety/rate-limit.ts'
import { createStreams, type Leaving, type Streams } from './safety/streams.ts'
import type { BackendTools, OpenAgent, OpenMcp, OpenToolSource, ServerContext } from './server-context.ts'
import type { Telemetry } from './telemetry/telemetry.ts'
import { createApprovalSeal, createSpentApprovals } from './tools/approval-seal.ts'
import type { BackendTool } from './tools/backend-tool.ts'
import { createTrafficLog } from './traffic/traffic-log.ts'
import { askerOf } from './usage/asker.ts'
import { createFinishedAnswers } from './usage/finished-answer.ts'
import { createUsageMemory, type UsageStore } from './usage/usage-store.ts'
import { openWaitingRoom } from './waiting/waiting-room.ts'
import { say } from './words.ts'

export interface AppParts {
  /** Stands in for the network. Absent: the platform's own. */
  readonly fetch?: Fetch
  /** Providers made in code; they come before the configured ones. */
  readonly providers?: readonly Provider[]
  readonly newId?: () => string
  /** Milliseconds since the epoch. */
  readonly now?: () => number
  /** What was found out about models by trying. Absent: it is forgotten when the server stops. */
  readonly records?: SpeechRecords
  /** Where the doctor's cards are kept. Absent: they are forgotten when the server stops. */
  readonly cards?: CardStore
  /** Where usage is kept. Absent: it is forgotten when the server stops. */
  readonly usage?: UsageStore
  /** An operator's own instruments. Absent: there are none. */
  readonly telemetry?: Telemetry
  /** Told of errors that are our own fault. Absent: they are logged. */
  readonly onBug?: (error: unknown) => void
  /** Absent: answers are counted, but nobody can stop them from outside. */
  readonly streams?: Streams
  /** Tools that run on the server, in `/api/chat`. */
  readonly tools?: readonly BackendTool[]
  /** Who knows the tools of others that a thread on the server may be given. Asked for every step. Absent: there are none. */
  readonly toolSource?: OpenToolSource
  /** Answers `config.mode: "agent"`. Absent: such a request is refused. */
  readonly agent?: OpenAgent
  /** Answers `/api/mcp`. Absent: there are no MCP servers. */
  readonly mcp?: OpenMcp
  /** Whose threads an admitted request may touch, for hosts with accounts of their own. Absent: the name of its token. */
  readonly ownerOf?: (request: Request) => string
  /** Whether this server runs on the user's own computer, where model servers may be looked for. Absent: it does not. */
  readonly isLocal?: boolean
  /** For a host that writes answers to its own socket, and so knows when the client goes away. It takes them with `textSourceOf`. */
  readonly ownSocket?: (env: unknown) => Leaving
  /** Whom a request comes from, as far as the host knows. Absent: all requests share one limit. */
  readonly clientOf?: (env: unknown) => string
}

/** The whole server as one `fetch` function, for any host. */
export function createApp(config: Config, given: AppParts = {}): Hono {
  const parts = { onBug: logBug, ...given }
  const guard = createGuard(config)
  const wire = parts.isLocal ? createWireLog(parts.now ?? Date.now) : undefined
  const server = createServerContext(config, { ...parts, ownerOf: parts.ownerOf ?? guard.ownerOf, isOurs: guard.isOurs }, wire)
  const app = new Hono()
  app.get('/health', healthRoute)
  app.get('/ready', readyRoute(server))
  const mcp = parts.mcp?.(server)
  if (mcp) openLoginDoor(app, mcp)
  admitOnly(app, guard, server, parts)
  app.get('/metrics', (context) => context.text(server.metrics.text(server.streams.open)))
  app.get('/api/models', modelsRoute(server))
  app.get('/api/usage', usageRoute(server, guard.isOurs))
  if (wire) app.get('/api/wire', wireRoute(wire, guard.isOurs))
  if (server.traffic) openTraffic(app, server, { log: server.traffic, isOurs: guard.isOurs })
  openDoctor(app, server, guard.isOurs)
  app.post('/api/respond', respondRoute(server))
  app.post('/api/chat', chatRoute(server))
  for (const path of ['/api/threads', '/api/threads/*', '/api/chat/:id/stream']) app.all(path, agentRoute(server))
  if (mcp) openMcpDoors(app, mcp, guard.isOurs)
  const store = server.agent?.responses
  const memory = createResponseMemory({ ...(store && { store }), onBug: parts.onBug })
  openGateway(app, server, memory)
  refuseTheRest(app)
  app.onError((error, { req }) => {
    const fault = toFault(error)
    server.metrics.fault(fault, error)
    if (isVisit(req)) return sentenceResponse(fault)
    // A route that was added to ours has our faults; at an address that nobody has, a client of a vendor may be lost.
    const isVendors = isGateway(req.path) || (fault.code === 'request/not-found' && !isOurs(req.path))
    return isVendors ? faultResponse(fault, vendorsFault(req)) : faultResponse(fault)
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

/** Guard, limits and counts, in front of everything but `/health` and `/ready`. */
function admitOnly(app: Hono, guard: Guard, server: ServerContext, parts: AppParts): void {
  const limit = createRateLimit(server.limits.requestsPerMinute, server.now)
  // Around the guard, so that a page of an allowed origin can also read why it was refused.
  app.use(async (context, next) => {
    await next()
    guard.markResponse(context.req.raw, context.res)
  })
  app.use(async (context, next) => {
    const instead = guard.admit(context.req.raw)
    if (instead !== undefined) context.res = instead
    else {
      if (context.req.method === 'POST') limit(parts.clientOf?.(context.env) ?? '')
      await next()
    }
    if (context.req.method === 'POST') server.metrics.request(context.req.routePath, context.res.status)
  })
}

/** Whether somebody opened an address in a browser: a person reads the answer, and not a program. */
function isVisit(request: HonoRequest): boolean {
  return request.method === 'GET' && request.header('sec-fetch-mode') === 'navigate'
}

function createServerContext(
  config: Config,
  parts: AppParts & Pick<ServerContext, 'ownerOf' | 'isOurs'>,
  wire: WireLog | undefined,
): ServerContext {
  const newId = parts.newId ?? (() => crypto.randomUUID())
  const now = parts.now ?? Date.now
  const cards = parts.cards ?? createCardStore()
  const records = recordsWithCards(cards, parts.records ?? createSpeechRecords())
  const catalog = openCatalog(config, parts, { records, newId, now, ...(wire && { wire }) })
  const metrics = createMetrics(parts.onBug)
  const router = createRouter({ now, onFailure: metrics.fault })
  const streams = parts.streams ?? createStreams(config.limits.streams)
  const books = openBooks(config, parts, { metrics, now, shared: () => agent?.budgets })
  const bare: ServerContext = {
    catalog,
    router,
    cards,
    metrics,
    leaving: ({ env, req }) => parts.ownSocket?.(env) ?? ((leave) => onAbort(req.raw.signal, leave)),
    ownSocket: parts.ownSocket !== undefined,
    answer: createAnswerer({
      catalog,
      router,
      ...(config.askNative && { askNative: createAskNative(records) }),
      leakNet: config.leakNet,
      retries: config.limits.retries,
      statusMs: config.limits.statusMs,
      metrics,
      finished: books.finished,
      budgets: books.budgets,
      ...(parts.telemetry && { telemetry: parts.telemetry }),
      newId,
      now,
    }),
    tools: {
      ...backendTools(parts.tools ?? []),
      seal: createApprovalSeal(config.secret, now),
      spend: createSpentApprovals(now, async (id, until) => (await agent?.spendApproval?.(id, until)) ?? true),
    },
    // Every call waits for a person, and who reaches this computer's server could call the same tools at `/mcp`.
    lendsHands: config.hands ?? parts.isLocal ?? false,
    ownerOf: parts.ownerOf,
    askerOf: ({ req }) => askerOf(req.raw, parts.ownerOf(req.raw), req.routePath),
    ...books,
    isOurs: parts.isOurs,
    ...(config.traffic && parts.isLocal && { traffic: createTrafficLog({ now, newId }) }),
    limits: config.limits,
    newId,
    now,
    streams,
    waiting: openWaitingRoom(() => agent?.waiting?.(), { config: config.waiting, now, newId, stopping: streams.stopping }),
  }
  const source = parts.toolSource?.(bare)
  const server = source ? { ...bare, tools: { ...bare.tools, source } } : bare
  const agent = parts.agent?.(server)
  return agent ? { ...server, agent } : server
}

interface CatalogParts extends Pick<ServerContext, 'newId' | 'now'> {
  readonly records: SpeechRecords
  readonly wire?: WireLog
}

/** Every model that can be asked, and the way to its server. */
function openCatalog(config: Config, parts: AppParts, { records, newId, now, wire }: CatalogParts): ModelCatalog {
  const plain: Fetch = parts.fetch ?? ((url, init) => globalThis.fetch(url, init))
  const overheard = wire?.overheard ?? ((fetch: Fetch) => fetch)
  const patience = { first: config.limits.firstTokenMs, next: config.limits.nextTokenMs }
  const own = { fetch: overheard(plain), patience, newId }
  return createCatalog({
    records,
    providers: [...(parts.providers ?? []), ...config.providers.map((provider) => createProvider(provider, own))],
    ...(config.demo && { demo: createDemoProvider({ ...config.demo, patience, newId, now }, overheard) }),
    ...(config.discover && parts.isLocal && { discover: createDiscovery({ ...own, now, ownPort: config.port }) }),
    aliases: createAliases(config.aliases),
    ...(config.defaultModel !== undefined && { defaultModel: config.defaultModel }),
    now,
  })
}

/** What was used, and who hears of it. */
function openBooks(
  { budgets: given, prices }: Config,
  { usage: kept, onBug = () => undefined }: AppParts,
  { metrics, now, shared }: { metrics: Metrics; now: () => number; shared: () => BudgetBook | undefined },
) {
  const memory = createBudgetMemory()
  const budgets = createBudgets({ budgets: given, prices, book: () => shared() ?? memory, now })
  const finished = createFinishedAnswers(onBug)
  const usage = kept ?? createUsageMemory(now)
  finished.listen(metrics.answer)
  finished.listen(usage.add)
  finished.listen((answer) => void budgets.spend(answer).catch(onBug))
  return { finished, usage, budgets }
}

function backendTools(tools: readonly BackendTool[]): Pick<BackendTools, 'specs' | 'byName'> {
  return { specs: tools.map(({ spec }) => spec), byName: new Map(tools.map((tool) => [tool.spec.name, tool])) }
}

function onAbort(signal: AbortSignal, leave: () => void): void {
  if (signal.aborted) leave()
  else signal.addEventListener('abort', leave, { once: true })
}
