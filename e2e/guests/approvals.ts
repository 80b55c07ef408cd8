import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isJsonObject, type JsonObject, type JsonValue } from '@parley/dialects'
import { createJob } from './job.ts'
import type { ModelServer } from './model-server.ts'
import { type Played, play } from './play.ts'
import { FINE } from './verdicts.ts'

/** An agent that calls MCP tools through our server, and how it is told of it. */
export interface Caller {
  readonly name: string
  /** Whether it has no tools of its own, so that our server calls them for it. */
  readonly borrows?: true
  command(at: CallerSettings): {
    readonly file: string
    readonly args: readonly string[]
    readonly env: Readonly<Record<string, string>>
    readonly files?: Readonly<Record<string, object>>
  }
}

interface CallerSettings {
  readonly base: string
  readonly model: string
  readonly folder: string
  readonly bin: string
  /** How it starts a client of its own beside our server. Absent: it comes over HTTP. */
  readonly program?: readonly [string, ...string[]]
}

/** Not required, a server has one second to come, and is left out of the first question then. */
const CODEX_WAITS = 'required=true,startup_timeout_sec=60,tool_timeout_sec=600'

const codex: Caller['command'] = ({ base, model, bin, program }) => ({
  file: join(bin, 'codex'),
  args: [
    'exec',
    '--skip-git-repo-check',
    '--dangerously-bypass-approvals-and-sandbox',
    '--model',
    model,
    '--config',
    'model_provider="parley"',
    '--config',
    `model_providers.parley={name="Parley",base_url="${base}/v1",wire_api="responses"}`,
    '--config',
    program
      ? `mcp_servers.parley={command=${JSON.stringify(program[0])},args=${JSON.stringify(program.slice(1))},${CODEX_WAITS}}`
      : `mcp_servers.parley={url="${base}/mcp",${CODEX_WAITS}}`,
    'Write the note.',
  ],
  env: {},
})

const claude: Caller['command'] = ({ base, model, bin, folder, program }) => {
  const parley = program ? { command: program[0], args: program.slice(1) } : { type: 'http', url: `${base}/mcp` }
  return {
    file: join(bin, 'claude'),
    args: [
      '-p',
      'Write the note.',
      '--model',
      model,
      '--mcp-config',
      join(folder, 'mcp.json'),
      '--allowedTools',
      'mcp__parley__files__edit_file',
    ],
    files: { 'mcp.json': { mcpServers: { parley } } },
    env: {
      ANTHROPIC_BASE_URL: base,
      ANTHROPIC_AUTH_TOKEN: 'none',
      ANTHROPIC_SMALL_FAST_MODEL: model,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      // Else its model is told of tools only when it looks for them.
      ENABLE_TOOL_SEARCH: 'false',
    },
  }
}

/** The MCP server that this house has is called `files`. */
const borrower = (name: string, door: string): Caller => ({
  name: `${name} without tools, model+files`,
  borrows: true,
  command: ({ base, model, bin }) => ({
    file: process.execPath,
    args: [join(bin, '..', '..', 'no-tools.mjs')],
    env: { BASE: base, MODEL: `${model}+files`, QUESTION: 'Write the note.', DOOR: door },
  }),
})

export const CALLERS: readonly Caller[] = [
  borrower('openai', 'chat'),
  borrower('@anthropic-ai/sdk', 'messages'),
  { name: 'Codex', command: codex },
  { name: 'Claude Code', command: claude },
]

export interface Room {
  readonly base: string
  readonly models: ModelServer
  readonly installed: string
  /** The folder in which the MCP server may write. */
  readonly notes: string
  /** How long a question stays undecided before somebody says yes. */
  readonly patienceMs: number
  readonly milliseconds: number
  readonly program?: readonly [string, ...string[]]
  readonly onPlayed: (title: string, played: Played) => void
}

