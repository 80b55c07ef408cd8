import { deniedWords, type JsonObject, type Outcome, type ToolResult } from '@parley/dialects'

interface Called {
  readonly id: string
  readonly name?: string
}

/** What the model reads when a call did not simply run. */
export function wordsResult(call: Called, outcome: Outcome, text: string): ToolResult {
  return { type: 'tool-result', callId: call.id, name: call.name ?? 'unknown', outcome, content: [{ type: 'text', text }] }
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

export function unreadable(call: Called, problem: string): ToolResult {
  return wordsResult(
    call,
    'error',
    `This call could not be read, so nothing ran. ${problem} Write the whole call again, corrected.`,
  )
}

export function unknownTool(call: Called, names: readonly string[]): ToolResult {
  const known = names.length === 0 ? 'There are no tools.' : `There are: ${names.join(', ')}.`
  return wordsResult(call, 'error', `There is no tool ${call.name ?? ''}. ${known}`)
}

/** The model learns what ran; otherwise it believes in what it wrote. */
export function withEdit(result: ToolResult, input: JsonObject): ToolResult {
  const note = `The user changed the arguments before this call ran. It ran with: ${JSON.stringify(input)}`
  return {
    ...result,
    content: [{ type: 'text', text: note }, ...result.content],
    ...(result.data !== undefined && { data: { note, result: result.data } }),
  }
}
