import { FaultError, isJsonObject } from '@parley/dialects'
import type { z } from 'zod'
import { type Config, configSchema } from './config-schema.ts'
import { parseJsonWithComments } from './mcp/settings/json-with-comments.ts'
import { readServersTexts } from './mcp/settings/read-servers.ts'

export interface ConfigSources {
  readonly env: Readonly<Record<string, string | undefined>>
  /** The text of `parley.config.json`. Absent: there is none. */
  readonly file?: string
  /** The text of the file that `PARLEY_MCP` names. Absent: there is none. */
  readonly mcpFile?: string
}

type Draft = Record<string, unknown>

/** Environment and file → one configuration, checked once. The environment wins, because it is nearer to the person who starts it. */
export function readConfig({ env, file, mcpFile }: ConfigSources): Config {
  const { mcpServers, servers, inputs, ...draft } = file === undefined ? {} : parseFile(file)
  const listed: readonly unknown[] = Array.isArray(draft['providers']) ? draft['providers'] : []
  const { fromEnv, fromFile } = withoutTwins(
    providersFromEnv(env),
    listed.map((item) => resolveKey(item, env)),
  )
  const merged = {
    ...draft,
    ...topLevel(env, draft),
    ...(draft['signIn'] !== undefined && { signIn: resolveSecrets(draft['signIn'], env) }),
    mcp: mcpDraft({ env, draft, pasted: { mcpServers, servers, inputs }, mcpFile }),
    providers: [...fromEnv, ...fromFile],
  }
  const result = configSchema.safeParse(merged)
  if (!result.success) throw misconfigured(result.error, fromEnv)
  return result.data
}

interface McpSources {
  readonly env: ConfigSources['env']
  readonly draft: Draft
  /** What stands in the configuration file, as READMEs write it. */
  readonly pasted: Draft
  readonly mcpFile: string | undefined
}

function mcpDraft({ env, draft, pasted, mcpFile }: McpSources): Draft {
  const own = isJsonObject(pasted['mcpServers']) || isJsonObject(pasted['servers']) ? [JSON.stringify(pasted)] : []
  const read = readServersTexts([...own, ...(mcpFile === undefined ? [] : [mcpFile])])
  const edit = env['PARLEY_MCP_EDIT']
  return { ...object(draft['mcp']), ...read, ...(edit && { edit: isOn(edit) }) }
}

