import { isJsonObject, type JsonObject, type Outcome, ownValue, type ToolCall, type ToolResult } from '@parley/dialects'

/** What the model reads when a call did not simply run. */
export function wordsResult(call: Pick<ToolCall, 'id' | 'name'>, outcome: Outcome, text: string): ToolResult {
  return { type: 'tool-result', callId: call.id, name: call.name, outcome, content: [{ type: 'text', text }] }
}

export function blockedWords(rule: { readonly rule: string; readonly reason: string }): string {
  return `A rule blocked this call (${rule.rule}); it was not executed. ${rule.reason} Do not work around it. Continue without it or ask the user.`
}

export const EXPIRED_WORDS =
  'This call was not executed: the conversation went on before the user decided about it. That is not a refusal.'

export const INTERRUPTED_WORDS =
  'This call was interrupted when the page was closed, and the user marked it as failed. It may have had some of its effects; check before repeating it.'

export const STOPPED_WORDS = 'The user stopped this call before it was finished. This is not a tool failure.'

export const DISCARDED_WORDS =
  'This call was executed, but the user kept its result back. This is not a tool failure. Continue without it or ask the user.'

export const REPLACED_WORDS = 'The user shortened or changed this result before sending it:'

/** The model is told what ran; otherwise it believes in, and repeats, what it wrote. */
export function editedResult(result: ToolResult, input: JsonObject): ToolResult {
  const note = `The user changed the arguments before running this call. Executed with: ${JSON.stringify(input)}`
  return {
    ...result,
    content: [{ type: 'text', text: note }, ...result.content],
    ...(result.data !== undefined && { data: { note, result: result.data } }),
  }
}

/** The result before `editedResult` added its note. */
export function uneditedResult(result: ToolResult): ToolResult {
  const { data, ...rest } = result
  const inner = isJsonObject(data) ? ownValue(data, 'result') : undefined
  return { ...rest, content: result.content.slice(1), ...(inner !== undefined && { data: inner }) }
}

/** The exact problem and one correct example, in whatever words the model's dialect uses. */
export function brokenWords(problem: string, example: string | undefined): string {
  const lesson = example === undefined ? '' : `\nA correct call looks like this:\n${example}`
  return `Your call could not be read, so nothing was executed. ${problem} Write the whole call again, corrected.${lesson}`
}
