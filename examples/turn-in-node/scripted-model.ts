import type { Respond } from '@parley/dialects'

/** A model that only writes text, and says these things one after the other. */
export function scriptedModel(...answers: readonly string[]): Respond {
  let said = 0
  return async function* (request) {
    const heard = request.messages.at(-1)?.parts.flatMap((part) => (part.type === 'text' ? part.text : []))
    console.log('model hears ', heard?.join('\n'))
    const text = answers[said++] ?? ''
    yield [
      { type: 'message-start', messageId: `answer-${said}`, model: request.model },
      { type: 'part-start', part: 0, kind: 'text' },
      { type: 'part-delta', part: 0, text },
      { type: 'part-end', part: 0, value: { type: 'text', text } },
      { type: 'message-end', reason: 'done' },
    ]
  }
}