function parseFile(text: string): Draft {
  try {
    const value: unknown = parseJsonWithComments(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch (error) {
    throw invalid(`parley.config.json is not valid JSON${placeOf(error)}. Mend it, or delete it to start without.`)
  }
  throw invalid('parley.config.json must hold one JSON object. Mend it, or delete it to start without.')
}

/** Where the mistake is. What stands there may be a key, and so is not quoted. */
function placeOf(error: unknown): string {
  const said = error instanceof Error ? error.message : ''
  const place = /line \d+ column \d+/.exec(said) ?? /position \d+|Unexpected token '.'/.exec(said)
  return place ? ` (${place[0]})` : ''
}

/** Which variable sets which field, so that a complaint can name what the person typed. */
const VARIABLES: Readonly<Record<string, string>> = {
  host: 'HOST',
  port: 'PORT',
  token: 'PARLEY_TOKEN',
  secret: 'PARLEY_SECRET',
  hosts: 'PARLEY_HOSTS',
  origins: 'PARLEY_ORIGINS',
  defaultModel: 'PARLEY_DEFAULT_MODEL',
  aliases: 'PARLEY_ALIASES',
  discover: 'PARLEY_DISCOVER',
  askNative: 'PARLEY_ASK_NATIVE',
  leakNet: 'PARLEY_LEAK_NET',
  traffic: 'PARLEY_TRAFFIC',
  hands: 'PARLEY_HANDS',
  offline: 'PARLEY_OFFLINE',
  demo: 'PARLEY_DEMO',
  'demo.pace': 'PARLEY_DEMO_PACE',
  'demo.pieces': 'PARLEY_DEMO_PIECES',
  'limits.retries': 'PARLEY_RETRIES',
  tokens: 'PARLEY_TOKENS',
  trustProxy: 'PARLEY_TRUST_PROXY',
  'log.level': 'PARLEY_LOG',
  'log.format': 'PARLEY_LOG_FORMAT',
  'agent.database': 'DATABASE_URL',
  'agent.folder': 'PARLEY_DATA',
  'mcp.edit': 'PARLEY_MCP_EDIT',
  'engine.files': 'PARLEY_MODEL',
  'engine.install': 'PARLEY_ENGINE',
  'engine.accelerator': 'PARLEY_GPU',
  'engine.contextTokens': 'PARLEY_CONTEXT',
  'engine.threads': 'PARLEY_THREADS',
  'engine.mirror': 'PARLEY_MIRROR',
}

/** Variables of the provider that is only named in the environment, and of the host that starts the server. */
const OTHER_VARIABLES = ['URL', 'KIND', 'KEY', 'DIALECT', 'MODELS', 'CONFIG', 'PAGE', 'MCP'].map((name) => `PARLEY_${name}`)

/** Variables that look like ours and that nobody reads: most likely a name was mistyped, perhaps that of the token. */
export function unknownVariables(env: ConfigSources['env']): readonly string[] {
  const known = new Set([...Object.values(VARIABLES), ...OTHER_VARIABLES])
  const isOurs = (name: string) => known.has(name) || name.startsWith('PARLEY_MCP_INPUT_')
  return Object.keys(env).filter((name) => name.startsWith('PARLEY_') && !isOurs(name))
}

function topLevel(env: ConfigSources['env'], draft: Draft): Draft {
  const set: Draft = {}
  if (env['HOST']) set['host'] = env['HOST']
  if (env['PORT']) set['port'] = numeric(env['PORT'])
  if (env['PARLEY_TOKEN']) set['token'] = env['PARLEY_TOKEN']
  if (env['PARLEY_SECRET']) set['secret'] = env['PARLEY_SECRET']
  if (env['PARLEY_HOSTS']) set['hosts'] = list(env['PARLEY_HOSTS'])
  if (env['PARLEY_ORIGINS']) set['origins'] = list(env['PARLEY_ORIGINS'])
  if (env['PARLEY_DEFAULT_MODEL']) set['defaultModel'] = env['PARLEY_DEFAULT_MODEL']
  if (env['PARLEY_ALIASES']) set['aliases'] = pairs(env['PARLEY_ALIASES'], '=')
  if (env['PARLEY_DISCOVER']) set['discover'] = isOn(env['PARLEY_DISCOVER'])
  if (env['PARLEY_ASK_NATIVE']) set['askNative'] = isOn(env['PARLEY_ASK_NATIVE'])
  if (env['PARLEY_LEAK_NET']) set['leakNet'] = isOn(env['PARLEY_LEAK_NET'])
  if (env['PARLEY_TRAFFIC']) set['traffic'] = isOn(env['PARLEY_TRAFFIC'])
  if (env['PARLEY_OFFLINE']) set['offline'] = isOn(env['PARLEY_OFFLINE'])
  if (env['PARLEY_HANDS']) set['hands'] = isOn(env['PARLEY_HANDS'])
  if (env['PARLEY_TRUST_PROXY']) set['trustProxy'] = numeric(env['PARLEY_TRUST_PROXY'])
  const demo = { ...object(draft['demo']) }
  if (env['PARLEY_DEMO_PACE']) demo['pace'] = numeric(env['PARLEY_DEMO_PACE'])
  if (env['PARLEY_DEMO_PIECES']) demo['pieces'] = numeric(env['PARLEY_DEMO_PIECES'])
  // How fast it would speak does not bring a demo back that the file has sent away.
  if (Object.keys(demo).length > 0 && draft['demo'] !== false) set['demo'] = demo
  if (env['PARLEY_DEMO'] && !isOn(env['PARLEY_DEMO'])) set['demo'] = false
  if (env['PARLEY_RETRIES']) set['limits'] = { ...object(draft['limits']), retries: numeric(env['PARLEY_RETRIES']) }
  if (env['PARLEY_TOKENS']) set['tokens'] = pairs(env['PARLEY_TOKENS'], ':')
  const log = { ...object(draft['log']) }
  if (env['PARLEY_LOG']) log['level'] = env['PARLEY_LOG'].toLowerCase()
  if (env['PARLEY_LOG_FORMAT']) log['format'] = env['PARLEY_LOG_FORMAT'].toLowerCase()
  if (Object.keys(log).length > 0) set['log'] = log
  const agent = { ...object(draft['agent']) }
  if (env['DATABASE_URL']) agent['database'] = env['DATABASE_URL']
  if (env['PARLEY_DATA']) agent['folder'] = env['PARLEY_DATA']
  if (Object.keys(agent).length > 0) set['agent'] = agent
  const engine = engineDraft(env, object(draft['engine']))
  if (Object.keys(engine).length > 0) set['engine'] = engine
  return set
}

function engineDraft(env: ConfigSources['env'], draft: Draft): Draft {
  const { files = [] } = draft
  const mirror = env['PARLEY_MIRROR'] || env['HF_ENDPOINT']
  return {
    ...draft,
    ...(env['PARLEY_MODEL'] && { files: [env['PARLEY_MODEL'], ...(Array.isArray(files) ? files : [files])] }),
    ...(env['PARLEY_ENGINE'] && { install: env['PARLEY_ENGINE'] === 'install' }),
    ...(env['PARLEY_GPU'] && { accelerator: env['PARLEY_GPU'] }),
    ...(env['PARLEY_CONTEXT'] && { contextTokens: numeric(env['PARLEY_CONTEXT']) }),
    ...(env['PARLEY_THREADS'] && { threads: numeric(env['PARLEY_THREADS']) }),
    ...(mirror && { mirror }),
  }
}

/** `anna:her-token,ben:his-token`. What has no name is kept as it is, so that the schema can complain about it. */
function pairs(text: string, between: ':' | '='): unknown {
  const found = list(text).map((item) => new RegExp(`^([^${between}]+)${between}(.+)$`).exec(item))
  return found.every((pair) => pair !== null) ? Object.fromEntries(found.map(([, name, value]) => [name, value])) : text
}

function providersFromEnv(env: ConfigSources['env']): readonly Draft[] {
  const found: Draft[] = []
  if (env['PARLEY_URL']) {
    found.push({
      id: 'custom',
      kind: env['PARLEY_KIND'] || 'openai-compatible',
      url: env['PARLEY_URL'],
      ...(env['PARLEY_KEY'] && { key: env['PARLEY_KEY'] }),
      ...(env['PARLEY_DIALECT'] && { dialect: env['PARLEY_DIALECT'] }),
      models: list(env['PARLEY_MODELS'] ?? ''),
    })
  }
  for (const vendor of VENDORS) {
    const key = vendor.keys.map((name) => env[name]).find(Boolean)
    if (!key) continue
    const url = vendor.url && env[vendor.url]
    found.push({ id: vendor.id, kind: vendor.kind, key, ...(url && { url }), models: list(env[vendor.models] ?? '') })
  }
  return found
}

/**
 * A key that the file names and the environment holds is one account, and so one provider: the file's, which says more, with
 * what the environment says besides the key.
 */
function withoutTwins(fromEnv: readonly Draft[], fromFile: readonly unknown[]) {
  const twinOf = (item: Draft) => fromEnv.find(({ key }) => key !== undefined && key === item['key'])
  const merged = fromFile.map((item) => {
    const { url, models } = twinOf(object(item)) ?? {}
    const said = Array.isArray(models) && models.length > 0 ? { models } : {}
    return url === undefined && !('models' in said) ? item : { ...object(item), ...(url !== undefined && { url }), ...said }
  })
  const twins = new Set(fromFile.map((item) => twinOf(object(item))))
  return { fromEnv: fromEnv.filter((draft) => !twins.has(draft)), fromFile: merged }
}

const VENDORS = [
  { id: 'openai', kind: 'openai-responses', keys: ['OPENAI_API_KEY'], url: 'OPENAI_BASE_URL', models: 'OPENAI_MODELS' },
  { id: 'anthropic', kind: 'anthropic', keys: ['ANTHROPIC_API_KEY'], url: 'ANTHROPIC_BASE_URL', models: 'ANTHROPIC_MODELS' },
  { id: 'gemini', kind: 'gemini', keys: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'], url: 'GEMINI_BASE_URL', models: 'GEMINI_MODELS' },
] as const

/** `"key": "$NAME"` keeps the key itself out of the file. */
function resolveKey(item: unknown, env: ConfigSources['env']): unknown {
  const provider = object(item)
  const key = provider['key']
  if (typeof key !== 'string' || !key.startsWith('$')) return item
  const value = env[key.slice(1)]
  if (!value)
    throw invalid(
      `The provider \`${String(provider['id'])}\` takes its key from ${key}, which is not set. Set it, or remove the provider from parley.config.json.`,
    )
  return { ...provider, key: value }
}

/** `$NAME` in a secret of the sign-in likewise. */
function resolveSecrets(item: unknown, env: ConfigSources['env']): unknown {
  if (!isJsonObject(item)) return item
  const resolved = { ...object(item) }
  for (const field of ['clientSecret', 'proxySecret']) {
    const value = resolved[field]
    if (typeof value !== 'string' || !value.startsWith('$')) continue
    if (!env[value.slice(1)])
      throw invalid(`\`signIn.${field}\` is taken from ${value}, which is not set. Set it, or correct parley.config.json.`)
    resolved[field] = env[value.slice(1)]
  }
  return resolved
}

function misconfigured(error: z.ZodError, fromEnv: readonly Draft[]): FaultError {
  const [issue] = error.issues
  return invalid(
    `The setting ${fieldName(issue?.path ?? [], fromEnv)} is wrong: ${issue?.message ?? 'unreadable'}. Correct it in the environment or in parley.config.json.`,
  )
}

/** What the person typed: a variable where one was set, otherwise the field of the file. Providers of the environment stand in front of those. */
function fieldName(path: readonly PropertyKey[], fromEnv: readonly Draft[]): string {
  const [root, index, field, ...rest] = path
  const providers = root === 'providers' && typeof index === 'number'
  const own = providers ? fromEnv[index] : undefined
  if (own && typeof field === 'string') {
    const vendor = VENDORS.find(({ id }) => id === own['id'])
    const names: Readonly<Record<string, string>> = vendor ? { url: vendor.url, models: vendor.models, key: vendor.keys[0] } : {}
    return vendor ? (names[field] ?? vendor.id) : `PARLEY_${field.toUpperCase()}`
  }
  const told = providers ? [root, index - fromEnv.length, field, ...rest].filter((step) => step !== undefined) : path
  const name = told.map(String).join('.')
  const variable = VARIABLES[name] ?? VARIABLES[`${String(root)}.${String(index)}`] ?? VARIABLES[String(root)]
  return variable ? `\`${name}\` (${variable})` : `\`${name || 'parley.config.json'}\``
}

function invalid(message: string): FaultError {
  return new FaultError({ code: 'request/invalid', message, retryable: false })
}

/** A switch as people write it; what says nothing is on. */
export const isOn = (text: string): boolean => !/^(0|no|off|false)$/i.test(text)

function object(value: unknown): Draft {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

function list(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

/** Keeps what is not a number as it is, so that the schema can complain about it by name. */
function numeric(text: string): unknown {
  return /^-?\d+$/.test(text.trim()) ? Number(text) : text
}
