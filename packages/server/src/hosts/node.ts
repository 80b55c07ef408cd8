import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { LOOPBACK } from '../config-schema.ts'
import { createLazyGguf } from '../gguf/lazy-gguf.ts'
import { textSourceOf } from '../http/stream-response.ts'
import { type BackendTool, type Config, createApp } from '../index.ts'
import type { Log } from '../logging/log.ts'
import { createStreams, type Leaving, type Streams } from '../safety/streams.ts'
import type { UsageStore } from '../usage/usage-store.ts'
import { openCardFolder } from './folders/card-folder.ts'
import { createLazyAgent, type LoadAgent } from './lazy-agent.ts'
import { createLazyMcp } from './lazy-mcp.ts'
import { loadTelemetry } from './lazy-telemetry.ts'
import { logFor } from './log-for.ts'
import { createNodeFetch } from './node-fetch.ts'
import { openConfig } from './open-config.ts'
import { sendTexts } from './send-texts.ts'
import { openSignIn } from './sign-in/open-sign-in.ts'
import { createStaticFiles, retiredWorker } from './static-files.ts'

export { unknownVariables } from '../config.ts'
export type { Config } from '../config-schema.ts'
export { engineHomeOf } from '../gguf/engine/engine-home.ts'
export { modelsHomeOf } from '../gguf/weights/models-home.ts'
export { createLog, type Log, type LogFields, type LogLevel } from '../logging/log.ts'
export { openUsageFolder } from './folders/usage-folder.ts'
export { readGivenConfig } from './given-config.ts'
export { logFor } from './log-for.ts'

export interface RunningServer {
  /** With the token in it when there is one, so that opening it is enough. For a person's eyes, and for no log. */
  readonly url: string
  /** Without the token. */
  readonly address: string
  /** Takes another configuration from the next request on. Returns the names of what has changed and needs a restart; throws where it cannot be taken at all. */
  reload(config: Config): readonly string[]
  /** Streams may finish within the grace time; then they are cut off with a fault. */
  stop(graceMs?: number): Promise<void>
}

export interface NodeHostOptions {
  readonly config: Config
  /** The folder of the built page. */
  readonly page?: string
  /** Absent: what goes wrong is said on standard error, as the configuration says. */
  readonly log?: Log
  /** Tools that run on the server. */
  readonly tools?: readonly BackendTool[]
  /** Opens an agent of one's own. Absent: the one that the configuration describes. */
  readonly agent?: LoadAgent
  /** What `${NAME}` in the entry of an MCP server is looked up in. Absent: this process's. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** How the same server is started with another option, for who has to. Absent: `parley` and the option. */
  readonly again?: (option: string) => string
  /** Where usage is kept, for example `openUsageFolder`. Absent: it is forgotten when the server stops. */
  readonly usage?: UsageStore
}

/** Longer than proxies keep theirs (nginx: 60 s). A proxy that sends a request just as we close its connection answers 502. */
const KEEP_ALIVE_MS = 65_000

/** One Node process: the doors, and the studio's page beside them. Rejects with one sentence when it cannot listen. */
export async function startServer({
  config,
  page,
  log = logFor(config),
  tools = [],
  agent: load,
  env: variables = process.env,
  again = (option) => `parley ${option}`,
  usage,
}: NodeHostOptions): Promise<RunningServer> {
  demandToken(config, config.host)
  const tell = (message: string) => log.warn('notice', { message })
  const { live, ownProviders, take } = await openConfig(config, log, tell)
  const streams = createStreams(() => live.current.limits.streams)
  const onBug = (error: unknown, requestId?: string) => log.bug(error, { requestId })
  const agent = createLazyAgent(config.agent, { onBug, ...(load && { load }) })
  const cards = await openCardFolder(join(config.agent.folder, 'doctor'), tell)
  const telemetry = await loadTelemetry(variables, tell)
  const isLocal = LOOPBACK.has(config.host)
  const gguf = createLazyGguf(config, isLocal)
  const mcp = createLazyMcp(config, { env: variables, isLocal })
  const app = createApp(config, {
    live,
    ownProviders,
    streams,
    cards,
    ...(usage && { usage }),
    ...(telemetry && { telemetry }),
    signIn: await openSignIn(config, log),
    agent: agent.open,
    ...gguf.parts,
    mcp: mcp.open,
    toolSource: mcp.tools,
    tools,
    isLocal,
    fetch: createNodeFetch(),
    log,
    onBug,
    clientOf: (env) => clientOf(env, live.current.trustProxy),
    ownSocket,
  })
  if (page !== undefined) servePage(app, page, () => live.current.offline)
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, listenerOf(app))
  const address = addressOf(config.host, await listen(server, config, again))
  return {
    url: config.token === undefined ? address : `${address}?token=${encodeURIComponent(config.token)}`,
    address,
    reload(next) {
      demandToken(next, config.host)
      return take(next)
    },
    async stop(graceMs) {
      // The door closes first: whoever comes now is turned away, not served half.
      const stopped = stopServer(server, streams, graceMs)
      await agent.close()
      await stopped
      await Promise.all([mcp.close(), gguf.close(), usage?.flush(), telemetry?.close()])
    },
  }
}