/** What is in the file, and what one edit makes of it; another edit would make `bba`. */
const BEFORE = 'a'
const ONCE = 'ba'
const REASON = 'the ink is still wet'

type Ending = 'approved' | 'rejected' | 'abandoned'

const list = (value: JsonValue | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter((item): item is JsonObject => isJsonObject(item)) : []

/** What waits, as a page looks for it. */
async function waiting(base: string): Promise<readonly JsonObject[]> {
  const value: unknown = await (await fetch(`${base}/api/threads?status=waiting`, { headers: { origin: base } })).json()
  return isJsonObject(value)
    ? list(value['threads']).flatMap(({ id = '', pending }) => list(pending).map((call) => ({ ...call, thread: id })))
    : []
}

const decide = (base: string, { thread, callId }: JsonObject, answer: object) =>
  fetch(`${base}/api/threads/${encodeURIComponent(String(thread))}/resume`, {
    method: 'POST',
    headers: { origin: base, 'content-type': 'application/json' },
    body: JSON.stringify({ answers: [{ callId, ...answer }] }),
  })

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

async function firstWaiting(base: string, milliseconds: number): Promise<JsonObject | undefined> {
  for (const until = Date.now() + milliseconds; Date.now() < until; await pause(100)) {
    const [call] = await waiting(base)
    if (call) return call
  }
  return undefined
}

/** One visit: it calls, somebody decides or it is stopped, and what became of it is looked at. */
export async function playApproval(room: Room, caller: Caller, ending: Ending): Promise<string> {
  const { base, models, installed, notes, milliseconds, patienceMs } = room
  const { folder } = await createJob()
  const path = join(notes, `${caller.name}-${ending}.txt`.replaceAll(/[^\w.]+/g, '-'))
  await writeFile(path, BEFORE)
  models.folder = path
  const given = { base, model: 'native/caller', folder, bin: join(installed, 'node_modules', '.bin') }
  const { file, args, env, files } = caller.command({ ...given, ...(room.program && { program: room.program }) })
  for (const [name, value] of Object.entries(files ?? {})) await writeFile(join(folder, name), JSON.stringify(value))
  const leaving = new AbortController()
  const playing = play({ file, args, folder, env, milliseconds, signal: leaving.signal })
  const call = await Promise.race([firstWaiting(base, milliseconds), playing.then(() => undefined)])
  if (call && ending === 'rejected') await decide(base, call, { type: 'reject', reason: REASON })
  if (call && ending === 'abandoned') leaving.abort()
  if (call && ending === 'approved') {
    await pause(patienceMs)
    await decide(base, call, { type: 'approve' })
  }
  const played = await playing
  room.onPlayed(`${caller.name}, ${ending}`, played)
  if (!call) return `nothing waited: ${played.output.slice(-300).replaceAll(/[\s|]+/g, ' ')}`
  return await verdict(room, { path, call, ending, played })
}

interface Visited {
  readonly path: string
  readonly call: JsonObject
  readonly ending: Ending
  readonly played: Played
}

async function verdict({ base, models }: Room, { path, call, ending, played }: Visited): Promise<string> {
  const now = await readFile(path, 'utf8')
  if (ending === 'approved') {
    if (now !== ONCE) return `the file says ${now}`
    return played.output.includes('THE END') ? FINE : `it did not end: ${played.output.slice(-200).replaceAll(/[\s|]+/g, ' ')}`
  }
  if (now !== BEFORE) return 'it ran'
  if (ending === 'rejected') return JSON.stringify(models.requests).includes(REASON) ? FINE : 'the model was not told why'
  for (const until = Date.now() + 20_000; (await waiting(base)).length > 0; await pause(100))
    if (Date.now() > until) return 'the question was not withdrawn'
  const late = await decide(base, call, { type: 'approve' })
  await pause(500)
  return late.status === 409 && (await readFile(path, 'utf8')) === BEFORE ? FINE : 'it could still be approved'
}
