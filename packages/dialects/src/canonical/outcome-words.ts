import { type Outcome, plainText, type ToolResult } from './part.ts'

const NOT_A_FAILURE = 'This is not a tool or system failure. Do not repeat it or reach the same effect another way.'

/** What a model is told of a call that a person said no to: by every route, in the same words. */
export function deniedWords(reason?: string): string {
  const given = reason?.trim() ?? ''
  return given === ''
    ? `The user rejected this call; it was not executed. ${NOT_A_FAILURE} Continue without it or ask the user.`
    : `The user rejected this call with this reason: ${given}\nIt was not executed. ${NOT_A_FAILURE} Follow the reason given.`
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
