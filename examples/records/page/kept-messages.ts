import type { UIMessage } from 'ai'
import { z } from 'zod'

const PLACE = 'records-chat'

const kept = z.array(
  z.looseObject({
    id: z.string(),
    role: z.enum(['user', 'assistant']),
    parts: z.array(z.looseObject({ type: z.string(), state: z.string().exactOptional() })),
  }),
)

/** The chat of this tab, as it stood before the reload. A call that was still being written is gone with its stream. */
export function readMessages(storage: Storage): UIMessage[] {
  try {
    const messages = kept.parse(JSON.parse(storage.getItem(PLACE) ?? '[]'))
    const whole = messages.map(({ parts, ...rest }) => ({
      ...rest,
      parts: parts.filter(({ state }) => state !== 'input-streaming'),
    }))
    // Written below and by nobody else; what was not written by us has failed the schema.
    return whole as UIMessage[]
  } catch {
    return []
  }
}

export function keepMessages(storage: Storage, messages: readonly UIMessage[]): void {
  try {
    storage.setItem(PLACE, JSON.stringify(messages))
  } catch {
    // A full storage costs what a reload would bring back, not the chat.
  }
}
