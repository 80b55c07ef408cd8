import { isJsonObject, type JsonObject, type JsonValue, ownValue } from '@parley/dialects'
import { responseOfItem } from '@parley/dialects/wire'
import { refusal } from '../http-fault.ts'
import { say } from '../words.ts'
import type { KeptResponse, ResponseStore } from './kept-response.ts'
import { type MemoryLimits, ResponseShelf } from './response-shelf.ts'

/** What clients of the Responses format may refer to instead of sending it again. */
export interface ResponseMemory {
  /** The same request with everything it refers to. Throws a fault that names what is not kept. */
  recall(body: unknown, owner: string): Promise<unknown>
  /** What an answer repeats of its request. */
  echo(body: unknown): JsonObject
  /** Keeps an answer, and what was new in the request before it. */
  keep(body: unknown, answer: JsonObject, owner: string): void
  find(id: string, owner: string): Promise<KeptResponse | undefined>
  forget(id: string, owner: string): Promise<boolean>
}

export interface MemoryOptions {
  readonly limits?: MemoryLimits
  /** Absent: what this process keeps no other one knows. */
  readonly store?: ResponseStore
  /** Told when the store fails. What it does not have is not lost here. */
  readonly onBug?: (error: unknown) => void
}

const USUAL: MemoryLimits = { owners: 32, responses: 1000, characters: 4_000_000 }

/** Recent responses at hand, and behind them a store, if there is one. */
export function createResponseMemory({ limits = USUAL, store, onBug = () => undefined }: MemoryOptions = {}): ResponseMemory {
  const near = new ResponseShelf(limits)
  const find = async (id: string, owner: string): Promise<KeptResponse | undefined> =>
    near.find(owner, id) ?? (await store?.find(owner, id))
  const resolved = async (items: readonly JsonValue[], owner: string): Promise<readonly JsonValue[]> => {
    const found: JsonValue[] = []
    for (const item of items) found.push(isReference(item) ? await referredItem(item, (id) => find(id, owner)) : item)
    return found
  }
  const conversation = async (last: string, owner: string): Promise<readonly JsonValue[]> => {
    const turns: KeptResponse[] = []
    const seen = new Set<string>()
    for (let id: string | undefined = last; id !== undefined; id = turns.at(-1)?.previous) {
      const kept = seen.has(id) ? undefined : await find(id, owner)
      if (!kept) throw notKept(last, 'previous_response_id')
      seen.add(id)
      turns.push(kept)
    }
    const items: JsonValue[] = []
    for (const turn of turns.toReversed())
      for (const item of [...(await resolved(turn.input, owner)), ...outputOf(turn)]) items.push(item)
    return items
  }
  return {
    async recall(body, owner) {
      if (!isJsonObject(body)) return body
      const { previous_response_id: previous, ...rest } = body
      const input = inputItems(body)
      if (typeof previous !== 'string' && !input.some(isReference)) return body
      const before = typeof previous === 'string' ? await conversation(previous, owner) : []
      return { ...rest, input: [...before, ...(await resolved(input, owner))] }
    },
    echo(body) {
      if (!isJsonObject(body)) return {}
      return { store: body['store'] !== false, previous_response_id: body['previous_response_id'] ?? null }
    },
    keep(body, answer, owner) {
      const id = idOf(answer)
      if (!isJsonObject(body) || body['store'] === false || id === undefined) return
      const previous = body['previous_response_id']
      const kept = { answer, input: inputItems(body), ...(typeof previous === 'string' && { previous }) }
      if (near.put(owner, id, kept)) store?.put(owner, id, kept).catch(onBug)
    },
    find,
    async forget(id, owner) {
      const wasNear = near.remove(owner, id)
      return (await store?.remove(owner, id)) || wasNear
    },
  }
}

async function referredItem(reference: JsonObject, find: (id: string) => Promise<KeptResponse | undefined>): Promise<JsonValue> {
  const id = idOf(reference) ?? ''
  const response = responseOfItem(id)
  const kept = response === undefined ? undefined : await find(response)
  const item = kept && outputOf(kept).find((said) => idOf(said) === id)
  if (!item) throw notKept(id, 'input')
  return item
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
