import type { FilePart, Outcome, TextPart, ToolResult } from '../canonical/part.ts'

/** What the model is told of a result. One that says nothing by itself says at least how it ended. */
export function resultContent(result: ToolResult): readonly (TextPart | FilePart)[] {
  const content = result.content.filter((part) => part.type !== 'text' || part.text !== '')
  return content.length > 0 || result.outcome === 'ok' ? content : [{ type: 'text', text: WORDS[result.outcome] }]
}

const WORDS: { readonly [Ending in Exclude<Outcome, 'ok'>]: string } = {
  error: 'The call failed and gave no reason.',
  denied: 'The user did not allow this call.',
  cancelled: 'The call was cancelled before it ran.',
}
