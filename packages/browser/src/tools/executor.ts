import { type FilePart, type TextPart, type ToolCall, type ToolResult, wordsResult } from '@parley/dialects'
import type { FileSystem } from '../files/file-system.ts'
import type { ExecutedResult, Executor, Tool, ToolContext, ToolOutput } from './tool.ts'

export interface ExecutorOptions {
  /** Handed to every tool. */
  readonly files?: FileSystem
}

/** Runs calls with the given tools. Names come from a model: only a tool that was handed in is ever found. */
export function createExecutor(tools: readonly Tool[], options: ExecutorOptions = {}): Executor {
  const byName = new Map<string, Tool>()
  for (const tool of tools) {
    if (byName.has(tool.spec.name)) throw new Error(`Two tools are named "${tool.spec.name}". Rename one of them.`)
    byName.set(tool.spec.name, tool)
  }
  return {
    specs: tools.map((tool) => tool.spec),
    find: (name) => byName.get(name),
    async execute(call, context) {
      const tool = byName.get(call.name)
      if (!tool) return failed(call, unknownTool(call.name, [...byName.keys()]))
      if (context.signal.aborted) return cancelled(call, context.signal)
      try {
        return await runTool(tool, call, { ...options, ...context })
      } catch (error) {
        if (context.signal.aborted) return cancelled(call, context.signal)
        return failed(call, `The tool failed: ${messageOf(error)}`)
      }
    },
  }
}

async function runTool(tool: Tool, call: ToolCall, context: ToolContext): Promise<ExecutedResult> {
  const checked = tool.check(call.input)
  if (checked.kind === 'invalid') return failed(call, invalidInput(checked.problem))
  const output = await Promise.race([tool.run(checked.value, context), untilAborted(context.signal)])
  return output === undefined ? cancelled(call, context.signal) : toResult(call, output)
}

const GRACE_MS = 300

/** A stopped tool has a moment to hand over what it has so far; one that ignores its signal does not keep the user waiting. */
function untilAborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    const leave = () => setTimeout(() => resolve(undefined), GRACE_MS)
    signal.addEventListener('abort', leave, { once: true })
  })
}

function toResult(call: ToolCall, output: ToolOutput): ExecutedResult {
  const content: readonly (TextPart | FilePart)[] =
    typeof output.content === 'string' ? [{ type: 'text', text: output.content }] : output.content
  return {
    type: 'tool-result',
    callId: call.id,
    name: call.name,
    outcome: output.outcome ?? 'ok',
    content,
    ...(output.data !== undefined && { data: output.data }),
    ...(output.display !== undefined && { display: output.display }),
    ...(output.timedOut && { timedOut: true }),
    ...(output.tellsEdit && { tellsEdit: true }),
  }
}

export function unknownTool(name: string, known: readonly string[]): string {
  const list = known.length === 0 ? 'No tools are available.' : `Available tools: ${known.join(', ')}.`
  return `There is no tool named "${name}". ${list}`
}

export function invalidInput(problem: string): string {
  return `The call was not executed, because its arguments are not valid. ${problem} Correct the arguments and call again.`
}

const failed = (call: ToolCall, text: string): ToolResult => wordsResult(call, 'error', text)

function cancelled(call: ToolCall, signal: AbortSignal): ToolResult {
  const timedOut = signal.reason instanceof Error && signal.reason.name === 'TimeoutError'
  const text = timedOut
    ? 'The call ran out of time and was stopped. Try a smaller piece of work.'
    : 'The user stopped this call before it was finished. This is not a tool failure; do not start it again unless asked.'
  return wordsResult(call, 'cancelled', text)
}

function messageOf(error: unknown): string {
  if (error instanceof Error && error.message !== '') return error.message
  return typeof error === 'string' && error !== '' ? error : 'it gave no reason.'
}
