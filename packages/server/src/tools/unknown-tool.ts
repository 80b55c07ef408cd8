import { FIND_TOOLS, type ToolResult, wordsResult } from '@parley/dialects'

/** What a model is told that calls what it was not offered. */
export function unknownTool(call: { readonly id: string; readonly name?: string }, names: readonly string[]): ToolResult {
  const known = names.length === 0 ? 'There are no tools.' : `There are: ${names.join(', ')}.`
  return wordsResult(call, 'error', `There is no tool ${call.name ?? ''}. ${known}`)
}

export function unfoundTool(call: { readonly id: string; readonly name?: string }): ToolResult {
  const words = `The tool ${call.name ?? ''} was not found in this conversation yet, so the call was not executed.`
  return wordsResult(call, 'error', `${words} Call ${FIND_TOOLS} first, with words that say what it shall do.`)
}
