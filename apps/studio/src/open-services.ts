import {
  type AgentOptions,
  type ConversationOptions,
  createExecutor,
  denyPaths,
  type Executor,
  type FoundTools,
  guestOf,
  housePolicy,
  httpTransport,
  isPageModel,
  type KeptValue,
  logExchanges,
  openFoundTools,
  openPlacedConversation,
  openThreadModel,
  type Policy,
  type Rule,
  resultGate,
  shareConversations,
  type ThreadModel,
  type ThreadStorage,
  type Tool,
  withCodeMode,
  withoutPictures,
} from '@parley/browser'
import { openIndexedDbFiles, openThreadAreas, type ThreadAreas } from '@parley/browser/files'
import { allowOnlyFrames, allowOnlyHosts } from '@parley/browser/sandbox'
import type { Respond } from '@parley/dialects'
import {
  type PageModelShelf,
  type PythonService,
  type SettingsStore,
  type StudioServices,
  type StudioSettings,
  whenComposerStands,
  whenTalkBegins,
} from '@parley/react'
import { dialectOf } from './dialect-of.ts'
import { fetchedLibraries, readLibrary, VIEW } from './fetched-libraries.ts'
import { lateSandbox } from './late-sandbox.ts'
import { openAgent } from './open-agent.ts'
import { followGuests } from './open-guests.ts'
import type { OpenedMcp } from './open-mcp.ts'
import { openPageModels, orPageDemo, pageRespond } from './open-page-models.ts'
import type { OpenedPython } from './open-python.ts'
import type { RehearsalKit, RehearsalKits, RehearsalKitsOptions } from './rehearsal-kits.ts'
import { starterFiles } from './starter-files.ts'
import { createThreadKits, sessionOf, type ThreadKit } from './thread-kits.ts'
import type { ViewCallsParts } from './view-calls.ts'

/** Puts the parts together: files, sandbox, tools, rules, the wire to our own server. */
export async function openServices(settings: SettingsStore, storage: ThreadStorage): Promise<StudioServices> {
  const documents = { documentUrl: '/sandbox.html', workerDocumentUrl: '/sandbox-worker.html' }
  const hosts = settings.get().hosts.filter((host) => HOST.test(host))
  const packages = hostOf(settings.get().pythonPackages)
  allowOnlyFrames([...Object.values(documents), VIEW, '/preview.html', '/python.html'])
  allowOnlyHosts([...hosts, ...packages])
  const areas = await openAreas(storage)
  const mcp = createMcp(() => ({ policy, storage, settings }))
  const python = createPython(settings)
  const foundOf = openedOnce((threadId) => openFoundTools(storage.threads, threadId))
  const modelOf = openedOnce((threadId) => openThreadModel(storage.threads, threadId))
  const sandbox = lateSandbox({ ...documents, libraries: readLibrary })
  void whenTalkBegins().then(() => whenIdle(() => void sandbox.warmUp()))
  const policy: Policy = (question) => policyOf(settings.get(), mcp.opened()?.rules)(question)
  const kits = createThreadKits({ areas, sandbox, settings, policy, hosts })
  const kitOf = (threadId: string) => kits(guestOf(threadId))
  const rehearsals = createRehearsals({ areas, storage, sandbox, policy, kitOf, hosts })
  const agent = openAgent({ storage, workspaceOf: (threadId) => kitOf(threadId).workspace })
  const pageModels = openPageModels()
  const shares = { storage, settings, policy, agent, pageModels, mcp: mcp.opened, python: python.opened }
  const open = async (threadId: string) => {
    await areas.prepare(guestOf(threadId))
    await mcp.waitedFor
    if (settings.get().python) await python.open()
    const [found, model] = await Promise.all([foundOf(threadId), modelOf(threadId)])
    const rehearsed = async () => (await rehearsals()).of(threadId)
    return await openThread({ ...shares, threadId, kit: kitOf(threadId), rehearsed, found, model })
  }
  const shared = shareConversations(open)
  followGuests(agent.threads, shared)
  return {
    storage,
    serverThreads: agent.threads,
    mcp: mcp.service,
    pageModels,
    offline: fetchedWhenIdle(async () => (await import('./open-offline.ts')).openOffline()),
    areas: areas.areas,
    ...filesOfThreads(kitOf),
    rehearsalOf: async (threadId) => (await rehearsals()).of(threadId).rehearsal,
    foundOf,
    modelOf,
    toolsOf: (threadId) => [...toolsOf(kitOf(threadId), python.opened()), ...(mcp.opened()?.shelf.tools() ?? [])],
    python: python.service([location.host, ...hosts, ...packages]),
    ...fetchedLibraries(documents),
    open: shared,
    countFiles: areas.countFiles,
    async remove(threadId, files) {
      const { title, place, rehearses } = (await storage.threads.find(threadId)) ?? {}
      if (rehearses) await (await rehearsals()).remove(threadId)
      if (place === 'server') await agent.client.remove(threadId)
      await areas.remove(threadId, files === 'keep' ? title : undefined)
      await storage.threads.remove(threadId)
    },
    endSession: (threadId) => [sandbox, python.opened()?.sandbox].forEach((one) => one?.endSession(sessionOf(threadId))),
  }
}

