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

export interface ToolNames {
  /** The name as the vendor accepts it. Never the same for two tools. */
  toWire(name: string): string
  /** The tool's own name. A name that no tool was given stays as it is. */
  fromWire(wireName: string): string
}

const MAX_LENGTH = 64

/**
 * Renames the tools whose names a vendor forbids, and finds them again in its answer. The same tools in the same order
 * give the same names, so writer and reader agree without talking to each other:
 *
 *     files.read all   →   files_read_all_0a3f…      what was written, and a digest of it
 */
export function createToolNames(accepts: RegExp, names: Iterable<string> = []): ToolNames {
  const toWire = new Map<string, string>()
  const fromWire = new Map<string, string>()
  const name = (own: string): string => {
    const known = toWire.get(own)
    if (known !== undefined) return known
    let wanted = accepts.test(own) ? own : legalName(own, digest(own))
    for (let attempt = 1; fromWire.has(wanted); attempt++) wanted = legalName(own, digest(`${own}#${attempt}`))
    toWire.set(own, wanted)
    fromWire.set(wanted, own)
    return wanted
  }
  const all = [...names]
  for (const own of all) if (accepts.test(own)) name(own)
  for (const own of all) name(own)
  return { toWire: name, fromWire: (wireName) => fromWire.get(wireName) ?? wireName }
}

/** Begins with a letter and uses only what every vendor allows. */
function legalName(own: string, mark: string): string {
  const letters = own.replace(/[^a-zA-Z0-9_-]+/g, '_').replace(/^[^a-zA-Z]+/, '')
  return `${letters.slice(0, MAX_LENGTH - mark.length - 1) || 'tool'}_${mark}`
}
