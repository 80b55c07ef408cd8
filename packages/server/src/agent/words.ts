import { deniedWords, type ToolResult, wordsResult } from '@parley/dialects'

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