/** Once the page has nothing to do; Safari does not say when that is. */
const whenIdle = (work: () => void) =>
  'requestIdleCallback' in globalThis ? requestIdleCallback(work, { timeout: 5000 }) : setTimeout(work, 1000)

const filesOfThreads = (kitOf: (threadId: string) => ThreadKit) => ({
  filesOf: (threadId: string) => kitOf(threadId).files,
  workspaceOf: (threadId: string) => kitOf(threadId).workspace,
})

const fetchedWhenIdle = <Part>(fetchPart: () => Promise<Part>) =>
  whenComposerStands().then(() => new Promise<Part>((resolve, reject) => whenIdle(() => void fetchPart().then(resolve, reject))))

const hostOf = (address: string | undefined): readonly string[] => {
  const { host = '' } = address === undefined ? {} : (URL.parse(address, location.href) ?? {})
  return HOST.test(host) ? [host] : []
}

const HOST = /^[a-z0-9.-]+(:\d{1,5})?$/

/** One tab at a time, because a first visit puts files in place. */
async function openAreas(storage: ThreadStorage): Promise<ThreadAreas> {
  const files = await openIndexedDbFiles()
  const threads = (await storage.threads.list()).filter((thread) => thread.head !== undefined).map((thread) => thread.id)
  return await navigator.locks.request('parley:areas', () => openThreadAreas({ files, threads, starter: starterFiles() }))
}

interface ThreadToOpen {
  readonly threadId: string
  readonly storage: ThreadStorage
  readonly settings: SettingsStore
  readonly policy: Policy
  readonly kit: ThreadKit
  readonly rehearsed: () => Promise<RehearsalKit>
  readonly agent: AgentOptions
  readonly found: FoundTools
  readonly pageModels: PageModelShelf
  readonly model: KeptValue<ThreadModel | undefined>
  /** Absent: it is not loaded yet, and nothing of it is in use. */
  readonly mcp: () => OpenedMcp | undefined
  readonly python: () => OpenedPython | undefined
}

async function openThread(thread: ThreadToOpen) {
  const { threadId, storage, settings, policy, kit, rehearsed, agent, found, model, pageModels, mcp, python } = thread
  const here = () => settingsHere(settings.get(), model.get())
  const executor = (from: Parameters<typeof toolsOf>[0]) =>
    executorOf({ files: from.files, tools: toolsOf(from, python()) }, found, here(), mcp())
  const options: ConversationOptions = {
    threadId,
    storage,
    executor: () => executor(kit),
    rehearsal: async () => executor(await rehearsed()),
    respond: withoutPictures(responderOf(threadId, here, storage, pageModels), () => model.get()?.sees === false),
    policy,
    request: async (record) => (await import('./request-of.ts')).requestOf(here(), record, kit.files),
    language: () => settings.get().language,
    gate: resultGate(),
    example: async (broken) => (await import('./example-call.ts')).exampleCall(broken, kit.tools),
    anyDialect: async () => (await import('./any-dialect.ts')).anyDialect,
    schedule: (show) => void requestAnimationFrame(show),
  }
  const conversation = await openPlacedConversation(options, { ...agent, dialect: () => dialectOf(here()) })
  const { defaultMode } = settings.get()
  const untouched = conversation.getSnapshot().messages.length === 0 && conversation.getSnapshot().mode === 'ask'
  if (untouched && defaultMode !== 'ask') await conversation.setMode(defaultMode)
  return conversation
}

/** The server answers, or a model of this page. */
function responderOf(threadId: string, here: () => StudioSettings, storage: ThreadStorage, models: PageModelShelf): Respond {
  const around = {
    dialect: () => dialectOf(here()),
    listen: logExchanges(threadId, { store: storage.exchanges }),
  }
  const server = orPageDemo(httpTransport({ url: '/api/respond', ...around }), around)
  return async function* (request, signal) {
    const isOurs = isPageModel(request.model)
    yield* (isOurs ? await pageRespond(models, around) : server)(request, signal)
  }
}

