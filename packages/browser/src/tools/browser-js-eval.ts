import type { JsonObject } from '@parley/dialects'
import { z } from 'zod'
import { parsePath } from '../files/path.ts'
import { HARDEST_LIMITS, MAX_CODE_LENGTH } from '../sandbox/limits.ts'
import type { Capabilities, FilesCapability, Sandbox } from '../sandbox/sandbox.ts'
import { field, say } from '../words/tools.ts'
import { toToolOutput } from './browser-js-eval-output.ts'
import { defineTool, toolOutput } from './define-tool.ts'
import type { Effect, Preview, Tool, ToolContext } from './tool.ts'

export interface BrowserJsEvalOptions {
  readonly sandbox: Sandbox
  /** Whether the sandbox has the libraries for charts, so that a model is told of them. */
  readonly charts?: boolean
  /** The session programs run in when the user wants variables to stay. Absent, or answering undefined: a fresh world each time. */
  readonly session?: () => string | undefined
  /** The files a program may use when its call says so, as `createFilesBridge` makes them. Absent: none. */
  readonly files?: (context: ToolContext) => FilesCapability
  /** The hosts of which a call may name one to talk to. Absent: no network. */
  readonly network?: { readonly hosts: readonly [string, ...string[]]; readonly fetch?: typeof fetch }
}

const fields = {
  code: field('field.run-code'),
  timeout_ms: field('field.run-timeout-ms'),
  use_files: field('field.run-use-files'),
  network_host: field('field.run-network-host'),
}

const parameters = z.strictObject({
  code: z.string().min(1).max(MAX_CODE_LENGTH).describe(fields.code.message),
  timeout_ms: z.int().min(1).max(HARDEST_LIMITS.timeoutMs).optional().describe(fields.timeout_ms.message),
  use_files: z.boolean().optional().describe(fields.use_files.message),
  network_host: z.string().optional(),
})

type Arguments = z.output<typeof parameters>

/** Only what the page offers is taught: a model must not ask for a door that is not there. Programs that call tools use files by these. */
function offeredParameters({ files, network }: BrowserJsEvalOptions, callsTools: boolean): typeof parameters {
  const { code, timeout_ms, use_files } = parameters.shape
  const hosts = network && {
    network_host: z.enum(network.hosts).optional().describe(fields.network_host.message),
  }
  const offered = { code, timeout_ms, ...(files !== undefined && !callsTools && { use_files }), ...hosts }
  // Invariant: what is left out is optional, so every value of the narrower schema is one of the wider.
  return z.strictObject(offered) as unknown as typeof parameters
}

/** Which files a program will touch is known only when it does, so the call is judged as one that may touch all of them. */
export const ANYWHERE = [
  { kind: 'read-files', path: '/' },
  { kind: 'write-files', path: '/' },
  { kind: 'delete-files', path: '/' },
] as const satisfies readonly Effect[]

const PLAIN =
  "Execute JavaScript code in a sandbox in the user's browser: a world of its own, apart from the page the user sees, without storage, and without files or network except through the arguments offered here. Use this for calculations and data processing. Returns the value of the last expression and the console logs."

const CALLING =
  "Run a JavaScript program in a sandbox in the user's browser. It calls the tools below as async functions and does many steps at once: const text = await tools.read_file({ path: '/a.txt' }). A call gives the tool's data, or its text; one that fails, or that the user rejects, throws. Calls are made one after another. Return only what you need to see: the value of the last expression and the console logs come back to you. Write programs that do the same every time: no timers, no races."

/** What the user sees beside the result. Told in a few words, for every request carries them. */
const SHOWING =
  ' show(value, { title }) shows the user a table (an array of objects), a picture (canvas, ImageBitmap, Blob, SVG element) or Markdown'
const CHARTS =
  ', or a chart: a Vega-Lite specification with its data inside, or what Plot.plot(…) of Observable Plot returns; Plot and d3 are there'

const showing = ({ charts = false }: BrowserJsEvalOptions): string => `${SHOWING}${charts ? CHARTS : ''}.`

/** What has files or the network in its hands does more than its calls, and could not be run again. */
const mayCall = ({ use_files, network_host }: JsonObject) => use_files !== true && network_host === undefined

/** Runs a program the model wrote, in the sandbox. */
export function createBrowserJsEval(options: BrowserJsEvalOptions): Tool {
  return { ...evaluating(options, false), program: { ...evaluating(options, true), mayCall } }
}

