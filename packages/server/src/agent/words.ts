import { deniedWords, type ToolResult, wordsResult } from '@parley/dialects'

interface Called {
  readonly id: string
  readonly name?: string
}

const NOT_A_FAILURE = 'Nothing was executed, and nothing failed.'

export function rejected(call: Called, reason: string | undefined): ToolResult {
  return wordsResult(call, 'denied', deniedWords(reason))
}

export function cancelled(call: Called): ToolResult {
  return wordsResult(call, 'cancelled', `The user stopped the turn before this call ran. ${NOT_A_FAILURE}`)
}

export function overtaken(call: Called): ToolResult {
  return wordsResult(call, 'cancelled', `The user went on without deciding about this call. ${NOT_A_FAILURE} That is no refusal.`)
}

export function unknownTool(call: Called, names: readonly string[]): ToolResult {
  const known = names.length === 0 ? 'There are no tools.' : `There are: ${names.join(', ')}.`
  return wordsResult(call, 'error', `There is no tool ${call.name ?? ''}. ${known}`)
}