/** Fetched with the first rehearsal, and opened once. */
function createRehearsals(options: RehearsalKitsOptions): () => Promise<RehearsalKits> {
  let opening: Promise<RehearsalKits> | undefined
  return () => {
    opening ??= import('./rehearsal-kits.ts').then(({ openRehearsalKits }) => openRehearsalKits(options))
    return opening
  }
}

/** With Python, once it was fetched. */
const toolsOf = (kit: Pick<ThreadKit, 'tools' | 'files' | 'pythonTool'>, python: OpenedPython | undefined): readonly Tool[] =>
  python ? [...kit.tools, kit.pythonTool(python)] : kit.tools

/** Fetched once the page itself has been: at once where servers are known, else when somebody begins to write. */
function createMcp(parts: () => ViewCallsParts) {
  let opened: OpenedMcp | undefined
  const isKnown = localStorage.getItem('parley-mcp') !== null
  const service = (isKnown ? Promise.resolve() : whenTalkBegins()).then(async () => {
    const { openMcp } = await import('./open-mcp.ts')
    opened = openMcp(parts())
    return opened
  })
  // A call that waits must find its tool; where none was ever used, none waits.
  return { service, opened: () => opened, waitedFor: isKnown ? service : undefined }
}

/** Fetched when it is switched on, here or in another tab. */
function createPython(settings: SettingsStore) {
  let opened: OpenedPython | undefined
  const open = async () => (opened ??= (await import('./open-python.ts')).openPython())
  settings.subscribe(() => settings.get().python && void open())
  const service = (reachable: readonly string[]): PythonService => ({
    packages: async (signal) => (await open()).sandbox.packages(signal),
    mayReach: (address) => reachable.includes(URL.parse(address, location.href)?.host ?? ''),
  })
  return { opened: () => opened, open, service }
}

function executorOf(
  kit: Pick<ThreadKit, 'tools' | 'files'>,
  found: FoundTools,
  settings: StudioSettings,
  mcp: OpenedMcp | undefined,
): Executor {
  const near = kit.tools.filter((tool) => isOn(tool, settings))
  const far = mcp?.shelf.tools().filter((tool) => isOn(tool, settings)) ?? []
  const { contextTokens } = settings
  const executor = mcp ? mcp.createExecutor({ near, far, found, files: kit.files, contextTokens }) : createExecutor(near)
  return settings.codeMode ? withCodeMode(executor, { contextTokens }) : executor
}

/** Read once for each thread, and heard of from then on. */
function openedOnce<Kept>(open: (threadId: string) => Promise<Kept>): (threadId: string) => Promise<Kept> {
  const known = new Map<string, Promise<Kept>>()
  return (threadId) => {
    const kept = known.get(threadId) ?? open(threadId)
    known.set(threadId, kept)
    return kept
  }
}

/** A conversation has a model of its own; until it has one, it is the one that was chosen last. */
function settingsHere(settings: StudioSettings, own: ThreadModel | undefined): StudioSettings {
  if (!own) return settings
  const { contextTokens: _others, ...rest } = settings
  const dialects = own.dialect === undefined ? rest.dialects : { ...rest.dialects, [own.id]: own.dialect }
  return { ...rest, dialects, model: own.id, ...(own.contextTokens !== undefined && { contextTokens: own.contextTokens }) }
}

/** What the mounts refuse is refused before anybody is asked about it. */
const AREA_RULES: readonly Rule[] = [
  denyPaths(['/reference/**', '/starter/**'], ['write-files', 'delete-files'], 'page'),
  denyPaths(['/starter/**'], ['read-files'], 'page'),
]

/** Locks come first; the rest is the house's own. What lies beside the workspace belongs to other threads too. */
const policyOf = ({ locks, paused }: StudioSettings, more: readonly Rule[] = []) =>
  housePolicy({
    outside: ['/shared/**', '/reference/**'],
    rules: [...AREA_RULES, ...more, denyPaths(locks, ['write-files', 'delete-files'], 'you'), ...(paused ? [whilePaused] : [])],
  })

/** The master switch. It asks and does not refuse, so that a person can still let a single call through. */
const whilePaused: Rule = () => ({
  kind: 'ask',
  firm: true,
  rule: 'paused',
  author: 'you',
  reason: 'The user has paused everything.',
})

const isOn = ({ toolset }: Tool, { toolsetsOff, python }: StudioSettings) =>
  toolset === 'browser_python' ? python : toolset === undefined || !toolsetsOff.includes(toolset)
