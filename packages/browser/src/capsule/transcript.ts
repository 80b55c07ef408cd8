import { type JsonObject, type Outcome, plainText } from '@parley/dialects'
import type { ThreadState } from '../conversation/state/thread-state.ts'
import { executedCall } from '../turn/settle-call.ts'

/** What was said and done, without ids and times: two runs of the same conversation have the same transcript. */
export interface TranscriptLine {
  readonly role: 'user' | 'assistant'
  readonly text?: string
  readonly call?: { readonly name: string; readonly input: JsonObject; readonly outcome?: Outcome; readonly result?: string }
}

export function transcriptOf({ messages, calls }: Pick<ThreadState, 'messages' | 'calls'>): readonly TranscriptLine[] {
  return messages.flatMap((message) =>
    message.parts.flatMap((part): readonly TranscriptLine[] => {
      if (part.type === 'text') return [{ role: message.role, text: part.text }]
      if (part.type === 'file') return [{ role: message.role, text: part.name ?? part.mediaType }]
      const call = part.type === 'call' ? calls.get(part.key) : undefined
      if (!call || call.stage === 'streaming') return []
      const { name, input } = executedCall(call.record)
      const { result } = call.record
      return [
        { role: message.role, call: { name, input, ...(result && { outcome: result.outcome, result: plainText(result) }) } },
      ]
    }),
  )
}
