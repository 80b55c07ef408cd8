import { z } from 'zod'
import { HARDEST_LIMITS, MAX_CODE_LENGTH } from '../sandbox/limits.ts'
import type { Capabilities, FilesCapability, Sandbox } from '../sandbox/sandbox.ts'
import { toToolOutput } from './browser-js-eval-output.ts'
import { counted } from './counted.ts'
import { defineTool, toolOutput } from './define-tool.ts'
import { mentionedFiles } from './mentioned-files.ts'
import type { Effect, Language, Preview, Tool, ToolContext } from './tool.ts'

export interface BrowserJsEvalOptions {
  readonly sandbox: Sandbox
  /** The session programs run in when the user wants variables to stay. Absent, or answering undefined: a fresh world each time. */
  readonly session?: () => string | undefined
  /** The files a program may use when its call says so, as `createFilesBridge` makes them. Absent: none. */
  readonly files?: (context: ToolContext) => FilesCapability
  /** The hosts of which a call may name one to talk to. Absent: no network. */
  readonly network?: { readonly hosts: readonly [string, ...string[]]; readonly fetch?: typeof fetch }
}

const parameters = z.strictObject({
  code: z
    .string()
    .min(1)
    .max(MAX_CODE_LENGTH)
    .describe(
      "The JavaScript code to execute. e.g. '2 + 2' or '[3, 1, 2].toSorted()'. The value of the last expression is returned; await works at the top level.",
    ),
  timeout_ms: z
    .int()
    .min(1)
    .max(HARDEST_LIMITS.timeoutMs)
    .optional()
    .describe('Stop the program after this many milliseconds. 10000 when left out.'),
  use_files: z
    .boolean()
    .optional()
    .describe('Set to true to use files.read(path), files.write(path, text), files.list(path) and files.delete(path).'),
  network_host: z.string().optional(),
})

type Arguments = z.output<typeof parameters>

/** Only what the page offers is taught: a model must not ask for a door that is not there. */
function offeredParameters({ files, network }: BrowserJsEvalOptions): typeof parameters {
  const { code, timeout_ms, use_files } = parameters.shape
  const hosts = network && {
    network_host: z.enum(network.hosts).optional().describe('The one host that fetch may reach. Without it there is no network.'),
  }
  const offered = { code, timeout_ms, ...(files !== undefined && { use_files }), ...hosts }
  // Invariant: what is left out is optional, so every value of the narrower schema is one of the wider.
  return z.strictObject(offered) as unknown as typeof parameters
}

/** Which files a program will touch is known only when it does, so the call is judged as one that may touch all of them. */
const ANYWHERE = [
  { kind: 'read-files', path: '/' },
  { kind: 'write-files', path: '/' },
  { kind: 'delete-files', path: '/' },
] as const satisfies readonly Effect[]

/** Runs a program the model wrote, in the sandbox. */
export function createBrowserJsEval(options: BrowserJsEvalOptions): Tool {
  return defineTool({
    name: 'browser_js_eval',
    face: { icon: 'code', title: { en: 'Run JavaScript', zh: '运行 JavaScript' } },
    description:
      "Execute JavaScript code in a sandbox in the user's browser: a world of its own, apart from the page the user sees, without storage, and without files or network except through the arguments offered here. Use this for calculations and data processing. Returns the value of the last expression and the console logs.",
    toolset: 'browser_js',
    parameters: offeredParameters(options),
    effects: (args): readonly Effect[] => [
      { kind: 'run-code' },
      ...(args.use_files === true ? ANYWHERE : []),
      ...(args.network_host === undefined ? [] : [{ kind: 'network', host: args.network_host } as const]),
    ],
    preview: (args, language) => describe(args, language, sessionOf(args, options) !== undefined),
    async execute(args, context) {
      const capabilities = grantedTo(args, options, context)
      const session = sessionOf(args, options)
      const outcome = await options.sandbox.run(
        {
          code: args.code,
          capabilities,
          onLine: context.onProgress,
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
    ...(host !== undefined && { network: { host, ...(network?.fetch && { fetch: network.fetch }) } }),
  }
}

const WORDS = {
  en: {
    run: (lines: number) => `Run ${counted(lines, 'line')} of JavaScript in the sandbox`,
    files: 'with the files of this thread',
    host: (host: string) => `with access to ${host}`,
    limit: (seconds: number) => `for at most ${seconds} s`,
    session: 'with the variables of earlier programs',
    join: (parts: readonly string[]) => parts.join(', '),
  },
  zh: {
    run: (lines: number) => `在沙箱中运行 ${lines} 行 JavaScript`,
    files: '可使用此会话的文件',
    host: (host: string) => `可访问 ${host}`,
    limit: (seconds: number) => `最多 ${seconds} 秒`,
    session: '可使用先前程序的变量',
    join: (parts: readonly string[]) => parts.join('，'),
  },
} as const satisfies Record<Language, unknown>

function describe(args: Arguments, language: Language, inSession: boolean): Preview {
  const words = WORDS[language]
  const parts = [words.run(args.code.trimEnd().split('\n').length)]
  if (args.use_files === true) parts.push(words.files)
  if (args.network_host !== undefined) parts.push(words.host(args.network_host))
  if (inSession) parts.push(words.session)
  if (args.timeout_ms !== undefined) parts.push(words.limit(args.timeout_ms / 1000))
  const mentions = args.use_files === true ? mentionedFiles(args.code) : []
  return {
    sentence: words.join(parts),
    view: { kind: 'code', language: 'javascript', text: args.code },
    ...(mentions.length > 0 && { mentions }),
  }
}
