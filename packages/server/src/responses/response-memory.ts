import { isJsonObject, type JsonObject, type JsonValue, ownValue } from '@parley/dialects'
import { refusal } from '../http-fault.ts'
import { say } from '../words.ts'

/** What clients of the Responses format may refer to instead of sending it again. */
export interface ResponseMemory {
  /** The same request with everything it refers to. Throws a fault that names what is not kept. */
  recall(body: unknown, owner: string): unknown
  /** What an answer repeats of its request. */
  echo(body: unknown): JsonObject
  /** Keeps an answer, and what was new in the request before it. */
  keep(body: unknown, answer: JsonObject, owner: string): void
  find(id: string, owner: string): KeptResponse | undefined
  forget(id: string, owner: string): boolean
}

export interface KeptResponse {
  readonly answer: JsonObject
  /** What was new in its request. */
  readonly input: readonly JsonValue[]
  /** The response before it. Absent: it was the first. */
  readonly previous?: string
}

export interface MemoryLimits {
  readonly owners: number
  /** Of one owner. */
  readonly responses: number
  /** JSON text of one owner, in characters. */
  readonly characters: number
}

const USUAL: MemoryLimits = { owners: 32, responses: 1000, characters: 4_000_000 }

/** Forgets what was not asked for the longest time. What a replica keeps no other one knows. */
export function createResponseMemory(limits: MemoryLimits = USUAL): ResponseMemory {
  const shelves = new Map<string, Shelf>()
  const shelfOf = (owner: string): Shelf => {
    const shelf = shelves.get(owner) ?? new Shelf(limits)
    shelves.delete(owner)
    shelves.set(owner, shelf)
    const [oldest] = shelves.keys()
    if (shelves.size > limits.owners && oldest !== undefined) shelves.delete(oldest)
    return shelf
  }
  return {
    recall(body, owner) {
      if (!isJsonObject(body)) return body
      const { previous_response_id: previous, ...rest } = body
      const refers = typeof previous === 'string'
      const input = inputItems(body)
      if (!refers && !input.some(isReference)) return body
      const shelf = shelfOf(owner)
      const before = refers ? shelf.conversation(previous) : []
      return { ...rest, input: [...before, ...shelf.resolved(input)] }
    },
    echo(body) {
      if (!isJsonObject(body)) return {}
      return { store: body['store'] !== false, previous_response_id: body['previous_response_id'] ?? null }
    },
    keep(body, answer, owner) {
      if (!isJsonObject(body) || body['store'] === false) return
      const previous = body['previous_response_id']
      shelfOf(owner).put({ answer, input: inputItems(body), ...(typeof previous === 'string' && { previous }) })
    },
    find: (id, owner) => shelves.get(owner)?.find(id),
    forget: (id, owner) => shelves.get(owner)?.remove(id) ?? false,
  }
}

/** One owner's responses, the one that was asked for last at the end. */
class Shelf {
  readonly #limits: MemoryLimits
  readonly #responses = new Map<string, { readonly kept: KeptResponse; readonly weight: number }>()
  /** Output item → the response it stands in. */
  readonly #items = new Map<string, string>()
  #weight = 0

  constructor(limits: MemoryLimits) {
    this.#limits = limits
  }

  put(kept: KeptResponse): void {
    const id = idOf(kept.answer)
    const weight = JSON.stringify(kept).length
    if (id === undefined || weight > this.#limits.characters) return
    this.#responses.set(id, { kept, weight })
    this.#weight += weight
    for (const item of outputOf(kept)) this.#items.set(idOf(item) ?? '', id)
    for (const oldest of this.#responses.keys()) {
      if (this.#responses.size <= this.#limits.responses && this.#weight <= this.#limits.characters) return
      this.remove(oldest)
    }
  }

  find(id: string): KeptResponse | undefined {
    const found = this.#responses.get(id)
    if (!found) return undefined
    this.#responses.delete(id)
    this.#responses.set(id, found)
    return found.kept
  }

  remove(id: string): boolean {
    const found = this.#responses.get(id)
    if (!found) return false
    this.#weight -= found.weight
    for (const item of outputOf(found.kept)) this.#items.delete(idOf(item) ?? '')
    return this.#responses.delete(id)
  }

  /** Everything that was said up to this response. */
  conversation(last: string): readonly JsonValue[] {
    const turns: KeptResponse[] = []
    const seen = new Set<string>()
    for (let id: string | undefined = last; id !== undefined; id = turns.at(-1)?.previous) {
      const kept = seen.has(id) ? undefined : this.find(id)
      if (!kept) throw notKept(last, 'previous_response_id')
      seen.add(id)
      turns.push(kept)
    }
    return turns.toReversed().flatMap((turn) => [...this.resolved(turn.input), ...outputOf(turn)])
  }

  resolved(items: readonly JsonValue[]): readonly JsonValue[] {
    return items.map((item) => (isReference(item) ? this.#item(item) : item))
  }

  #item(reference: JsonObject): JsonValue {
    const id = idOf(reference) ?? ''
    const kept = this.find(this.#items.get(id) ?? '')
    const found = kept && outputOf(kept).find((item) => idOf(item) === id)
    if (!found) throw notKept(id, 'input')
    return found
  }
}

function notKept(id: string, field: string) {
  return refusal('request/invalid', say('memory.none', { id: id.slice(0, 100) }), { field })
}

const idOf = (item: JsonObject): string | undefined => {
  const id = ownValue(item, 'id')
  return typeof id === 'string' ? id : undefined
}

function outputOf({ answer }: KeptResponse): readonly JsonObject[] {
  const output = ownValue(answer, 'output')
  return Array.isArray(output) ? output.filter((item): item is JsonObject => isJsonObject(item)) : []
}

const isReference = (item: JsonValue): item is JsonObject => isJsonObject(item) && item['type'] === 'item_reference'

function inputItems(body: JsonObject): readonly JsonValue[] {
  const input = ownValue(body, 'input')
  if (Array.isArray(input)) return input
  return typeof input === 'string' ? [{ type: 'message', role: 'user', content: input }] : []
}
