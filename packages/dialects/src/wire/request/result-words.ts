import { OUTCOME_WORDS } from '../../canonical/outcome-words.ts'
import type { FilePart, TextPart, ToolResult } from '../../canonical/part.ts'

/** What the model is told of a result. One that says nothing by itself says at least how it ended. */
export function resultContent(result: ToolResult): readonly (TextPart | FilePart)[] {
  const content = result.content.filter((part) => part.type !== 'text' || part.text !== '')
  return content.length > 0 || result.outcome === 'ok' ? content : [{ type: 'text', text: OUTCOME_WORDS[result.outcome] }]
}
