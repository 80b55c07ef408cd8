import { SdkError, SdkErrorCode, SdkHttpError, type Transport, UnauthorizedError } from '@modelcontextprotocol/client'
import type { Sentence } from '@parley/dialects'
import { say } from '../words.ts'
import { StdioTransport } from './stdio-transport.ts'

/** Why a server could not be started, as a sentence that says what to do. */
export function whyNotStarted(error: unknown, startMs: number): Sentence {
  if (error instanceof UnauthorizedError) return say('mcp.unauthorized', { status: 401 })
  if (error instanceof SdkHttpError && (error.data.status === 401 || error.data.status === 403))
    return say('mcp.unauthorized', { status: error.data.status })
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout)
    return say('mcp.slow-start', { seconds: Math.round(startMs / 1000) })
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
    return say('mcp.not-found', { command: 'path' in error ? String(error.path) : '' })
  return say('mcp.start-failed', { why: error instanceof Error ? error.message.slice(0, 500) : String(error) })
}

/** Whether it wants to know who we are. */
export const isUnauthorized = (error: unknown): boolean =>
  error instanceof UnauthorizedError || (error instanceof SdkHttpError && error.data.status === 401)

export function whyClosed(transport: Transport): Sentence {
  const how = transport instanceof StdioTransport ? transport.ending : undefined
  return say('mcp.ended', { how: how ?? 'the connection was closed' })
}
