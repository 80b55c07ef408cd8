import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client'
import type { JsonObject, JsonValue, Outcome, Said } from '@parley/dialects'
import type { McpConfig } from '../config-schema.ts'
import { refusal } from '../http-fault.ts'
import type { Connection, Session } from './connection/connection.ts'
import { isUnauthorized } from './connection/why-failed.ts'
import { anyResult } from './tools/list-tools.ts'
import type { McpTool } from './tools/mcp-tool.ts'
import { type Part, toParts } from './tools/to-parts.ts'
import { say } from './words.ts'

/** How a call ended. Everything in it came from an MCP server, or is a sentence of ours about it. */
export interface CallResult {
  readonly outcome: Exclude<Outcome, 'denied'>
  readonly content: readonly Part[]
  readonly forPerson: readonly Part[]
  readonly data?: JsonValue
  /** Our own words where the server said nothing. */
  readonly said?: Said
  /** Nobody knows whether it ran. */
  readonly isUncertain?: true
}

export type CallEvent =
  | { readonly type: 'call-progress'; readonly progress: number; readonly total?: number; readonly message?: string }
  | { readonly type: 'call-end'; readonly result: CallResult }

export interface CallToMake {
  readonly connection: Connection
  readonly name: string
  readonly input: JsonObject
  /** Of the definition that the person saw. */
  readonly fingerprint: string
  /** How many characters of text are told. Absent: what a model reads. */
  readonly most?: number
  readonly signal: AbortSignal
  readonly onProgress: (event: CallEvent) => void
}

/** The tool as it is now. Throws where that is no longer the one that was shown. */
export async function findShownTool(
  session: Session,
  { name, fingerprint }: Pick<CallToMake, 'name' | 'fingerprint'>,
): Promise<McpTool> {
  const { tools } = await session.tools()
  const tool = tools.find((one) => one.name === name)
  if (!tool) throw refusal('request/not-found', say('mcp.no-tool', { name }))
  if (tool.fingerprint !== fingerprint) throw refusal('request/conflict', say('mcp.changed', { name }))
  return tool
}

/** Calls a tool, once. Never throws: a failure is a result. */
export async function runCall(session: Session, tool: McpTool, call: CallToMake, config: McpConfig): Promise<CallResult> {
  const { connection, input, signal, onProgress } = call
  const idleMs = connection.entry.timeoutMs ?? config.callIdleMs
  try {
    const result = await session.client.request(
      { method: 'tools/call', params: { name: tool.tool, arguments: input } },
      anyResult,
      {
        signal,
        timeout: idleMs,
        resetTimeoutOnProgress: true,
        maxTotalTimeout: config.callMs,
        onprogress: ({ progress, total, message }) =>
          onProgress({
            type: 'call-progress',
            progress,
            ...(total !== undefined && { total }),
            ...(message !== undefined && { message: connection.mask(message.slice(0, 500)) }),
          }),
      },
    )
    return { outcome: result['isError'] === true ? 'error' : 'ok', ...toParts(result, connection.mask, call.most) }
  } catch (error) {
    return whyCallFailed(error, call, { idleMs, callMs: config.callMs })
  }
}

function whyCallFailed(
  error: unknown,
  { connection, signal }: CallToMake,
  { idleMs, callMs }: { readonly idleMs: number; readonly callMs: number },
): CallResult {
  const server = connection.entry.label
  if (signal.aborted) return told('cancelled', say('mcp.stopped'))
  if (isUnauthorized(error)) {
    connection.lostLogin()
    return told('error', say('mcp.needs-login', { server }))
  }
  if (error instanceof ProtocolError)
    return told('error', say('mcp.call-failed', { server, words: connection.mask(error.message.slice(0, 2000)) }))
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout) {
    const isTotal = error.message.includes('total')
    const sentence = isTotal
      ? say('mcp.took-too-long', { seconds: Math.round(callMs / 1000) })
      : say('mcp.silent', { server, seconds: Math.round(idleMs / 1000) })
    return { ...told('error', sentence), isUncertain: true }
  }
  return { ...told('error', say('mcp.may-have-run', { server })), isUncertain: true }
}

const told = (outcome: CallResult['outcome'], said: Said): CallResult => ({
  outcome,
  content: [{ type: 'text', text: said.message }],
  forPerson: [],
  said,
})
