import { type Outcome, plainText, type ToolResult } from './part.ts'

/** What a model is told of a call that ended badly and left no words. */
export const OUTCOME_WORDS: { readonly [Ending in Exclude<Outcome, 'ok'>]: string } = {
  error: 'The call failed and gave no reason.',
  denied: 'The user did not allow this call.',
  cancelled: 'The call was cancelled before it ran.',
}

/** The words of a result. One that says nothing by itself says at least how it ended. */
export function resultText(result: ToolResult): string {
  const text = plainText(result)
  return result.outcome === 'ok' || text.trim() !== '' ? text : OUTCOME_WORDS[result.outcome]
}
