import type { McpConfig } from '../config-schema.ts'
import { refusal } from '../http-fault.ts'
import type { ServerContext } from '../server-context.ts'
import { type CallBook, createCallBook } from './call-book.ts'
import { Connection } from './connection/connection.ts'
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
}

/** All MCP servers of this process, and the calls to them. */
export class Mcp {
  readonly server: ServerContext
  readonly config: McpConfig
  readonly own: OwnServers
  readonly mayEdit: boolean
  readonly calls: CallBook = createCallBook()
  readonly #env: Environment
  readonly #listeners = new Set<() => void>()
  #connections = new Map<string, Connection>()

  constructor({ server, config, env, own, isLocal }: McpParts) {
    this.server = server
    this.config = config
    this.own = own
    this.mayEdit = config.edit && isLocal
    this.#env = env
    this.#connect()
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
  }

  async close(): Promise<void> {
    await Promise.all(this.connections.map((connection) => connection.stop()))
  }

  #connect(): void {
    const own = this.own.read(new Set(this.config.servers.map(({ id }) => id)))
    const variables = { env: this.#env, inputs: [...this.config.inputs, ...own.inputs], answers: this.own.answers }
    const onTools = () => this.#told()
    const options = { config: this.config, variables, now: this.server.now, onTools }
    this.#connections = new Map(
      [...this.config.servers, ...own.servers].map((entry) => {
        const known = this.#connections.get(entry.id)
        const isSame = known && JSON.stringify(known.entry) === JSON.stringify(entry)
        return [entry.id, isSame ? known : new Connection(entry, options)]
      }),
    )
  }
}
