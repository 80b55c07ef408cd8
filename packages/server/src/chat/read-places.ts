import { type Dialect, findDialect, type JsonObject, type Message, ownValue, type ToolResult } from '@parley/dialects'
import { openaiChat } from '@parley/dialects/wire'
import { demandReadable } from '../fit-request.ts'
import type { Paced } from '../safety/pace.ts'
import type { Said } from './match-results.ts'
import { readingSaidCalls, type Speaking } from './read-said-calls.ts'
import { readingTalk, readingToolResult } from './read-said-results.ts'

/** One message of the conversation, and what it says to the calls. */
export interface Place {
  readonly message: Message
  readonly said: Said
  /** The message as it came. Present where it counts unless a result answers one of the calls that were found in it. */
  readonly asItCame?: Message
}

/** The messages one by one, each result in a place of its own. */
export function* readingPlaces(given: readonly JsonObject[], speaking: Speaking): Paced<readonly Place[]> {
  const { messages } = openaiChat.readRequest({ model: 'any', messages: given })
  const reading = new PlaceReader(given, speaking)
  const places: Place[] = []
  for (const message of messages) {
    demandReadable(message)
    for (const place of yield* reading.read(message)) places.push(place)
    yield MESSAGE
  }
  return places
}

/** What a message costs besides its words, in characters. */
const MESSAGE = 512

class PlaceReader {
  readonly #speaking: Speaking
  /** The messages of tools as they came: the format joins those that follow each other. */
  readonly #ofTools: Iterator<{ readonly message: JsonObject; readonly id: string }, undefined>
  readonly #taken = new Set<string>()
  readonly #spoken = new Set<Dialect>()
  #awaited = 0

  constructor(given: readonly JsonObject[], speaking: Speaking) {
    this.#speaking = speaking
    const numbered = given.map((message, index) => ({ message, id: `m${index}` }))
    this.#ofTools = numbered.filter(({ message }) => isOfTool(message))[Symbol.iterator]()
  }

  *read(message: Message): Paced<readonly Place[]> {
    switch (message.role) {
      case 'assistant': {
        const answer = yield* readingSaidCalls(message, this.#speaking, this.#taken)
        this.#awaited = answer.calls.length
        for (const { call } of answer.calls) this.#spoke(call.dialect)
        return [{ message: answer.message, said: { calls: answer.calls }, ...(answer.doubtful && { asItCame: message }) }]
      }
      case 'tool':
        return yield* this.#toolPlaces(message)
      case 'user': {
        const words = message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
        const [chosen, spoken, awaited] = [this.#speaking.chosen, this.#spoken, Math.max(0, this.#awaited)]
        const results = yield* readingTalk(words, { chosen, spoken, awaited })
        this.#awaited -= results?.whole.results.length ?? 0
        return [{ message, said: results ?? { calls: [] } }]
      }
      case 'system':
        return [{ message, said: { calls: [] } }]
      default:
        return message satisfies never
    }
  }

  *#toolPlaces({ parts, id }: { readonly parts: readonly ToolResult[]; readonly id: string }): Paced<readonly Place[]> {
    const places: Place[] = []
    for (const part of parts) {
      const given = this.#ofTools.next().value
      this.#awaited--
      const said = yield* readingToolResult(part, given?.message ?? {})
      places.push({ message: { role: 'tool', id: given?.id ?? id, parts: [part] }, said })
      yield MESSAGE
    }
    return places
  }

  #spoke(id: string | undefined): void {
    const dialect = id === undefined ? undefined : findDialect(id)
    if (dialect) this.#spoken.add(dialect)
  }
}

const isOfTool = (message: JsonObject): boolean => {
  const role = ownValue(message, 'role')
  return role === 'tool' || role === 'function'
}
