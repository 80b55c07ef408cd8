import type { McpConfig } from '../config-schema.ts'
import { refusal } from '../http-fault.ts'
import type { ServerContext } from '../server-context.ts'
import { type CallBook, createCallBook } from './call-book.ts'
import { Connection } from './connection/connection.ts'
import type { Logins } from './oauth/logins.ts'
import type { OwnServers } from './own-servers.ts'
import type { Environment } from './settings/resolve-entry.ts'
import { say } from './words.ts'

export interface McpParts {
  readonly server: ServerContext
  readonly config: McpConfig
  readonly env: Environment
  readonly own: OwnServers
  /** Whether this server is reached from this computer only. */
  readonly isLocal: boolean
  readonly logins: Logins
}

/** Whose logins count, and whose programs are shared. */
interface Owned {
  readonly owner: string
  readonly all: Mcp
}

/** All MCP servers of this process, and the calls to them. */
export class Mcp {
  readonly server: ServerContext
  readonly config: McpConfig
  readonly own: OwnServers
  readonly mayEdit: boolean
  readonly calls: CallBook
  readonly #parts: McpParts
  readonly #owned: Owned | undefined
  readonly #owners = new Map<string, Mcp>()
  readonly #listeners = new Set<() => void>()
  #connections = new Map<string, Connection>()

  constructor(parts: McpParts, owned?: Owned) {
    const { server, config, own, isLocal } = parts
    this.server = server
    this.config = config
    this.own = own
    this.mayEdit = config.edit && isLocal
    this.calls = owned?.all.calls ?? createCallBook()
    this.#parts = parts
    this.#owned = owned
    this.#connect()
  }

  /** The same servers with the logins of one owner: programs are everybody's, a connection that was logged in is its owner's. */
  of(owner: string): Mcp {
    const all = this.#owned?.all ?? this
    const known = all.#owners.get(owner) ?? new Mcp(all.#parts, { owner, all })
    all.#owners.set(owner, known)
    return known
  }

  get connections(): readonly Connection[] {
    return [...this.#connections.values()]
  }

  connection(id: string): Connection {
    const found = this.#connections.get(id)
    if (!found) throw refusal('request/not-found', say('mcp.no-server', { id }))
    return found
  }

  /** Whether it was added in the studio, where it can be taken away again. */
  isOwn(id: string): boolean {
    return !this.config.servers.some((entry) => entry.id === id)
  }

  /** After something was added or taken away. Servers that stay go on. */
  async changed(): Promise<void> {
    if (this.#owned) return await this.#owned.all.changed()
    await this.#renew()
    for (const owned of this.#owners.values()) await owned.#renew()
  }

  async #renew(): Promise<void> {
    const before = this.#connections
    this.#connect()
    for (const [id, connection] of before) if (this.#connections.get(id) !== connection) await connection.stop()
    this.#told()
  }

  /** Told when there are, or may be, other tools than before. */
  onTools(listener: () => void): void {
    this.#listeners.add(listener)
  }

  #told(): void {
    for (const listener of this.#listeners) listener()
    // Programs are everybody's.
    if (!this.#owned) for (const owned of this.#owners.values()) owned.#told()
  }

  async close(): Promise<void> {
    const connections = [this, ...this.#owners.values()].flatMap((mcp) => mcp.connections)
    await Promise.all([...new Set(connections)].map((connection) => connection.stop()))
  }

  #connect(): void {
    const own = this.own.read(new Set(this.config.servers.map(({ id }) => id)))
    const { env, logins } = this.#parts
    const variables = { env, inputs: [...this.config.inputs, ...own.inputs], answers: this.own.answers }
    const onTools = () => this.#told()
    const { owner } = this.#owned ?? {}
    const options = {
      config: this.config,
      variables,
      now: this.server.now,
      onTools,
      ...(owner !== undefined && { login: { owner, logins } }),
    }
    this.#connections = new Map(
      [...this.config.servers, ...own.servers].map((entry) => {
        const known = this.#connections.get(entry.id)
        const isSame = known && JSON.stringify(known.entry) === JSON.stringify(entry)
        const all = entry.kind === 'stdio' ? this.#owned?.all : undefined
        const shared = all && all.#connections.get(entry.id)
        return [entry.id, shared ?? (isSame ? known : new Connection(entry, options))]
      }),
    )
  }
}
