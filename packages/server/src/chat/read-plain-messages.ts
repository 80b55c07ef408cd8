import {
  findDialect,
  type JsonObject,
  type Message,
  type ToolCall,
  type ToolResult,
  type ToolSpec,
  usualDialect,
} from '@parley/dialects'
import type { Paced } from '../safety/pace.ts'
import { type Match, matchingResults } from './match-results.ts'
import { readingPlaces } from './read-places.ts'

/**
 * Messages as `{role, content}`. Calls and results may be disguised: a call inside the assistant's text, its result as
 * something that the user says, or a tool, at any time after it. They become what they mean, so that the next turn may
 * speak another dialect or natively.
 */
export function* readingPlainMessages(
  given: readonly JsonObject[],
  tools: readonly ToolSpec[],
  paradigm: string | undefined,
): Paced<readonly Message[]> {
  const chosen = paradigm === undefined ? usualDialect : findDialect(paradigm)
  const places = yield* readingPlaces(given, { tools, chosen, guessed: 0 })
  const matched = yield* matchingResults(
    places.map(({ said }) => said),
    tools.map(({ name }) => name),
  )
  const order = new Map(places.flatMap(({ said }) => ('calls' in said ? said.calls : [])).map(({ call }, index) => [call, index]))
  const answered = new Set(matched.flatMap(({ matches }) => matches.map(({ call }) => call)))
  const told: Message[] = []
  let window = new Window(order)
  for (const [index, place] of places.entries()) {
    const { matches = [], rest = '' } = matched[index] ?? {}
    yield RESULT * (1 + matches.length)
    if (place.message.role === 'assistant') {
      const isMeant = 'calls' in place.said && place.said.calls.some(({ call }) => answered.has(call))
      for (const message of window.messages()) told.push(message)
      told.push(isMeant ? place.message : (place.asItCame ?? place.message))
      window = new Window(order)
    } else if (matches.length === 0) window.others.push(place.message)
    else window.add(place.message, matches, rest)
  }
  return [...told, ...window.messages()]
}

/** What writing down one result costs, in characters. */
const RESULT = 32

/** What was said between two answers of the model: its results first, in the order of their calls, then everything else. */
class Window {
  readonly others: Message[] = []
  readonly #order: ReadonlyMap<ToolCall, number>
  readonly #results: { readonly result: ToolResult; readonly place: number }[] = []
  #id = ''

  constructor(order: ReadonlyMap<ToolCall, number>) {
    this.#order = order
  }

  add(message: Message, matches: readonly Match[], rest: string): void {
    const { id, role } = message
    if (this.#results.length === 0) this.#id = id
    const own = message.role === 'tool' ? message.parts[0]?.content : undefined
    for (const match of matches) {
      const place = (match.call && this.#order.get(match.call)) ?? Number.POSITIVE_INFINITY
      this.#results.push({ result: toolResult(match, own), place })
    }
    const files = message.role === 'user' ? message.parts.filter((part) => part.type === 'file') : []
    const words = rest === '' ? [] : [{ type: 'text', text: rest } as const]
    if (role === 'user' && words.length + files.length > 0)
      this.others.push({ role, id: `${id}-rest`, parts: [...words, ...files] })
  }

  messages(): readonly Message[] {
    const parts = this.#results.toSorted((a, b) => (a.place === b.place ? 0 : a.place - b.place)).map(({ result }) => result)
    return [...(parts.length > 0 ? [{ role: 'tool', id: this.#id, parts } as const] : []), ...this.others]
  }
}

/** A result that answers no call we know keeps its own id: whoever reads it may know more. */
function toolResult({ result, call }: Match, own: ToolResult['content'] | undefined): ToolResult {
  const { outcome, text, value, callId = 'unknown', name = callId } = result
  const files = own?.filter((part) => part.type === 'file') ?? []
  return {
    type: 'tool-result',
    callId: call?.id ?? callId,
    name: call?.name ?? name,
    outcome,
    content: text === '' && files.length > 0 ? files : [{ type: 'text', text }, ...files],
    ...(value !== undefined && { data: value }),
  }
}
