import { deniedWords, FIND_TOOLS, type ToolResult, wordsResult } from '@parley/dialects'

interface Called {
  readonly id: string
  readonly name?: string
}

const NOT_A_FAILURE = 'Nothing was executed, and nothing failed.'

export function rejected(call: Called, reason: string | undefined): ToolResult {
  return wordsResult(call, 'denied', deniedWords(reason))
}

/** `isBegun`: it had asked something back, so some of it may have been done. */
export function cancelled(call: Called, isBegun = false): ToolResult {
  if (isBegun)
    return wordsResult(
      call,
      'cancelled',
      'The user stopped the turn while this call waited for an answer. Some of it may have run.',
    )
  return wordsResult(call, 'cancelled', `The user stopped the turn before this call ran. ${NOT_A_FAILURE}`)
}

export function notOffered(call: Called, why: string): ToolResult {
  return wordsResult(call, 'error', `${why} Nothing was executed.`)
}

/** `isBegun`: it had asked something back, so some of it may have been done. */
export function overtaken(call: Called, isBegun: boolean): ToolResult {
  if (isBegun)
    return wordsResult(call, 'cancelled', 'The user went on without answering what this call asked. Some of it may have run.')
  return wordsResult(call, 'cancelled', `The user went on without deciding about this call. ${NOT_A_FAILURE} That is no refusal.`)
}

export function unfoundTool(call: Called): ToolResult {
  const words = `The tool ${call.name ?? ''} was not found in this conversation yet, so the call was not executed.`
  return wordsResult(call, 'error', `${words} Call ${FIND_TOOLS} first, with words that say what it shall do.`)
}
