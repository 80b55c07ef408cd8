import { deniedWords, type ToolResult, wordsResult } from '@parley/dialects'
import type { WaitingCall } from './waiting-call.ts'

/** What a client is told whose call has no result yet. No failure: it may go on waiting. */
export const UNDECIDED = 'Nobody has decided yet. Call again with the same arguments to go on waiting.'
export const NO_PAGE = 'No page of Parley is open, where the user could decide. Ask the user to open it.'
export const RUNNING = 'The call is running. Call again with the same arguments for its result; it runs only once.'
export const FULL = 'Too many calls wait for a decision already. Wait until some of them are decided, then call again.'
export const STOPPING = 'Parley is being stopped. Nothing was executed; call again with the same arguments when it is back.'
export const WITHDRAWN = 'The question was withdrawn before anybody had decided. Nothing was executed.'

type Called = Pick<WaitingCall, 'id' | 'name'>

export const rejected = (call: Called, reason: string | undefined): ToolResult => wordsResult(call, 'denied', deniedWords(reason))

export const withdrawn = (call: Called): ToolResult =>
  wordsResult(call, 'cancelled', 'Who made this call has gone, so it was withdrawn. Nothing was executed.')

export const expired = (call: Called): ToolResult =>
  wordsResult(call, 'cancelled', 'Nobody came back for this call, so it was withdrawn. Nothing was executed.')

export const stopped = (call: Called): ToolResult =>
  wordsResult(call, 'cancelled', 'The call was stopped while it ran. What it had done until then is not undone.')

export const uncertain = (call: Called): ToolResult =>
  wordsResult(
    call,
    'error',
    'Parley was stopped while this call ran, so it may have run. Look what happened before you call it again; calling it again asks anew.',
  )
