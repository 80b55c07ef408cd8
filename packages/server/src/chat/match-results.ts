import type { ToolCall } from '@parley/dialects'
import { placeOfCall } from '../answerer.ts'
import type { Paced } from '../safety/pace.ts'
import type { SpokenResult, SpokenResults } from '../spoken-results/spoken-result.ts'
import { type Keys, OpenCalls, type SaidCall } from './open-calls.ts'

/** What was said at one place of the conversation: calls by the model, or results by the client. */
export type Said =
  | { readonly calls: readonly SaidCall[] }
  | {
      readonly whole: SpokenResults
      /** The same words read as more results. They are, if each of them names another call that has no result. */
      readonly several?: SpokenResults
    }

export interface Match {
  readonly result: SpokenResult
  /** Undefined: it answers no call of this conversation, or one that has its result already. */
  readonly call: ToolCall | undefined
}

export interface Matched {
  readonly matches: readonly Match[]
  /** What the user said after the results. */
  readonly rest: string
}

/**
 * Which call each result answers: by id (its own, or that of its place), then by name, then by order, and always a call that was made before. What goes by
 * id is settled for the whole conversation before anything goes by name, and so on, so that no result takes the place of
 * another; and one that names a call or a tool never answers for another one. Returns one list for each place.
 */
export function* matchingResults(said: readonly Said[], toolNames: Iterable<string>): Paced<readonly Matched[]> {
  const matching = new Matching(said, toolNames)
  for (const way of ['id', 'place', 'name'] as const) yield* matching.sweep(way, false)
  yield* matching.part()
  for (const way of ['id', 'place', 'name', 'order'] as const) yield* matching.sweep(way, true)
  return matching.matches()
}

/** What looking at one call or result costs, in characters. */
const ONE = 16
const workIn = (place: Said): number => ONE * (1 + ('calls' in place ? place.calls : place.whole.results).length)

/** `place`: by an id that the server gave a call which was written without one. */
type Way = 'id' | 'place' | 'name' | 'order'

const KEYS: { readonly [way in Way]: Keys } = {
  id: ({ call, spokenId = call.id }) => [call.id, spokenId],
  place: ({ place }) => (place === undefined ? [] : [place]),
  name: ({ call }) => [call.name],
  order: () => [''],
}

class Matching {
  readonly #said: readonly Said[]
  readonly #ids: ReadonlySet<string>
  readonly #names: ReadonlySet<string>
  readonly #answers = new Map<SpokenResult, ToolCall>()
  readonly #answered = new Set<ToolCall>()
  readonly #parted = new Set<Said>()

  constructor(said: readonly Said[], toolNames: Iterable<string>) {
    const calls = said.flatMap((place) => ('calls' in place ? place.calls : []))
    this.#said = said
    this.#ids = new Set(calls.flatMap(KEYS.id))
    this.#names = new Set([...toolNames, ...calls.map(({ call }) => call.name)])
  }

  /** Answers calls in one way; `all`: also by words that could be several results and are not. */
  *sweep(way: Way, all: boolean): Paced<void> {
    const open = new OpenCalls(this.#answered, KEYS[way])
    for (const place of this.#said) {
      yield workIn(place)
      if ('calls' in place) open.add(place.calls)
      else if (!this.#parted.has(place) && (all || place.several === undefined))
        for (const result of place.whole.results) {
          const call = this.#answers.has(result) ? undefined : open.find(this.#keys(result, way))
          if (call) this.#answer(result, call)
        }
    }
  }

  /** Words that read like several results are several where each of them names an open call of its own. */
  *part(): Paced<void> {
    const byId = new OpenCalls(this.#answered, KEYS.id)
    const byPlace = new OpenCalls(this.#answered, KEYS.place)
    const byName = new OpenCalls(this.#answered, KEYS.name)
    for (const place of this.#said) {
      yield workIn(place)
      if ('calls' in place) {
        byId.add(place.calls)
        byPlace.add(place.calls)
        byName.add(place.calls)
      } else if (place.several) {
        const meant = new Map<ToolCall, SpokenResult>()
        for (const result of place.several.results) {
          const call =
            byId.find(this.#keys(result, 'id'), meant) ??
            byPlace.find(this.#keys(result, 'place'), meant) ??
            byName.find(this.#keys(result, 'name'), meant)
          if (call) meant.set(call, result)
        }
        if (meant.size < place.several.results.length) continue
        this.#parted.add(place)
        for (const [call, result] of meant) this.#answer(result, call)
      }
    }
  }

  matches(): readonly Matched[] {
    return this.#said.map((place) => {
      if ('calls' in place) return { matches: [], rest: '' }
      const { results, rest } = (this.#parted.has(place) ? place.several : undefined) ?? place.whole
      return { matches: results.map((result) => ({ result, call: this.#answers.get(result) })), rest }
    })
  }

  #answer(result: SpokenResult, call: ToolCall): void {
    this.#answers.set(result, call)
    this.#answered.add(call)
  }

  /** What a result is looked up by. An id that belongs to a call is that call's alone, and so is the name of a tool. */
  #keys(result: SpokenResult, way: Way): readonly string[] {
    const { callId } = result
    if (way === 'id') return callId === undefined ? [] : [callId]
    if (callId !== undefined && this.#ids.has(callId)) return []
    const place = callId === undefined ? undefined : placeOfCall(callId)
    if (way === 'place') return place === undefined ? [] : [place]
    const names = this.#namesIn(result)
    if (way === 'name') return names
    return names.length > 0 ? [] : ['']
  }

  /** `<id>read_file_result</id>` names the tool where an id is expected. */
  #namesIn({ name, callId = '' }: SpokenResult): readonly string[] {
    const named = [name ?? '', callId, callId.replace(/_result$/, '')]
    return named.filter((word) => this.#names.has(word)).slice(0, 1)
  }
}
