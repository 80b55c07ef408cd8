import { collectMessage } from '../../canonical/collect-message.ts'
import { FaultError } from '../../canonical/fault.ts'
import type { JsonObject } from '../../canonical/json.ts'
import type { SpokenPart } from '../../canonical/part.ts'
import type { StreamEvent } from '../../canonical/stream-event.ts'
import type { AnswerContext } from '../wire-format.ts'
import { FINISH, ownMetadata } from './stream-writer.ts'

/** Our events → the UI message they add up to, for clients that do not stream. An answer that ended in a fault is thrown as one. */
export function writeUiMessage(events: readonly StreamEvent[], context: AnswerContext): JsonObject {
  const { message, reason, usage, fault } = collectMessage(events)
  if (fault) throw new FaultError(fault)
  const own = { model: context.model, ...(reason && { finishReason: FINISH[reason] }), ...(usage && { usage: { ...usage } }) }
  return {
    id: context.id,
    role: 'assistant',
    metadata: { parley: own },
    parts: [{ type: 'step-start' }, ...message.parts.map(writePart)],
  }
}

function writePart(part: SpokenPart): JsonObject {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text, state: 'done' }
    case 'reasoning':
      return { type: 'reasoning', text: part.text, state: 'done', ...ownMetadata(part) }
    case 'tool-call': {
      const { providerMetadata } = ownMetadata(part)
      return {
        type: `tool-${part.name}`,
        toolCallId: part.id,
        state: 'input-available',
        input: part.input,
        ...(providerMetadata !== undefined && { callProviderMetadata: providerMetadata }),
      }
    }
    case 'broken-call':
      if (part.name === undefined) return { type: 'text', text: part.source, state: 'done' }
      return {
        type: `tool-${part.name}`,
        toolCallId: part.id,
        state: 'output-error',
        input: part.source,
        errorText: part.problem,
      }
    default:
      return part satisfies never
  }
}
