import { isJsonObject, type JsonObject, type JsonValue, ownValue } from './json.ts'
import { type Outcome, plainText, type ToolResult } from './part.ts'

const NOT_A_FAILURE = 'This is not a tool or system failure. Do not repeat it or reach the same effect another way.'

/** What a model is told of a call that a person said no to: by every route, in the same words. */
export function deniedWords(reason?: string): string {
  const given = reason?.trim() ?? ''
  return given === ''
    ? `The user rejected this call; it was not executed. ${NOT_A_FAILURE} Continue without it or ask the user.`
    : `${BEFORE_REASON}${given}${BEHIND_REASON}`
}

const BEFORE_REASON = 'The user rejected this call with this reason: '
const BEHIND_REASON = `\nIt was not executed. ${NOT_A_FAILURE} Follow the reason given.`

/** The reason in such words, for whoever will say them again. Empty: none was given. Other words are a reason themselves. */
export function deniedReason(words: string): string {
  if (words === deniedWords()) return ''
  const isOurs = words.startsWith(BEFORE_REASON) && words.endsWith(BEHIND_REASON)
  return isOurs ? words.slice(BEFORE_REASON.length, -BEHIND_REASON.length) : words
}

/** What a model is told of a call that ended badly and left no words. */
export const OUTCOME_WORDS: { readonly [Ending in Exclude<Outcome, 'ok'>]: string } = {
  error: 'The call failed and gave no reason.',
  denied: deniedWords(),
  cancelled: 'The call was cancelled before it ran.',
}

/** The words of a result. One that says nothing by itself says at least how it ended. */
export function resultText(result: ToolResult): string {
  const text = plainText(result)
  return result.outcome === 'ok' || text.trim() !== '' ? text : OUTCOME_WORDS[result.outcome]
}

/** A result that is words, and `data` where a program reads it too. */
export function wordsResult(
  { id, name = 'unknown' }: { readonly id: string; readonly name?: string },
  outcome: Outcome,
  text: string,
  data?: JsonValue,
): ToolResult {
  const content = [{ type: 'text', text }] as const
  return { type: 'tool-result', callId: id, name, outcome, content, ...(data !== undefined && { data }) }
}

/** The exact problem of a call that could not be read, and one correct example, in whatever words the model's dialect uses. */
export function brokenWords(problem: string, example?: string): string {
  const lesson = example === undefined ? '' : `\nA correct call looks like this:\n${example}`
  return `Your call could not be read, so nothing was executed. ${problem} Write the whole call again, corrected.${lesson}`
}

/** The model is told what ran; otherwise it believes in, and repeats, what it wrote. */
export function editedResult(result: ToolResult, input: JsonObject): ToolResult {
  const note = `The user changed the arguments before this call ran. It ran with: ${JSON.stringify(input)}`
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
