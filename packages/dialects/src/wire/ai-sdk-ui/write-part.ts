import type { JsonObject } from '../../canonical/json.ts'
import type { SpokenPart } from '../../canonical/part.ts'
import type { EndReason } from '../../canonical/stream-event.ts'

/** How an answer ended, in the words of the AI SDK. */
export const UI_FINISH: { readonly [Reason in EndReason]: string } = {
  done: 'stop',
  stopped: 'stop',
  calls: 'tool-calls',
  length: 'length',
  filtered: 'content-filter',
}

/** A call whose name was lost is shown as a call of this tool, so that what was wrong with it can be told. */
export const NAMELESS = 'unknown'

/** What was said, as a part of a UI message. */
export function writeUiPart(part: SpokenPart): JsonObject {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text }
    case 'reasoning':
      return { type: 'reasoning', text: part.text, ...ownMetadata('providerMetadata', part) }
    case 'tool-call': {
      const { id: toolCallId, name, input } = part
      const own = ownMetadata('callProviderMetadata', part)
      return { type: `tool-${name}`, toolCallId, state: 'input-available', input, ...own }
    }
    case 'broken-call': {
      const { id: toolCallId, name = NAMELESS, source: input, problem: errorText } = part
      return { type: `tool-${name}`, toolCallId, state: 'output-error', input, errorText }
    }
    default:
      return part satisfies never
  }
}

/** What the client keeps for us and sends back: proofs, and numbers that JSON would round. */
export function ownMetadata(key: 'providerMetadata' | 'callProviderMetadata', part: SpokenPart): JsonObject {
  const signature = 'signature' in part ? part.signature : undefined
  const inputText = 'inputText' in part ? part.inputText : undefined
  if (signature === undefined && inputText === undefined) return {}
  const parley = { ...(signature !== undefined && { signature }), ...(inputText !== undefined && { inputText }) }
  return { [key]: { parley } }
}