/** As a browser takes it. */
const addressOf = (host: string, port: number): string => `http://${host.includes(':') ? `[${host}]` : host}:${port}/`

function demandToken({ token, tokens, signIn }: Config, host: string): void {
  if (signIn || token !== undefined || Object.keys(tokens).length > 0 || LOOPBACK.has(host)) return
  throw new Error(
    `Without a token this server listens only on this computer, not on ${host}. Set PARLEY_TOKEN, or leave HOST unset.`,
  )
}

function servePage(app: ReturnType<typeof createApp>, folder: string, mayBeKept: () => boolean): void {
  const files = createStaticFiles(folder)
  app.get('/service-worker.js', (_, next) => (mayBeKept() ? next() : Promise.resolve(retiredWorker())))
  app.get('*', async (context, next) => (await files(context.req.raw)) ?? (await next()))
}

/** Streams of ours go to the socket by themselves. */
function listenerOf(app: ReturnType<typeof createApp>) {
  const listener = getRequestListener(async (request, env) => {
    const response = await app.fetch(request, env)
    const source = textSourceOf(response)
    if (!source || !(env.outgoing instanceof ServerResponse)) return response
    await sendTexts(source, response, env.outgoing)
    return RESPONSE_ALREADY_SENT
  })
  return (incoming: IncomingMessage, outgoing: ServerResponse) => void listener(incoming, outgoing)
}

/**
 * The adaptor hands its own request along as the environment. Each proxy writes whom it was asked by at the end of the line;
 * what stands further in front than our own proxies wrote, anybody may have invented.
 */
function clientOf(env: unknown, proxies: number): string {
  const incoming = typeof env === 'object' && env !== null && 'incoming' in env ? env.incoming : undefined
  if (!(incoming instanceof IncomingMessage)) return ''
  const told = [incoming.headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
  const seen = [...told.map((address) => address.trim()).filter((address) => address !== ''), incoming.socket.remoteAddress ?? '']
  return seen[Math.max(0, seen.length - 1 - proxies)] ?? ''
}

/** Asking the adaptor's request for a signal would make a whole second request. */
function ownSocket(env: unknown): Leaving {
  return (leave) => {
    const outgoing = typeof env === 'object' && env !== null && 'outgoing' in env ? env.outgoing : undefined
    if (!(outgoing instanceof ServerResponse)) return
    outgoing.once('close', () => {
      if (!outgoing.writableFinished) leave()
    })
  }
}

/** Clients that connect while the process is busy wait here; the default of 511 turns thousands away. */
const BACKLOG = 8192

function listen(server: Server, { host, port }: Config, again: Again): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(sentenceFor(error, { host, port }, again), { cause: error })),
    )
    server.listen({ port, host, backlog: BACKLOG }, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}

type Again = (option: string) => string

function sentenceFor(error: NodeJS.ErrnoException, { host, port }: Pick<Config, 'host' | 'port'>, again: Again): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} is already in use. Stop what uses it, or choose another port: ${again(`--port ${port + 1}`)}`
  if (error.code === 'EACCES')
    return `Port ${port} may not be used by this account. Choose one above 1023: ${again('--port 4317')}`
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return `This computer has no address ${host}. Correct HOST, or leave it unset.`
  return `The server cannot listen on ${host}:${port} (${error.message}). Correct HOST and PORT.`
}

async function stopServer(server: Server, streams: Streams, graceMs = 10_000): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  await streams.stop(graceMs)
  server.closeIdleConnections()
  const cut = setTimeout(() => server.closeAllConnections(), 1000)
  await closed
  clearTimeout(cut)
}
