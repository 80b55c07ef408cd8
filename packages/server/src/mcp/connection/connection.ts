import { faultOf, type Sentence } from '@parley/dialects'
import type { McpConfig } from '../../config-schema.ts'
import { refusal } from '../../http-fault.ts'
import { KeptProvider, type LoginParts } from '../oauth/login.ts'
import type { Logins } from '../oauth/logins.ts'
import { Asking } from '../questions/asking.ts'
import { createMask } from '../settings/mask.ts'
import { inputsOf, resolveEntry, type Variables } from '../settings/resolve-entry.ts'
import { hostOf, identityOf, type ServerEntry, shownCommand } from '../settings/server-entry.ts'
import { changesBetween, listTools } from '../tools/list-tools.ts'
import type { ToolList } from '../tools/mcp-tool.ts'
import { identityHash } from '../tools/read-tool.ts'
import { say } from '../words.ts'
import type { OpenedClient } from './open-client.ts'
import { createServerLog } from './server-log.ts'
import { openSession, type Session } from './session.ts'
import { Standing } from './standing.ts'
import { isUnauthorized, whyClosed, whyNotStarted } from './why-failed.ts'

export interface ConnectionOptions {
  readonly config: McpConfig
  readonly variables: Variables
  readonly now: () => number
  /** Its tools are, or may be, other ones than before. */
  readonly onTools: () => void
  /** Whose logins count. Absent: nobody's, and a server that wants one is not used. */
  readonly login?: { readonly owner: string; readonly logins: Logins }
  /** Nobody watches its calls, so a server that could only ask while they run is told that it cannot. */
  readonly isUnwatched?: boolean
}

/** How long it is believed that a server speaks only what was before 2026-07-28. */
const LEGACY_MS = 24 * 3600 * 1000

/** One MCP server: started when it is first needed, stopped when nobody needs it, and left alone for a while when it fails. */
export class Connection {
  readonly entry: ServerEntry
  readonly #options: ConnectionOptions
  readonly #log = createServerLog(() => this.mask)
  readonly #standing: Standing
  mask: (text: string) => string = (text) => text
  #session: Promise<Session> | undefined
  #open: Session | undefined
  #legacyUntil = 0
  #users = 0
  #idle: ReturnType<typeof setTimeout> | undefined
  #known: ToolList | undefined
  #unwatched: Connection | undefined

  constructor(entry: ServerEntry, options: ConnectionOptions) {
    this.entry = entry
    this.#options = options
    this.#standing = new Standing(options.now)
  }

  get log(): readonly string[] {
    return this.#log.lines
  }

  /** What it last said that it offers. */
  get known(): ToolList | undefined {
    return this.#known
  }

