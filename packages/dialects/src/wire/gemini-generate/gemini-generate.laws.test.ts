import type { SpokenPart } from '../../canonical/part.ts'
import { describeWireFormat } from '../../testing/wire-laws.ts'
import { geminiGenerate } from './gemini-generate.ts'

/** Nothing marks where one run of words ends and the next of its kind begins; only a proof does. */
function joined(parts: readonly SpokenPart[]): readonly SpokenPart[] {
  const kept: SpokenPart[] = []
  for (const part of parts) {
    const last = kept.at(-1)
    if (part.type === 'text' && last?.type === 'text') kept[kept.length - 1] = { ...last, text: last.text + part.text }
    else if (part.type === 'reasoning' && last?.type === 'reasoning' && last.signature === undefined)
      kept[kept.length - 1] = { ...part, text: last.text + part.text }
    else kept.push(part)
  }
  return kept
}

describeWireFormat(geminiGenerate, { inStream: joined, inAnswer: joined })
