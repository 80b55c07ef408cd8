import {
  type FilePart,
  type JsonObject,
  type JsonValue,
  type Said,
  type TextPart,
  type ToolResult,
  type ToolSpec,
  toToolSpec,
  wordsResult,
} from '@parley/dialects'
import { z } from 'zod'
import { say } from '../words.ts'

export interface BackendToolContext {
  readonly callId: string
  /**
   * The same for every attempt at this call: a server that died may have begun it, so a tool with effects should do them
   * once for each key. In chat mode it is the id of the approval; absent there for a call that needs none.
   */
  readonly idempotencyKey?: string
  /** Aborted when the client leaves, when the server stops and when the tool's time is up. */
  readonly signal: AbortSignal
  /** Tells how far it is, which is shown where the call is watched, and begins its time anew. */
  readonly onProgress: (progress: ToolProgress) => void
}

export interface ToolProgress {
  readonly progress: number
  readonly total?: number
  readonly message?: string
}

/** What a tool hands back: words, files, a value, or a failure that it tells itself. A tool may also throw. */
export type BackendToolOutput =
  | string
  | {
      readonly content?: string | readonly (TextPart | FilePart)[]
      readonly data?: JsonValue
      /** For the eyes of a person; models do not read it. */
      readonly display?: JsonValue
      readonly outcome?: 'ok' | 'error' | 'cancelled'
    }

/** A tool that runs on the server, registered in code. */
export interface BackendTool {
  readonly spec: ToolSpec
  /** What is wrong with the input, as a sentence for the model; `undefined` when nothing is. */
  check(input: JsonObject): string | undefined
  /** Why the user must be asked first; `undefined` when the tool may run at once. */
  needsApproval(input: JsonObject): string | undefined
  /** How long it may be silent. Absent: `limits.toolMs`. */
  readonly silentMs?: number
  run(input: JsonObject, context: BackendToolContext): Promise<BackendToolOutput>
}

export interface BackendToolDefinition<Schema extends z.ZodType> {
  readonly name: string
  readonly description: string
  readonly input: Schema
  /** `true`, or a rule over the input that says why. Absent: the tool may run at once. */
  readonly approval?: boolean | ((input: z.output<Schema>) => string | undefined)
  /** How many milliseconds it may be silent; `onProgress` counts as a word. Absent: `limits.toolMs`. */
  readonly silentMs?: number
  readonly run: (input: z.output<Schema>, context: BackendToolContext) => Promise<BackendToolOutput>
}

/** Types the input by its schema, and checks it before anything else sees it. */
export function defineBackendTool<Schema extends z.ZodType>(definition: BackendToolDefinition<Schema>): BackendTool {
  const { name, description, input: schema, approval, silentMs, run } = definition
  return {
    ...(silentMs !== undefined && { silentMs }),
    spec: toToolSpec(name, { description, parameters: z.toJSONSchema(schema, { io: 'input' }) }),
    check(input) {
      const parsed = schema.safeParse(input)
      if (parsed.success) return undefined
      const [issue] = parsed.error.issues
      return `The argument \`${issue?.path.map(String).join('.') || 'input'}\` is wrong: ${issue?.message ?? 'unreadable'}. Correct it and call again.`
    },
    needsApproval(input) {
      if (typeof approval !== 'function') return approval ? say('tool.on-server', { name }).message : undefined
      const parsed = schema.safeParse(input)
      return parsed.success ? approval(parsed.data) : undefined
    },
    run: async (input, context) => await run(schema.parse(input), context),
  }
}

/** Runs one call to its end. Never throws: a failure, a time-out and an abort are results. */
export async function runBackendTool(
  tool: BackendTool,
  call: { readonly id: string; readonly input: JsonObject },
  limits: RunLimits,
): Promise<ToolResult> {
  const called = { id: call.id, name: tool.spec.name }
  const failed = ({ message, words }: Said): ToolResult => ({ ...wordsResult(called, 'error', message), display: { words } })
  const problem = tool.check(call.input)
  if (problem !== undefined) return wordsResult(called, 'error', problem)
  const time = new AbortController()
  const leave = () => time.abort()
  limits.signal.addEventListener('abort', leave, { once: true })
  const milliseconds = tool.silentMs ?? limits.milliseconds
  let timer = setTimeout(leave, milliseconds)
  const onProgress = (progress: ToolProgress) => {
    if (time.signal.aborted) return
    clearTimeout(timer)
    timer = setTimeout(leave, milliseconds)
    limits.onProgress?.(progress)
  }
  try {
    const { idempotencyKey } = limits
    const context = { callId: call.id, signal: time.signal, onProgress, ...(idempotencyKey !== undefined && { idempotencyKey }) }
    const output = await Promise.race([tool.run(call.input, context), aborted(time.signal)])
    if (output !== undefined) return toResult(called, output)
    if (limits.signal.aborted) return wordsResult(called, 'cancelled', 'The call was cancelled.')
    return failed(say('tool.slow', { seconds: milliseconds / 1000 }))
  } catch (error) {
    return failed(say('tool.failed', { words: error instanceof Error ? error.message : String(error) }))
  } finally {
    clearTimeout(timer)
    limits.signal.removeEventListener('abort', leave)
  }
}

export interface RunLimits {
  readonly milliseconds: number
  readonly signal: AbortSignal
  readonly idempotencyKey?: string
  readonly onProgress?: (progress: ToolProgress) => void
}

/** What a tool handed back, as the model gets it. */
export function toResult(call: { readonly id: string; readonly name: string }, output: BackendToolOutput): ToolResult {
  if (typeof output === 'string') return wordsResult(call, 'ok', output)
  const { outcome = 'ok', content = JSON.stringify(output.data ?? null), data, display } = output
  return {
    ...wordsResult(call, outcome, '', data),
    content: typeof content === 'string' ? [{ type: 'text', text: content }] : content,
    ...(display !== undefined && { display }),
  }
}

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined)
    else signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
}
