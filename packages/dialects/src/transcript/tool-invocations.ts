import type { ToolSpec } from '../canonical/message.ts'
import type { ToolCall } from '../canonical/part.ts'
import { canonicalXml } from '../dialects/canonical-xml.ts'
import { readAnswer } from '../engine.ts'

/** The calls in a text that is written in canonical XML. Values are typed by `tools`; without them they are strings. */
export function extractToolInvocations(text: string, tools: readonly ToolSpec[] = []): readonly ToolCall[] {
  return readAnswer(text, { dialect: canonicalXml, tools, drafts: 'ignore' }).filter((part) => part.type === 'tool-call')
}
