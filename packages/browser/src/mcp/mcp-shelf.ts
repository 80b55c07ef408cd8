import type { JsonObject, Sentence } from '@parley/dialects'
import { faultOf, isJsonObject, ownValue } from '@parley/dialects'
import type { Tool } from '../tools/tool.ts'
import { say } from '../words/mcp.ts'
import type { McpClient } from './mcp-client.ts'
import { type McpServer, type McpTool, readTool } from './mcp-server.ts'
import { mcpTool, type OfferedTool } from './mcp-tools.ts'

/** A tool as a person last saw it, and whether they want it. */
interface KeptTool extends Omit<OfferedTool, 'isTrusted'> {
  readonly isOff: boolean
}

export interface ShelfTool {
  readonly tool: McpTool
  /** `new` and `changed` ones are not offered before somebody has looked. */
  readonly stand: 'new' | 'changed' | 'on' | 'off'
  /** As it was when somebody last looked. Absent: it is as it was, or new. */
  readonly before?: McpTool
}

export interface ShelfState {
  readonly servers: readonly McpServer[]
  readonly mayEdit: boolean
  readonly tools: readonly ShelfTool[]
  /** The ids of the servers that are believed. */
  readonly trusted: ReadonlySet<string>
  /** Why nothing could be asked. */
  readonly problem?: Sentence
}

/** The MCP servers as this browser knows them: which of their tools were looked at, and which of those are wanted. */
export interface McpShelf {
  getSnapshot(): ShelfState
  subscribe(listener: () => void): () => void
  /** What the executor may have: looked at, switched on, and not known to have changed. */
  tools(): readonly Tool[]
  /** One that a view of its server may call, by the name that the server gives it: looked at and switched on, as for a model. */
  viewTool(server: string, name: string): Tool | undefined
  /** Asks for the servers, and for the tools of those that are named; without names, of those with tools in use. */
  refresh(servers?: readonly string[]): Promise<void>
  /** Somebody has looked at them as they are now. */
  accept(names: readonly string[]): void
  switchTool(name: string, on: boolean): void
  /** Whether what a server says of its tools is believed. It is the program or address that is, and no other under its name. */
  trust(server: string, on: boolean): void
}

/** What a page keeps texts in. */
type Kept = Pick<Storage, 'getItem' | 'setItem'>

const KEY = 'parley-mcp'
const TRUST_KEY = 'parley-mcp-trust'

export const createMcpShelf = (client: McpClient, storage: Kept): McpShelf => new Shelf(client, storage)

class Shelf implements McpShelf {
  readonly #client: McpClient
  readonly #storage: Kept
  readonly #listeners = new Set<() => void>()
  #kept: ReadonlyMap<string, KeptTool>
  /** What each server was when somebody said that they believe it. */
  #trust: JsonObject
  #live: readonly McpTool[] = []
  /** The servers that have told of their tools since the page was loaded. */
  #asked: ReadonlySet<string> = new Set()
  #list: Pick<ShelfState, 'servers' | 'mayEdit' | 'problem'> = { servers: [], mayEdit: false }
  #state: ShelfState = { servers: [], mayEdit: false, tools: [], trusted: new Set() }
  /** All that may run, with what their servers call them. */
  #runnable: readonly { readonly of: OfferedTool; readonly tool: Tool }[] = []
  #offered: readonly Tool[] = []

  constructor(client: McpClient, storage: Kept) {
    this.#client = client
    this.#storage = storage
    this.#kept = readKept(storage.getItem(KEY))
    this.#trust = readTrust(storage.getItem(TRUST_KEY))
    this.#changed()
  }

