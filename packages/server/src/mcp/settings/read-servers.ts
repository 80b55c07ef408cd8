import { isJsonObject, type JsonObject, type Sentence } from '@parley/dialects'
import { refusal } from '../../http-fault.ts'
import { say } from '../words.ts'
import { parseJsonWithComments } from './json-with-comments.ts'
import { type ServerEntry, type ServerInput, serverEntry } from './server-entry.ts'

export interface ReadServers {
  readonly servers: readonly ServerEntry[]
  readonly inputs: readonly ServerInput[]
}

/** What READMEs tell people to paste: `mcpServers` of Claude, Cursor, Cline; `servers` and `inputs` of VS Code; or the map alone. */
export function readServersText(text: string, taken = new Set<string>()): ReadServers {
  let value: unknown
  try {
    value = parseJsonWithComments(text)
  } catch (error) {
    const where = error instanceof SyntaxError ? ` (${error.message})` : ''
    throw refusal('request/invalid', say('mcp.not-json', { where }))
  }
  const root = isJsonObject(value) ? value : {}
  const inner = isJsonObject(root['mcp']) ? root['mcp'] : root
  const isMap = Object.values(inner).some((entry) => isJsonObject(entry) && ('command' in entry || 'url' in entry))
  return readServers(isMap ? { mcpServers: inner } : inner, taken)
}

/** Several texts as one list; ids are free of each other. */
export function readServersTexts(texts: readonly string[]): ReadServers {
  const taken = new Set<string>()
  const read = texts.map((text) => readServersText(text, taken))
  return { servers: read.flatMap(({ servers }) => servers), inputs: read.flatMap(({ inputs }) => inputs) }
}

function readServers(root: JsonObject, taken: Set<string>): ReadServers {
  const entries = [...entriesIn(root['mcpServers']), ...entriesIn(root['servers'])]
  if (entries.length === 0) throw refusal('request/invalid', say('mcp.no-servers'))
  const servers = entries.map(([name, entry]) => {
    const id = freeId(name, taken)
    taken.add(id)
    return readEntry(id, name, entry)
  })
  return { servers, inputs: readInputs(root['inputs']) }
}

const entriesIn = (map: unknown) => (isJsonObject(map) ? Object.entries(map) : [])

/** `GitHub (work)` → `github-work`. */
function freeId(name: string, taken: ReadonlySet<string>): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
  const base = plain.slice(0, 20).replace(/-+$/, '') || 'server'
  for (let count = 1; ; count++) {
    const id = count === 1 ? base : `${base}-${count}`
    if (!taken.has(id)) return id
  }
}

const APPROVING = ['autoApprove', 'alwaysAllow', 'trust', 'autoRun']
const KNOWN = new Set(
  'type transport command args env envFile cwd url serverUrl httpUrl headers oauth timeout disabled enabled disabledTools name description'.split(
    ' ',
  ),
)

function readEntry(id: string, name: string, value: unknown): ServerEntry {
  const given = isJsonObject(value) ? value : {}
  const url = given['url'] ?? given['serverUrl'] ?? given['httpUrl']
  const shared = {
    id,
    label: name,
    disabled: given['disabled'] === true || given['enabled'] === false,
    disabledTools: Array.isArray(given['disabledTools']) ? given['disabledTools'] : [],
    notes: notesOn(given),
    ...(typeof given['timeout'] === 'number' && { timeoutMs: inMilliseconds(given['timeout']) }),
  }
  const draft =
    url === undefined
      ? {
          ...shared,
          kind: 'stdio',
          command: given['command'],
          args: given['args'] ?? [],
          env: asTexts(given['env']),
          ...(given['envFile'] !== undefined && { envFile: given['envFile'] }),
          ...(given['cwd'] !== undefined && { cwd: given['cwd'] }),
        }
      : {
          ...shared,
          kind: isSse(given) ? 'sse' : 'http',
          url,
          headers: asTexts(given['headers']),
          ...(given['oauth'] !== undefined && { oauth: given['oauth'] }),
        }
  const read = serverEntry.safeParse(draft)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const problem = given['command'] === undefined && url === undefined ? 'it has neither `command` nor `url`' : problemOf(issue)
  throw refusal('request/invalid', say('mcp.entry', { name, problem }))
}

const problemOf = (issue: { readonly path: readonly PropertyKey[]; readonly message: string } | undefined) =>
  `\`${issue?.path.map(String).join('.') ?? ''}\`: ${issue?.message ?? ''}`

const isSse = (given: JsonObject) => given['type'] === 'sse' || given['transport'] === 'sse'

/** Some hosts count seconds, others milliseconds; nobody gives a server less than a second. */
const inMilliseconds = (timeout: number) => Math.max(1, Math.round(timeout < 1000 ? timeout * 1000 : timeout))

/** Numbers and switches are written as they are read by a program. */
function asTexts(map: unknown): unknown {
  if (!isJsonObject(map)) return map ?? {}
  return Object.fromEntries(
    Object.entries(map).map(([key, value]) => [
      key,
      typeof value === 'number' || typeof value === 'boolean' ? `${value}` : value,
    ]),
  )
}

function notesOn(given: JsonObject): readonly Sentence[] {
  const approving = APPROVING.filter((field) => given[field] !== undefined && given[field] !== false)
  const unknown = Object.keys(given).filter((field) => !KNOWN.has(field) && !APPROVING.includes(field))
  return [
    ...approving.map((field) => say('mcp.no-approval-taken', { field })),
    ...(unknown.length > 0 ? [say('mcp.unknown-fields', { fields: unknown.join(', ') })] : []),
  ]
}

function readInputs(list: unknown): readonly ServerInput[] {
  if (!Array.isArray(list)) return []
  return list.flatMap((input: unknown) =>
    isJsonObject(input) && typeof input['id'] === 'string'
      ? [{ id: input['id'], description: String(input['description'] ?? input['id']), password: input['password'] !== false }]
      : [],
  )
}
