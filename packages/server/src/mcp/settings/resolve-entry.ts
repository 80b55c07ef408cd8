import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { parseEnv } from 'node:util'
import { refusal } from '../../http-fault.ts'
import { say } from '../words.ts'
import { SECRET_NAME, type ServerEntry, type ServerInput } from './server-entry.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export interface Variables {
  readonly env: Environment
  readonly inputs: readonly ServerInput[]
  /** What was answered in the settings, by the id of the input. */
  readonly answers: ReadonlyMap<string, string>
}

/** A program with its arguments or an address with its headers: everything filled in, so it leaves the server for nobody but the MCP server. */
export type ResolvedEntry =
  | {
      readonly kind: 'stdio'
      readonly command: string
      readonly args: readonly string[]
      readonly env: Readonly<Record<string, string>>
      readonly cwd?: string
    }
  | {
      readonly kind: 'http' | 'sse'
      readonly url: string
      readonly headers: Readonly<Record<string, string>>
      /** Who we are to whoever gives out its logins. Absent: we say so ourselves. */
      readonly client?: { readonly id: string; readonly secret?: string }
    }

/** Also says which texts are secret. Throws a fault that names what is missing. */
export async function resolveEntry(
  entry: ServerEntry,
  variables: Variables,
): Promise<{ readonly entry: ResolvedEntry; readonly secrets: readonly string[] }> {
  const secrets = new Set<string>()
  const filled = (text: string) => fill(text, variables, (secret) => secrets.add(secret))
  if (entry.kind !== 'stdio') {
    const headers = mapValues(entry.headers, filled)
    for (const value of Object.values(headers)) keepSecret(value, secrets)
    const client = entry.oauth && {
      id: filled(entry.oauth.clientId),
      ...(entry.oauth.clientSecret !== undefined && { secret: filled(entry.oauth.clientSecret) }),
    }
    if (client?.secret !== undefined) keepSecret(client.secret, secrets)
    return { entry: { kind: entry.kind, url: filled(entry.url), headers, ...(client && { client }) }, secrets: [...secrets] }
  }
  const fromFile = entry.envFile === undefined ? {} : await readEnvFile(filled(entry.envFile))
  const env = { ...fromFile, ...mapValues(entry.env, filled) }
  for (const [name, value] of Object.entries(env)) if (SECRET_NAME.test(name) || name in fromFile) keepSecret(value, secrets)
  return {
    entry: {
      kind: 'stdio',
      command: filled(entry.command),
      args: entry.args.map(filled),
      env,
      ...(entry.cwd !== undefined && { cwd: filled(entry.cwd) }),
    },
    secrets: [...secrets],
  }
}

/** `Bearer abc` is as secret as `abc`. */
function keepSecret(value: string, secrets: Set<string>): void {
  secrets.add(value)
  secrets.add(value.replace(/^(?:Bearer|Basic|Token) /i, ''))
}

function mapValues(map: Readonly<Record<string, string>>, change: (text: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value)]))
}

/** `${env:NAME}`, `${NAME}`, `${NAME:-otherwise}`, `${input:id}`, `${userHome}`, and `$NAME` where it is the whole. */
const SLOT = /\$\{([^}]+)\}|^\$([A-Za-z_]\w*)$/g

function fill(text: string, variables: Variables, isSecret: (value: string) => void): string {
  return text.replaceAll(SLOT, (_slot, inner: string | undefined, whole: string | undefined) => {
    const name = inner ?? whole ?? ''
    if (name === 'userHome') return homedir()
    if (name === 'workspaceFolder' || name === 'cwd') return process.cwd()
    const value = name.startsWith('input:') ? answerTo(name.slice(6), variables) : variableOf(name, variables.env)
    isSecret(value)
    return value
  })
}

function variableOf(name: string, env: Environment): string {
  const [, plain = name, otherwise] = /^(?:env:)?([^:]+)(?::-(.*))?$/s.exec(name) ?? []
  const value = env[plain] || otherwise
  if (value === undefined) throw refusal('request/invalid', say('mcp.variable', { variable: plain }))
  return value
}

/** A question that an entry asks by `${input:id}`. The answer is told to nobody. */
export interface NeededInput extends ServerInput {
  /** What may hold the answer where we are started. */
  readonly variable: string
  readonly isAnswered: boolean
}

/** What an entry needs to be told, and whether it was. */
export function inputsOf(entry: ServerEntry, variables: Variables): readonly NeededInput[] {
  const ids = new Set([...JSON.stringify(entry).matchAll(/\$\{input:([^}"\\]+)\}/g)].map(([, id = '']) => id))
  return [...ids].map((id) => {
    const told = variables.inputs.find((input) => input.id === id) ?? { id, description: id, password: true }
    return { ...told, variable: inputVariable(id), isAnswered: answerOf(id, variables) !== undefined }
  })
}

const inputVariable = (id: string) => `PARLEY_MCP_INPUT_${id.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`

const answerOf = (id: string, { env, answers }: Variables) => answers.get(id) ?? env[inputVariable(id)]

function answerTo(id: string, variables: Variables): string {
  const answer = answerOf(id, variables)
  const what = variables.inputs.find((input) => input.id === id)?.description ?? id
  if (answer === undefined) throw refusal('request/invalid', say('mcp.input', { what, variable: inputVariable(id) }))
  return answer
}

async function readEnvFile(file: string): Promise<Record<string, string>> {
  const path = isAbsolute(file) ? file : join(process.cwd(), file)
  try {
    const read = parseEnv(await readFile(path, 'utf8'))
    return Object.fromEntries(Object.entries(read).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
  } catch {
    throw refusal('request/invalid', say('mcp.env-file', { file }))
  }
}