function evaluating(options: BrowserJsEvalOptions, callsTools: boolean): Tool {
  return defineTool({
    name: 'browser_js_eval',
    face: { icon: 'code', title: say('tool.run'), fields },
    description: callsTools ? `${CALLING}${showing(options)} These are the tools:` : PLAIN + showing(options),
    toolset: 'browser_js',
    parameters: offeredParameters(options, callsTools),
    effects: (args): readonly Effect[] => [
      { kind: 'run-code' },
      ...(args.use_files === true ? ANYWHERE : []),
      ...(args.network_host === undefined ? [] : [{ kind: 'network', host: args.network_host } as const]),
    ],
    preview: (args) => describe(args, callsTools ? 'tools' : sessionOf(args, options) && 'session'),
    async execute(args, context) {
      const capabilities = grantedTo(args, options, context)
      const session = context.inner ? undefined : sessionOf(args, options)
      const outcome = await options.sandbox.run(
        {
          code: args.code,
          capabilities,
          onLine: context.onProgress,
          onWaiting() {
            const { message: text, words } = say('program.waits-its-turn')
            context.onProgress({ level: 'info', text, words })
          },
          ...(args.timeout_ms !== undefined && { limits: { timeoutMs: args.timeout_ms } }),
          ...(session !== undefined && { session }),
        },
        context.signal,
      )
      return toolOutput(toToolOutput(outcome))
    },
  })
}

/** Code left in a session by an earlier call would use what the user grants to this one. */
function sessionOf(args: Arguments, { session }: BrowserJsEvalOptions): string | undefined {
  return args.use_files === true || args.network_host !== undefined ? undefined : session?.()
}

function grantedTo(args: Arguments, { files, network }: BrowserJsEvalOptions, context: ToolContext): Capabilities {
  const host = network?.hosts.find((offered) => offered === args.network_host)
  return {
    ...(args.use_files === true && files !== undefined && { files: files(context) }),
    ...(context.inner && { tools: context.inner }),
    ...(host !== undefined && { network: { host, ...(network?.fetch && { fetch: network.fetch }) } }),
  }
}

function describe(args: Arguments, reach: 'tools' | 'session' | '' | undefined): Preview {
  const parts = [say('preview.run', { count: args.code.trimEnd().split('\n').length })]
  if (args.use_files === true) parts.push(say('preview.run-files'))
  if (args.network_host !== undefined) parts.push(say('preview.run-host', { host: args.network_host }))
  if (reach === 'session') parts.push(say('preview.run-session'))
  if (reach === 'tools' && args.network_host === undefined) parts.push(say('preview.run-tools'))
  if (args.timeout_ms !== undefined) parts.push(say('preview.run-limit', { seconds: args.timeout_ms / 1000 }))
  const mentions = args.use_files === true ? mentionedFiles(args.code) : []
  return {
    sentence: parts.reduce((first, second) => say('preview.with', { first, second })),
    view: { kind: 'code', language: 'javascript', text: args.code },
    ...(mentions.length > 0 && { mentions }),
  }
}

const VERBS = { read: 'read-files', list: 'read-files', write: 'write-files', delete: 'delete-files' } as const

/**
 * What stands plainly in a program, outside of comments and other strings:
 *
 *     const text = await files.read('/sales.csv')
 *                        ^^^^^^^^^^ ^^^^^^^^^^^^   reads /sales.csv
 */
const PIECE =
  /\/\/[^\n\r\u2028\u2029]*|\/\*[^]*?(?:\*\/|$)|\bfiles\s{0,20}\.\s{0,20}(?<verb>read|list|write|delete)\s{0,20}\(\s{0,20}(?<quote>['"`])(?<path>[^'"`\\$\n\r]{1,300})\k<quote>|'(?:[^'\\\n\r]|\\[^])*'|"(?:[^"\\\n\r]|\\[^])*"/g

/** Longer programs are not searched: the card says what they may do. */
const LONGEST = 100_000

/** The files a program names where it uses them, in that order. It may use others as well. */
export function mentionedFiles(code: string, piece: RegExp = PIECE): readonly Effect[] {
  if (code.length > LONGEST) return []
  const found = new Map<string, Effect>()
  for (const { groups } of code.matchAll(piece)) {
    const { verb, path: text } = groups ?? {}
    if (verb === undefined || text === undefined || !(verb in VERBS)) continue
    const path = parsePath(text)
    // The pattern lets only the four verbs through.
    const kind = VERBS[verb as keyof typeof VERBS]
    if (path.kind !== 'invalid') found.set(`${kind} ${path.path}`, { kind, path: path.path })
  }
  return [...found.values()]
}
