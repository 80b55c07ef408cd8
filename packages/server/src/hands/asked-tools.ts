import type { ChatRequest } from '@parley/dialects'
import { refusal } from '../http-fault.ts'
import { splitDialect } from '../routing/model-aliases.ts'
import type { ServerContext } from '../server-context.ts'
import { say } from '../words.ts'

/** By which a client asks for tools of ours: `mcp`, `files`, `sandbox` or names of MCP servers, with commas between them. */
export const TOOLS_HEADER = 'x-parley-tools'

/** All MCP servers. */
export const ALL_SERVERS = 'mcp'

/** What an open page runs, as its toolsets are called. */
export const PAGE_TOOLS: Readonly<Record<string, string>> = { files: 'vfs', sandbox: 'browser_js' }

const OWN: readonly string[] = [ALL_SERVERS, ...Object.keys(PAGE_TOOLS)]

interface AskedTools {
  /** The model's name without them. */
  readonly model: string
  /** Each is known, and none stands there twice. */
  readonly names: readonly string[]
}

type Knowing = Pick<ServerContext, 'lendsHands' | 'tools'>

/** What a request asks for, in a header or behind the name of its model. Throws where it asks for what is not there, or not allowed. */
export async function askedTools(
  server: Knowing,
  { model: id }: Pick<ChatRequest, 'model'>,
  { headers }: Request,
): Promise<AskedTools> {
  const listed = (headers.get(TOOLS_HEADER) ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  if (listed.length === 0 && !id.includes('+')) return { model: id, names: [] }
  const known = server.lendsHands ? await knownNames(server) : OWN
  const { model, names } = splitTools(id, known)
  const asked = [...new Set([...listed, ...names])]
  if (asked.length > 0 && !server.lendsHands) throw refusal('request/forbidden', say('hands.off'), { field: TOOLS_HEADER })
  const unknown = asked.find((name) => !known.includes(name))
  if (unknown === undefined) return { model, names: asked }
  throw refusal('request/invalid', say('hands.unknown', { name: unknown, known: known.join(', ') }), { field: TOOLS_HEADER })
}

/** The model of a name behind which tools may stand. */
export async function modelWithout(server: Knowing, id: string): Promise<string> {
  return id.includes('+') && server.lendsHands ? splitTools(id, await knownNames(server)).model : id
}

/** For doors at which no model is asked in a loop, so that it is not lost in silence. */
export function refuseHands({ headers }: Request): void {
  if (headers.has(TOOLS_HEADER)) throw refusal('request/invalid', say('hands.no-door'), { field: TOOLS_HEADER })
}

async function knownNames({ tools }: Knowing): Promise<readonly string[]> {
  return [...new Set([...OWN, ...((await tools.source?.servers()) ?? [])])]
}

/** `qwen3+files+github@hermes` is `qwen3@hermes` and two names. What nobody knows belongs to the name of the model. */
export function splitTools(id: string, known: readonly string[]): AskedTools {
  const [name, dialect] = splitDialect(id)
  const before = taken(name, known)
  const behind = dialect === undefined ? undefined : taken(dialect, known)
  return {
    model: behind ? `${before.rest}@${behind.rest}` : before.rest,
    names: [...before.names, ...(behind?.names ?? [])],
  }
}

function taken(text: string, known: readonly string[]): { readonly rest: string; readonly names: readonly string[] } {
  const words = text.split('+')
  const strange = words.findLastIndex((word, index) => index === 0 || !known.includes(word))
  return { rest: words.slice(0, strange + 1).join('+'), names: words.slice(strange + 1) }
}
