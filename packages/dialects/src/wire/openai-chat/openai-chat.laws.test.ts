import type { SpokenPart } from '../../canonical/part.ts'
import { describeWireFormat } from '../../testing/wire-laws.ts'
import { openaiChat } from './openai-chat.ts'

const unsigned = (parts: readonly SpokenPart[]): readonly SpokenPart[] =>
  parts.map((part) => (part.type === 'reasoning' ? { type: 'reasoning', text: part.text } : part))

/** One field for words, one for thoughts, and a list of calls: neighbours of one kind run together. */
function joined(parts: readonly SpokenPart[]): readonly SpokenPart[] {
  const kept: SpokenPart[] = []
  for (const part of unsigned(parts)) {
    const last = kept.at(-1)
    if ((part.type === 'text' || part.type === 'reasoning') && last?.type === part.type)
      kept[kept.length - 1] = { ...last, text: last.text + part.text }
    else kept.push(part)
  }
  return kept
}

/** A whole answer has no order between the three fields. */
function sorted(parts: readonly SpokenPart[]): readonly SpokenPart[] {
  const kinds = ['reasoning', 'text', 'tool-call'] as const
  return joined(kinds.flatMap((kind) => unsigned(parts).filter((part) => part.type === kind)))
}

describeWireFormat(openaiChat, { inStream: joined, inAnswer: sorted })