  /** What may be told of it: no variables, no headers. */
  view() {
    const { entry } = this
    const { status, problem } = this.#standing
    const info = this.#open?.client.getServerVersion()
    const version = this.#open?.client.getNegotiatedProtocolVersion()
    return {
      id: entry.id,
      label: entry.label,
      kind: entry.kind,
      identity: identityHash(entry),
      ...(entry.kind === 'stdio' ? { command: shownCommand(entry) } : { host: hostOf(entry.url) }),
      status,
      ...(this.#tokens && { isLoggedIn: true }),
      ...(problem && { problem }),
      ...(info && { program: `${info.name} ${info.version}`.slice(0, 200) }),
      ...(version !== undefined && { protocol: version }),
      ...(this.#known && { tools: this.#known.tools.length, leftOut: this.#known.leftOut }),
      inputs: inputsOf(entry, this.#options.variables),
      notes: entry.notes,
    }
  }

  /** Does something with the server, which is started if need be. */
  async use<Value>(work: (session: Session) => Promise<Value>): Promise<Value> {
    this.#users++
    clearTimeout(this.#idle)
    try {
      this.#session ??= this.#start()
      return await work(await this.#session)
    } finally {
      this.#users--
      this.#restLater()
    }
  }

  /**
   * The same server for calls that nobody watches. One that asks in its results is the same connection; an older one is greeted once more, since
   * it would ask somebody who is not there.
   */
  unwatched(): Connection {
    if (this.#open?.client.getProtocolEra() === 'modern') return this
    this.#unwatched ??= new Connection(this.entry, { ...this.#options, isUnwatched: true })
    return this.#unwatched
  }

  /** What it offers, also while it is stopped: only who calls a tool needs it to run. */
  async tools(): Promise<ToolList> {
    if (this.#known && !this.#open) return this.#known
    return await this.use((session) => session.tools())
  }

  async restart(): Promise<void> {
    await this.renew()
    this.#known = undefined
    await this.use((session) => session.tools())
  }

  get #loginKey(): string {
    return `${this.entry.id} ${identityOf(this.entry)}`
  }

  get #tokens() {
    const { login } = this.#options
    return login?.logins.read(login.owner, this.#loginKey).tokens
  }

  /** What a login here needs. Undefined: it takes none. */
  async loginParts(): Promise<LoginParts | undefined> {
    const { login, variables, config } = this.#options
    if (!login || this.entry.kind === 'stdio') return undefined
    const { entry } = await resolveEntry(this.entry, variables)
    if (entry.kind === 'stdio') return undefined
    const document = config.clientDocument
    return {
      ...login,
      server: this.#loginKey,
      serverUrl: entry.url,
      ...(entry.client && { client: entry.client }),
      ...(document !== undefined && { document }),
    }
  }

  async logOut(): Promise<void> {
    const parts = await this.loginParts()
    await parts?.logins.change(parts.owner, parts.server, () => undefined)
    await this.renew()
    // What it offered was for who had signed in.
    this.#known = undefined
  }

  /** What it was signed in with is no longer taken. */
  lostLogin(): void {
    const open = this.#open
    this.#open = undefined
    this.#needsLogin()
    void open?.client.close()
  }

  /** It may be tried at once, whatever it was before. */
  async renew(): Promise<void> {
    await this.stop()
    this.#standing.forgives()
  }

  async stop(): Promise<void> {
    clearTimeout(this.#idle)
    const open = await this.#session?.catch(() => undefined)
    this.#session = undefined
    this.#open = undefined
    this.#standing.becomes('stopped')
    await open?.client.close()
    await this.#unwatched?.stop()
  }

  #restLater(): void {
    const { idleMs } = this.#options.config
    clearTimeout(this.#idle)
    if (this.#users > 0 || !this.#session || idleMs === 0) return
    this.#idle = setTimeout(() => void this.stop(), idleMs)
    this.#idle.unref()
  }

  async #start(): Promise<Session> {
    if (this.entry.disabled) throw this.#failed(refusal('request/invalid', say('mcp.disabled')))
    const seconds = this.#standing.secondsOfRest
    if (seconds > 0) {
      this.#session = undefined
      throw refusal('request/conflict', say('mcp.rests', { seconds, why: this.#standing.problem ?? '' }))
    }
    this.#standing.becomes('starting')
    try {
      const session = await this.#connect()
      this.#open = session
      this.#standing.becomes('ready')
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- A client of MCP is no event target.
      session.client.onclose = () => this.#closed(session)
      if (session.client.transport === undefined) this.#closed(session)
      return session
    } catch (error) {
      throw this.#failed(error)
    }
  }

  async #connect(): Promise<Session> {
    const { config, now, variables, isUnwatched, onTools } = this.#options
    const { entry, secrets } = await resolveEntry(this.entry, variables)
    const parts = await this.loginParts()
    const tokens = this.#tokens
    this.mask = createMask([...secrets, ...(tokens ? [tokens.access_token, tokens.refresh_token ?? ''] : [])])
    const onLog = (text: string) => this.#log.add(text)
    const asking = new Asking(this.entry.label, onLog)
    const session = await openSession(entry, {
      asking,
      ...(!isUnwatched && { onElicit: (params: unknown) => asking.answer(params) }),
      startMs: config.startMs,
      mostBytes: config.messageBytes,
      isLegacy: this.#legacyUntil > now(),
      onLog,
      ...(parts && tokens && { authProvider: new KeptProvider(parts) }),
      onToolsChanged: onTools,
      list: (opened) => this.#list(opened),
    })
    if (session.client.getProtocolEra() === 'legacy') this.#legacyUntil = now() + LEGACY_MS
    return session
  }

  async #list({ client }: OpenedClient): Promise<ToolList> {
    const { config } = this.#options
    const hasTools = client.getServerCapabilities()?.tools !== undefined
    const list = hasTools
      ? await listTools(client, { entry: this.entry, most: config.tools, timeout: config.startMs })
      : { tools: [], leftOut: [] }
    const { added, removed, changed } = changesBetween(this.#known?.tools ?? list.tools, list.tools)
    const differences = [
      ...added.map((name) => `+${name}`),
      ...removed.map((name) => `-${name}`),
      ...changed.map((name) => `~${name}`),
    ]
    if (differences.length > 0) this.#log.add(`[parley] tools changed: ${differences.join(' ')}\n`)
    const isNews = differences.length > 0 || !this.#known
    this.#known = list
    if (isNews) this.#options.onTools()
    return list
  }

  #closed(session: Session): void {
    if (this.#open !== session) return
    this.#open = undefined
    this.#fail(whyClosed(session.transport))
  }

  #failed(error: unknown): Error {
    if (this.#options.login && this.entry.kind !== 'stdio' && isUnauthorized(error)) return this.#needsLogin()
    const problem = faultOf(error) ?? whyNotStarted(error, this.#options.config.startMs)
    this.#fail({ ...problem, message: this.mask(problem.message) })
    return refusal('request/conflict', this.#standing.problem ?? problem)
  }

  #needsLogin(): Error {
    const problem = say('mcp.needs-login', { server: this.entry.label })
    this.#session = undefined
    this.#standing.needsLogin(problem)
    return refusal('request/conflict', problem)
  }

  #fail(problem: Sentence): void {
    this.#session = undefined
    this.#standing.fails(problem)
    this.#log.add(`[parley] ${problem.message}\n`)
  }
}
