import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isJsonObject, type JsonObject, type JsonValue } from '@parley/dialects'
import { toolsNamed } from '../../tools/page-toolsets.ts'
import type { Connection } from '../connection/connection.ts'
import type { Mcp } from '../mcp.ts'
import { identityOf } from '../settings/server-entry.ts'
import type { McpTool, ToolHints } from '../tools/mcp-tool.ts'

/** A tool as clients are told of it. */
export interface GuestTool {
  readonly name: string
  readonly description: string
  readonly parameters: JsonObject
  readonly title?: string
  readonly hints?: ToolHints
  /** Absent: it is the page's own, and runs there. */
  readonly fingerprint?: string
  /** What its server says of it. */
  readonly says?: { readonly by: string; readonly text: string }
}

/** Files and sandbox of the page. */
const OWN: readonly GuestTool[] = toolsNamed(['browser_js', 'vfs']).map(({ name, description, parameters }) => ({
  name,
  description,
  parameters,
}))

/** How long a client waits for servers of which nothing was ever known. Some ask once, and do not wait for who is slow. */
const PATIENCE_MS = 1000

/** The tools of all servers and our own, as they were last known: a client that starts is answered at once. */
export class GuestTools {
  readonly #mcp: Mcp
  readonly #file: string
  readonly #listeners = new Set<() => void>()
  #stored: ReadonlyMap<string, readonly McpTool[]>
  #asking: Promise<void> | undefined
  #told = ''

  private constructor(mcp: Mcp, file: string, stored: ReadonlyMap<string, readonly McpTool[]>) {
    this.#mcp = mcp
    this.#file = file
    this.#stored = stored
    this.#told = JSON.stringify(this.#all())
    mcp.onTools(() => void this.#ask())
  }

  static async open(mcp: Mcp, file: string): Promise<GuestTools> {
    return new GuestTools(mcp, file, await readStored(file))
  }

  /** Told when the list is not what it was. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async list(): Promise<readonly GuestTool[]> {
    this.#asking ??= this.#ask()
    const isUnknown = this.#offered().some((connection) => !this.#known(connection))
    if (isUnknown) await Promise.race([this.#asking, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS).unref())])
    return this.#all()
  }

  async find(name: string): Promise<GuestTool | undefined> {
    return (await this.list()).find((tool) => tool.name === name)
  }

  #offered(): readonly Connection[] {
    return this.#mcp.connections.filter(({ entry }) => !entry.disabled)
  }

  #known(connection: Connection): readonly McpTool[] | undefined {
    return connection.known?.tools ?? this.#stored.get(keyOf(connection))
  }

  #all(): readonly GuestTool[] {
    const theirs = this.#offered().flatMap((connection) =>
      (this.#known(connection) ?? [])
        // What is for views alone is no agent's to call.
        .filter(({ isAppOnly }) => !isAppOnly)
        .map((tool) => toGuestTool(tool, connection.entry.label)),
    )
    return [...OWN, ...theirs]
  }

  /** Asks every server, and tells who listens if something is new. */
  async #ask(): Promise<void> {
    await Promise.all(this.#offered().map((connection) => connection.tools().catch(() => undefined)))
    const text = JSON.stringify(this.#all())
    if (text === this.#told) return
    this.#told = text
    for (const listener of this.#listeners) listener()
    await this.#store().catch(() => undefined)
  }

  async #store(): Promise<void> {
    const lists = this.#offered().flatMap((connection) => {
      const known = this.#known(connection)
      return known ? [[keyOf(connection), known] as const] : []
    })
    this.#stored = new Map(lists)
    await mkdir(dirname(this.#file), { recursive: true })
    await writeFile(`${this.#file}.new`, JSON.stringify(Object.fromEntries(lists)), { mode: 0o600 })
    await rename(`${this.#file}.new`, this.#file)
  }
}

/** Another program under the same name has other tools. */
const keyOf = ({ entry }: Connection): string => `${entry.id} ${identityOf(entry)}`

function toGuestTool(tool: McpTool, label: string): GuestTool {
  const { name, description, parameters, title, hints, fingerprint } = tool
  const text = [...(title === undefined ? [] : [title]), description].join('\n')
  return {
    name,
    description,
    parameters,
    fingerprint,
    says: { by: label, text },
    ...(title !== undefined && { title }),
    ...(hints && { hints }),
  }
}

async function readStored(file: string): Promise<ReadonlyMap<string, readonly McpTool[]>> {
  const text = await readFile(file, 'utf8').catch(() => '{}')
  const value = parsed(text)
  return new Map(Object.entries(isJsonObject(value) ? value : {}).map(([key, tools]) => [key, toolsIn(tools)]))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const TEXTS = ['server', 'name', 'tool', 'description', 'fingerprint']

function toolsIn(value: JsonValue): readonly McpTool[] {
  const items = Array.isArray(value) ? value.filter((item): item is JsonObject => isJsonObject(item)) : []
  // Written by ourselves; what another hand has changed must at least be told without harm.
  return items.filter(
    (item) => TEXTS.every((key) => typeof item[key] === 'string') && isJsonObject(item['parameters']),
  ) as unknown as McpTool[]
}
