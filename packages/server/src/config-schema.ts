import { z } from 'zod'
import { LOG_LEVELS } from './logging/log.ts'
import { serverEntry, serverInput } from './mcp/settings/server-entry.ts'
import { problemOfAlias } from './routing/model-aliases.ts'
import { address, origin } from './settings/addresses.ts'
import { meaning, provider } from './settings/providers.ts'
import { signInSetting } from './settings/sign-in.ts'
import { HOUSE } from './usage/asker.ts'

/** Names by which only this computer is reached. */
export const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '::1'])

const milliseconds = z.number().int().min(0)

const limits = z.strictObject({
  bodyBytes: z
    .number()
    .int()
    .positive()
    .default(20 * 1024 * 1024),
  /** Values in the JSON of a body: more than any model reads, and few enough to be looked at without keeping others waiting. */
  bodyValues: z.number().int().positive().default(100_000),
  /** Answers that may stream at once. */
  streams: z.number().int().positive().default(10_000),
  /** Requests a minute from one address; absent: as many as come. */
  requestsPerMinute: z.number().int().positive().exactOptional(),
  /** Long enough for a prompt of 30,000 tokens on a machine that reads 35 of them a second. */
  firstTokenMs: milliseconds.default(900_000),
  nextTokenMs: milliseconds.default(60_000),
  /** How long a stream waits for its first event: a failure until then is a status, and afterwards an event. */
  statusMs: milliseconds.default(10_000),
  /** A stream that is silent for so long says in a comment that it is still there; 0: never. */
  beatMs: milliseconds.default(15_000),
  /** How often a failed request is repeated before it is told. */
  retries: z.number().int().min(0).max(10).default(0),
  /** Backend tools: how often the model is asked again, and how long one may run. */
  steps: z.number().int().positive().default(10),
  toolMs: milliseconds.default(30_000),
})

const token = z.string().min(8, 'must have at least 8 characters')

const agent = z.strictObject({
  /** The address of a PostgreSQL database. Absent: threads live in a SQLite file in `folder`. */
  database: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')
    .exactOptional(),
  /** Where the SQLite file lies. */
  folder: z.string().min(1).default('.parley'),
  /** Threads that nobody touched for so long are deleted. */
  keepDays: z.number().positive().default(90),
  /** A replica that is silent for so long has died, and others take over what it was doing. */
  leaseMs: z.number().int().min(100).default(10_000),
})

/** Models that run in here, from files of weights. */
const engine = z.strictObject({
  /** Files in the GGUF format. */
  files: z
    .array(
      z.string().regex(/\.gguf$|^[.~/\\]|^[a-z]:/i, 'must be a file such as ./model.gguf; a name goes into PARLEY_DEFAULT_MODEL'),
    )
    .default([]),
  /** Whether the engine may be downloaded where it is missing, without being asked again. */
  install: z.boolean().default(false),
  /** What a graphics card needs. Absent: the processor is used; a Mac's graphics always are. */
  accelerator: z.enum(['vulkan', 'cuda'], 'must be vulkan or cuda').exactOptional(),
  /** How much a model reads at once. Absent: as much as fits. */
  contextTokens: z.number('must be a number of tokens').int().min(512).exactOptional(),
  /** Absent: all cores but one. */
  threads: z.number('must be a number').int().min(1).max(512).exactOptional(),
  /** Where models are downloaded from. */
  mirror: address.default('https://huggingface.co'),
})

const amounts = z.strictObject({
  requests: z.number().int().positive().exactOptional(),
  /** Read and written. */
  tokens: z.number().int().positive().exactOptional(),
  /** In the currency of `prices`. */
  money: z.number().positive().exactOptional(),
})

/** What the holder of a token may use; spans begin by the clock, in UTC. */
const budget = z.strictObject({
  minute: amounts.exactOptional(),
  day: amounts.exactOptional(),
  month: amounts.exactOptional(),
})

/** Of a million tokens. */
const price = z.strictObject({
  input: z.number().min(0),
  output: z.number().min(0),
  /** Of what came from a cache. Absent: as much as any other input. */
  cachedInput: z.number().min(0).exactOptional(),
})

const mcp = z.strictObject({
  /** Read from `mcpServers`, `servers` and `inputs` beside it, and from the file that `PARLEY_MCP` names. */
  servers: z.array(serverEntry).default([]),
  inputs: z.array(serverInput).default([]),
  /** Whether a page of this computer may add servers, which are programs. */
  edit: z.boolean().default(false),
  /** A public document that says who this Parley is to whoever gives out logins. */
  clientDocument: z
    .string()
    .regex(/^https:\/\/[^/\s]+\/\S+$/, 'must be the address of a document that begins with https://')
    .exactOptional(),
  /** How long a server may take to answer first. */
  startMs: milliseconds.default(30_000),
  /** A server that nobody used for so long is stopped; 0: never. */
  idleMs: milliseconds.default(600_000),
  /** How long a call may be silent; progress counts as a word. */
  callIdleMs: milliseconds.default(60_000),
  /** How long a call may take in all. */
  callMs: milliseconds.default(3_600_000),
  /** Tools of one server that are offered at most. */
  tools: z.number().int().positive().default(100),
  /** What a server may send in one message. */
  messageBytes: z
    .number()
    .int()
    .positive()
    .default(16 * 1024 * 1024),
})

