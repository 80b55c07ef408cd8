import { type Answerer, type AnswererOptions, createAnswerer } from './answerer.ts'
import type { AppParts } from './app-parts.ts'
import { type BudgetBook, createBudgetMemory } from './budgets/budget-book.ts'
import { type Budgets, createBudgets } from './budgets/budgets.ts'
import { createAskNative } from './choosing/ask-native.ts'
import { createSpeechRecords, type SpeechRecords } from './choosing/choose-speech.ts'
import type { Config } from './config-schema.ts'
import { createDemoProvider } from './demo/demo-provider.ts'
import { createDiscovery } from './discovery/discover-providers.ts'
import { createCardStore, recordsWithCards } from './doctor/card-store.ts'
import { type LiveConfig, madeOf } from './live-config.ts'
import { silentLog } from './logging/log.ts'
import { logAnswers } from './logging/log-answers.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { createCatalog, type ModelCatalog } from './model-catalog.ts'
import { addressOf, createProvider } from './providers/create-provider.ts'
import type { Fetch } from './providers/provider.ts'
import { type WireLog } from './providers/wire-log.ts'
import { createAliases } from './routing/model-aliases.ts'
import { createRouter } from './routing/router.ts'
import { createStreams } from './safety/streams.ts'
import type { BackendTools, ServerContext } from './server-context.ts'
import { createApprovalSeal, createSpentApprovals } from './tools/approval-seal.ts'
import type { BackendTool } from './tools/backend-tool.ts'
import { createTrafficLog } from './traffic/traffic-log.ts'
import { askerOf } from './usage/asker.ts'
import { createFinishedAnswers } from './usage/finished-answer.ts'
import { createUsageMemory } from './usage/usage-store.ts'
import { openWaitingRoom } from './waiting/waiting-room.ts'

/** What every route is given, made of the configuration and of what the host has. */
export function openServer(
  live: LiveConfig,
  parts: AppParts & Pick<ServerContext, 'ownerOf' | 'isOurs' | 'isAdmin'>,
  wire: WireLog | undefined,
): ServerContext {
  const newId = parts.newId ?? (() => crypto.randomUUID())
  const now = parts.now ?? Date.now
  const cards = parts.cards ?? createCardStore()
  const records = recordsWithCards(cards, parts.records ?? createSpeechRecords())
  const config = live.current
  const catalog = openCatalog(live, parts, { records, newId, now, ...(wire && { wire }) })
  const metrics = createMetrics(parts.onBug)
  const router = createRouter({ now, onFailure: metrics.fault })
  const streams = parts.streams ?? createStreams(() => live.current.limits.streams)
  const books = openBooks(live, parts, { metrics, now, shared: () => agent?.budgets })
  const answer = openAnswerer(live, { catalog, router, records, metrics, ...books, newId, now, telemetry: parts.telemetry })
  const server: ServerContext = {
    catalog,
    router,
    cards,
    metrics,
    leaving: ({ env, req }) => parts.ownSocket?.(env) ?? ((leave) => onAbort(req.raw.signal, leave)),
    ownSocket: parts.ownSocket !== undefined,
    answer,
    tools: {
      ...backendTools(parts.tools ?? []),
      seal: createApprovalSeal(config.secret, now),
      spend: createSpentApprovals(now, async (id, until) => (await agent?.spendApproval?.(id, until)) ?? true),
    },
    // Every call waits for a person, and who reaches this computer's server could call the same tools at `/mcp`.
    get lendsHands() {
      return live.current.hands ?? parts.isLocal ?? false
    },
    ownerOf: parts.ownerOf,
    askerOf: ({ req }) => askerOf(req.raw, parts.ownerOf(req.raw), req.routePath),
    ...books,
    isOurs: parts.isOurs,
    isAdmin: parts.isAdmin,
    ...(config.traffic && parts.isLocal && { traffic: createTrafficLog({ now, newId }) }),
    get limits() {
      return live.current.limits
    },
    newId,
    now,
    streams,
    waiting: openWaitingRoom(() => agent?.waiting?.(), { config: config.waiting, now, newId, stopping: streams.stopping }),
  }
  const source = parts.toolSource?.(server)
  if (source) Object.assign(server, { tools: { ...server.tools, source } })
  const agent = parts.agent?.(server)
  return agent ? Object.assign(server, { agent }) : server
}