  getSnapshot = (): ShelfState => this.#state
  tools = (): readonly Tool[] => this.#offered
  viewTool = (server: string, name: string): Tool | undefined =>
    this.#runnable.find(({ of }) => of.server === server && of.tool === name)?.tool

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async refresh(names?: readonly string[]): Promise<void> {
    try {
      this.#list = await this.#client.servers()
      const known = new Set(this.#list.servers.map(({ id }) => id))
      const inUse = [...this.#kept.values()].filter(({ isOff }) => !isOff).map(({ server }) => server)
      const wanted = [...new Set(names ?? inUse)].filter((id) => known.has(id))
      if (wanted.length > 0) await this.#ask(wanted)
    } catch (error) {
      this.#list = { ...this.#list, problem: faultOf(error) ?? say('remote.unreachable') }
    }
    this.#changed()
  }

  accept(names: readonly string[]): void {
    const tools = this.#live.filter(({ name }) => names.includes(name))
    this.#keep(
      tools.map((tool) => ({
        ...tool,
        ...placeOf(tool.server, this.#list.servers),
        isOff: this.#kept.get(tool.name)?.isOff ?? false,
      })),
    )
  }

  switchTool(name: string, on: boolean): void {
    const tool = this.#kept.get(name)
    if (tool) this.#keep([{ ...tool, isOff: !on }])
  }

  trust(id: string, on: boolean): void {
    const { [id]: _before, ...others } = this.#trust
    const server = this.#list.servers.find((one) => one.id === id)
    this.#trust = on && server ? { ...others, [id]: server.identity } : others
    this.#storage.setItem(TRUST_KEY, JSON.stringify(this.#trust))
    this.#changed()
  }

  #isTrusted(server: string, identity: string): boolean {
    return identity !== '' && ownValue(this.#trust, server) === identity
  }

  async #ask(wanted: readonly string[]): Promise<void> {
    const found = await this.#client.tools(wanted)
    this.#list = await this.#client.servers()
    // A server that could not be started has told nothing of its tools.
    const told = wanted.filter((id) => this.#list.servers.find((server) => server.id === id)?.status !== 'failed')
    this.#live = [...this.#live.filter(({ server }) => !told.includes(server)), ...found]
    this.#asked = new Set([...this.#asked, ...told])
  }

  #keep(tools: readonly KeptTool[]): void {
    this.#kept = new Map([...this.#kept, ...tools.map((tool) => [tool.name, tool] as const)])
    this.#storage.setItem(KEY, JSON.stringify([...this.#kept.values()]))
    this.#changed()
  }

  #changed(): void {
    const kept = [...this.#kept.values()]
    const unasked = kept.filter(({ server }) => !this.#asked.has(server))
    const believed = this.#list.servers.filter(({ id, identity }) => this.#isTrusted(id, identity))
    this.#state = {
      ...this.#list,
      tools: [...this.#live, ...unasked].map((tool) => this.#standOf(tool)),
      trusted: new Set(believed.map(({ id }) => id)),
    }
    const wanted = kept
      .filter((tool) => !tool.isOff && this.#isAsKept(tool))
      .map((tool) => ({ ...tool, isTrusted: this.#isTrusted(tool.server, tool.identity) }))
    this.#runnable = wanted.map((of) => ({ of, tool: mcpTool(this.#client, of) }))
    this.#offered = this.#runnable.filter(({ of }) => !of.isAppOnly).map(({ tool }) => tool)
    for (const listener of this.#listeners) listener()
  }

  #standOf(tool: McpTool): ShelfTool {
    const before = this.#kept.get(tool.name)
    if (!before) return { tool, stand: 'new' }
    if (before.fingerprint !== tool.fingerprint) return { tool, stand: 'changed', before }
    return { tool, stand: before.isOff ? 'off' : 'on' }
  }

  /** What its server no longer has, or has changed, is known only once it was asked. */
  #isAsKept({ server, name, fingerprint }: KeptTool): boolean {
    return !this.#asked.has(server) || this.#live.some((tool) => tool.name === name && tool.fingerprint === fingerprint)
  }
}

function placeOf(id: string, servers: readonly McpServer[]): Pick<OfferedTool, 'label' | 'host'> {
  const { label = id, host } = servers.find((server) => server.id === id) ?? {}
  return { label, ...(host !== undefined && { host }) }
}

/** What was kept, as far as it can be believed: other versions and other hands write there too. */
function readKept(text: string | null): ReadonlyMap<string, KeptTool> {
  const value = parsed(text)
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  const tools = items.flatMap((item) => (isJsonObject(item) ? (keptTool(item) ?? []) : []))
  return new Map(tools.map((tool) => [tool.name, tool]))
}

const readTrust = (text: string | null): JsonObject => {
  const value = parsed(text)
  return isJsonObject(value) ? value : {}
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return undefined
  }
}

function keptTool(item: JsonObject): KeptTool | undefined {
  const tool = readTool(item)
  const { label, host, isOff } = item
  return tool && { ...tool, label: String(label), ...(typeof host === 'string' && { host }), isOff: isOff === true }
}
