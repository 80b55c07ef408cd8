import { digest } from '../../canonical/digest.ts'
import type { Message } from '../../canonical/message.ts'
import type { ToolCall, ToolResult } from '../../canonical/part.ts'

/** What a vendor accepts as the id of a call. */
export interface CallIdForm {
  readonly accepts: RegExp
  /** An id of that form from fourteen characters of `[0-9a-z]`. Different seeds should give different ids. */
  mint(seed: string): string
}

/**
 * Gives every call of a history an id that the vendor accepts, and its result the same one. Expects a history as
 * `closeOpenCalls` leaves it: behind each message with calls, one tool message that answers them in order.
 *
 * Law: no two calls share an id, an accepted id that nobody before had stays as it is, and what comes later never
 * changes what an earlier call was given, so that prompt caches keep their prefix.
 */
export function rewriteCallIds(messages: readonly Message[], form: CallIdForm): readonly Message[] {
  const taken: Taken = { ids: new Set(), attempts: new Map() }
  let given: readonly string[] = []
  return messages.map((message) => {
    if (message.role === 'assistant') {
      const calls = message.parts.filter((part) => part.type === 'tool-call')
      if (calls.length === 0) return message
      given = calls.map((call) => freeId(call.id, form, taken))
      const ids = given.values()
      return {
        ...message,
        parts: message.parts.map((part) => (part.type === 'tool-call' ? withId(part, ids.next().value) : part)),
      }
    }
    if (message.role !== 'tool') return message
    return { ...message, parts: message.parts.map((result, index) => withCallId(result, given[index])) }
  })
}

interface Taken {
  readonly ids: Set<string>
  /** How often an id had to be changed already, so that the hundredth bearer of one does not try ninety-nine names again. */
  readonly attempts: Map<string, number>
}

function freeId(id: string, form: CallIdForm, { ids, attempts }: Taken): string {
  let attempt = attempts.get(id) ?? 0
  let wanted = attempt === 0 && form.accepts.test(id) ? id : form.mint(digest(attempt === 0 ? id : `${id}#${attempt}`))
  while (ids.has(wanted)) wanted = form.mint(digest(`${id}#${++attempt}`))
  ids.add(wanted)
  if (attempt > 0) attempts.set(id, attempt)
  return wanted
}

function withId(call: ToolCall, id: string | undefined): ToolCall {
  return id === undefined || id === call.id ? call : { ...call, id }
}

function withCallId(result: ToolResult, callId: string | undefined): ToolResult {
  return callId === undefined || callId === result.callId ? result : { ...result, callId }
}