type AnswererParts = Pick<AnswererOptions, 'catalog' | 'router' | 'metrics' | 'finished' | 'budgets' | 'newId' | 'now'> & {
  readonly records: SpeechRecords
  readonly telemetry: AppParts['telemetry']
}

/** The staircase to the models, as the configuration sets it now. */
function openAnswerer(live: LiveConfig, { records, telemetry, ...parts }: AnswererParts): Answerer {
  const answerer = madeOf(
    live,
    ({ askNative, leakNet, limits }) => [askNative, leakNet, limits],
    ({ askNative, leakNet, limits: { retries, statusMs } }) =>
      createAnswerer({
        ...parts,
        ...(askNative && { askNative: createAskNative(records) }),
        ...(telemetry && { telemetry }),
        leakNet,
        retries,
        statusMs,
      }),
  )
  return (request, asked) => answerer()(request, asked)
}

interface CatalogParts extends Pick<ServerContext, 'newId' | 'now'> {
  readonly records: SpeechRecords
  readonly wire?: WireLog
}

/** Every model that can be asked, and the way to its server. */
function openCatalog(live: LiveConfig, parts: AppParts, given: CatalogParts): ModelCatalog {
  const catalog = madeOf(live, modelSettings, (config) => catalogOf(config, parts, given))
  return {
    get aliases() {
      return catalog().aliases
    },
    list: () => catalog().list(),
    find: (id, dialect) => catalog().find(id, dialect),
    meant: (id) => catalog().meant(id),
    findTarget: (id, target, dialect) => catalog().findTarget(id, target, dialect),
  }
}

const modelSettings = ({ providers, demo, discover, aliases, defaultModel, limits }: Config) => {
  const { firstTokenMs, nextTokenMs } = limits
  return { providers, demo, discover, aliases, defaultModel, firstTokenMs, nextTokenMs }
}

function catalogOf(config: Config, parts: AppParts, { records, newId, now, wire }: CatalogParts): ModelCatalog {
  const plain: Fetch = parts.fetch ?? ((url, init) => globalThis.fetch(url, init))
  const overheard = wire?.overheard ?? ((fetch: Fetch) => fetch)
  const patience = { first: config.limits.firstTokenMs, next: config.limits.nextTokenMs }
  const own = { fetch: overheard(plain), patience, newId }
  const ofTheHost = parts.ownModels?.({ patience, newId, now, overheard })
  return createCatalog({
    records,
    providers: [
      ...(ofTheHost ? [ofTheHost] : []),
      ...(parts.providers ?? []),
      ...config.providers.map((provider) => createProvider(provider, own)),
    ],
    ...(config.demo && { demo: createDemoProvider({ ...config.demo, patience, newId, now }, overheard) }),
    ...(config.discover &&
      parts.isLocal && {
        discover: createDiscovery({ ...own, now, ownPort: config.port, known: config.providers.map(addressOf) }),
      }),
    aliases: createAliases(config.aliases),
    ...(config.defaultModel !== undefined && { defaultModel: config.defaultModel }),
    now,
  })
}

/** What was used, and who hears of it. */
function openBooks(
  live: LiveConfig,
  { usage: kept, onBug = () => undefined, log = silentLog }: AppParts,
  { metrics, now, shared }: { metrics: Metrics; now: () => number; shared: () => BudgetBook | undefined },
) {
  const memory = createBudgetMemory()
  const held = madeOf(
    live,
    ({ budgets, prices }) => [budgets, prices],
    ({ budgets, prices }) => createBudgets({ budgets, prices, book: () => shared() ?? memory, now }),
  )
  const budgets: Budgets = { admit: (owner) => held().admit(owner), spend: (answer) => held().spend(answer) }
  const finished = createFinishedAnswers(onBug)
  finished.listen(logAnswers(log))
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
