import type { Said } from '@parley/dialects'
import { z } from 'zod'
import { HARDEST_LIMITS, MAX_CODE_LENGTH } from '../sandbox/limits.ts'
import type { FilesCapability, Sandbox } from '../sandbox/sandbox.ts'
import { ANYWHERE, mentionedFiles } from '../tools/browser-js-eval.ts'
import { toToolOutput } from '../tools/browser-js-eval-output.ts'
import { defineTool, toolOutput } from '../tools/define-tool.ts'
import type { Effect, Preview, Tool, ToolContext } from '../tools/tool.ts'
import { say as sayPython } from '../words/python.ts'
import { field, say } from '../words/tools.ts'

export interface BrowserPythonEvalOptions {
  readonly sandbox: Sandbox
  /** The session programs run in when the user wants variables to stay. Absent, or answering undefined: a fresh world each time. */
  readonly session?: () => string | undefined
  /** The files a program may use when its call says so, as `createFilesBridge` makes them. Absent: none. */
  readonly files?: (context: ToolContext) => FilesCapability
}

const fields = {
  code: sayPython('field.python-code'),
  timeout_ms: field('field.run-timeout-ms'),
  use_files: field('field.run-use-files'),
}

const parameters = z.strictObject({
  code: z.string().min(1).max(MAX_CODE_LENGTH).describe(fields.code.message),
  timeout_ms: z.int().min(1).max(HARDEST_LIMITS.timeoutMs).optional().describe(fields.timeout_ms.message),
  use_files: z.boolean().optional().describe(fields.use_files.message),
})

type Arguments = z.output<typeof parameters>

const DESCRIPTION =
  "Execute Python code in a sandbox in the user's browser: a world of its own with the standard library, apart from the page the user sees, without network or storage, and without files except through the arguments offered here. Use this for calculations and data processing. Returns the value of the last expression and what was printed."

/** Runs a program in Python that the model wrote. */
export function createBrowserPythonEval(options: BrowserPythonEvalOptions): Tool {
  const { code, timeout_ms, use_files } = parameters.shape
  const offered = { code, timeout_ms, ...(options.files !== undefined && { use_files }) }
  return defineTool({
    name: 'browser_python_eval',
    face: { icon: 'code', title: sayPython('tool.run-python'), fields },
    description: DESCRIPTION,
    toolset: 'browser_python',
    // Invariant: what is left out is optional, so every value of the narrower schema is one of the wider.
    parameters: z.strictObject(offered) as unknown as typeof parameters,
    effects: (args): readonly Effect[] => [{ kind: 'run-code' }, ...(args.use_files === true ? ANYWHERE : [])],
    preview: (args) => describe(args, sessionOf(args, options) !== undefined),
    async execute(args, context) {
      const session = sessionOf(args, options)
      const files = args.use_files === true && options.files !== undefined ? { files: options.files(context) } : {}
      const outcome = await options.sandbox.run(
        {
          code: args.code,
          capabilities: files,
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

/** As in JavaScript, with the comments and long strings of Python. */
const PIECE =
  /#[^\n\r]*|"""[^]*?(?:"""|$)|'''[^]*?(?:'''|$)|\bfiles\s{0,20}\.\s{0,20}(?<verb>read|list|write|delete)\s{0,20}\(\s{0,20}(?<quote>['"])(?<path>[^'"\\\n\r]{1,300})\k<quote>|'(?:[^'\\\n\r]|\\[^])*'|"(?:[^"\\\n\r]|\\[^])*"/g

/** Code left in a session by an earlier call would use what the user grants to this one. */
const sessionOf = (args: Arguments, { session }: BrowserPythonEvalOptions): string | undefined =>
  args.use_files === true ? undefined : session?.()

function describe(args: Arguments, inSession: boolean): Preview {
  const parts: Said[] = [sayPython('preview.run-python', { count: args.code.trimEnd().split('\n').length })]
  if (args.use_files === true) parts.push(say('preview.run-files'))
  if (inSession) parts.push(say('preview.run-session'))
  if (args.timeout_ms !== undefined) parts.push(say('preview.run-limit', { seconds: args.timeout_ms / 1000 }))
  const mentions = args.use_files === true ? mentionedFiles(args.code, PIECE) : []
  return {
    sentence: parts.reduce((first, second) => say('preview.with', { first, second })),
    view: { kind: 'code', language: 'python', text: args.code },
    ...(mentions.length > 0 && { mentions }),
  }
}
