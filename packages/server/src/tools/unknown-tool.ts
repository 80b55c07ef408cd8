import { type ToolResult, wordsResult } from '@parley/dialects'

/** What a model is told that calls what it was not offered. */
export function unknownTool(call: { readonly id: string; readonly name?: string }, names: readonly string[]): ToolResult {
  const known = names.length === 0 ? 'There are no tools.' : `There are: ${names.join(', ')}.`
  return wordsResult(call, 'error', `There is no tool ${call.name ?? ''}. ${known}`)
}