/** Calls of other people's agents that wait for a person. */
const waiting = z.strictObject({
  /** How often who waits is told that it still does: clients give up on silence. */
  beatMs: milliseconds.min(1).default(10_000),
  /** After how long who waits is told to call again; below what clients wait at most, which is 300 seconds for some. */
  waitMs: milliseconds.default(240_000),
  /** How long a question, and a yes, is kept for who comes back. */
  keepMs: milliseconds.default(3_600_000),
  /** Who is silent for so long no longer waits. */
  leaseMs: milliseconds.min(1).default(10_000),
})

const log = z.strictObject({
  /** Absent: `info` where the command writes to a log, `warn` at a terminal. */
  level: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).exactOptional(),
  /** Absent: `text` at a terminal, `json` elsewhere. */
  format: z.enum(['json', 'text'], 'must be json or text').exactOptional(),
})

const settings = z.strictObject({
  host: z.string().min(1).default('127.0.0.1'),
  port: z.number('must be a number from 0 to 65535').int().min(0).max(65_535).default(4317),
  token: token.exactOptional(),
  /** Further tokens by the name of who holds them. Threads of the agent belong to a holder; everything else is shared. */
  tokens: z
    .record(z.string().min(1), token, 'must be names with their tokens, in the environment anna:her-token,ben:his-token')
    .default({}),
  /** How people come in without a token: by OpenID Connect, or by the word of a proxy. Absent: they do not. */
  signIn: signInSetting.exactOptional(),
  /** What each of them may use, by name; `*` holds for everybody who has none of their own. */
  budgets: z.record(z.string().min(1), budget).default({}),
  /** By `provider/model` or `model`, for budgets of money; a star may stand at the end. */
  prices: z.record(z.string().min(1), price).default({}),
  /** Signs approvals of backend tools; the same on all replicas. Absent: a new one with every start. */
  secret: z.string().min(16, 'must have at least 16 characters').exactOptional(),
  /** Further names this server is reached by, without port. */
  hosts: z.array(z.string()).default([]),
  /** How many proxies of one's own stand in front: the address that the outermost of them saw is the client's. */
  trustProxy: z.number('must be how many proxies stand in front, such as 1').int().min(0).max(10).default(0),
  /** Web pages elsewhere that may use this server. */
  origins: z.array(origin).default([]),
  providers: z.array(provider).default([]),
  defaultModel: z.string().min(1).exactOptional(),
  /** Other names of models, for clients that insist on theirs, and for models that stand in for one another: `{"claude-*": "qwen3"}`. */
  aliases: z
    .record(z.string(), meaning, 'must be names with the models they stand for, in the environment claude-*=qwen3,gpt-4o=qwen3')
    .default({})
    .superRefine((table, context) => {
      for (const [name, meant] of Object.entries(table)) {
        const message = problemOfAlias(name, meant)
        if (message !== undefined) context.addIssue({ code: 'custom', path: [name], message })
      }
    }),
  /** Whether to look for model servers on this computer. */
  discover: z.boolean().default(true),
  /** Whether a model of which nobody says that it takes tools is asked once, with one tiny request. */
  askNative: z.boolean().default(true),
  /** Whether a call that a native model writes as text is a call. */
  leakNet: z.boolean().default(true),
  /** Whether a page of this computer may see what goes through the gateway. */
  traffic: z.boolean().default(true),
  /** Whether the studio may keep a copy of itself in browsers. `false`: copies that are there go with the next visit. */
  offline: z.boolean().default(true),
  /** Whether a client may have our own tools run for it, each call after a yes. Absent: where the server is reached from this computer only. */
  hands: z.boolean().exactOptional(),
  /** `false`: there is no demo, and who has no model is told so. */
  demo: z
    .union([z.literal(false), z.strictObject({ pace: milliseconds.default(12), pieces: z.number().int().min(0).default(0) })])
    .default({ pace: 12, pieces: 0 }),
  log: log.prefault({}),
  limits: limits.prefault({}),
  agent: agent.prefault({}),
  engine: engine.prefault({}),
  mcp: mcp.prefault({}),
  waiting: waiting.prefault({}),
})

/** A name that nobody bears would be a budget that holds for nobody. */
export const configSchema = settings.superRefine(({ budgets, tokens, signIn, host }, context) => {
  if (signIn && 'header' in signIn && signIn.proxySecret === undefined && !LOOPBACK.has(host)) {
    const message = 'must be set where others reach this server: whoever does could say who they are in the header'
    context.addIssue({ code: 'custom', path: ['signIn', 'proxySecret'], message })
  }
  if (signIn) return
  for (const name of Object.keys(budgets)) {
    if (name === '*' || name === HOUSE || Object.hasOwn(tokens, name)) continue
    const message = `names nobody: it must be a name of \`tokens\`, "${HOUSE}" for who holds \`token\` or needs none, or "*" for everybody else`
    context.addIssue({ code: 'custom', path: ['budgets', name], message })
  }
})

export type Config = z.output<typeof configSchema>
export type SignInConfig = NonNullable<Config['signIn']>
export type OidcConfig = Extract<SignInConfig, { issuer: string }>
export type ProviderConfig = Config['providers'][number]
export type Limits = Config['limits']
export type AgentConfig = Config['agent']
export type McpConfig = Config['mcp']
export type WaitingConfig = Config['waiting']
