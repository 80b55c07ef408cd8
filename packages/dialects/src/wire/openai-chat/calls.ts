import { isJsonObject, type JsonObject, ownValue } from '../../canonical/json.ts'
import type { ToolSpec } from '../../canonical/message.ts'
import type { AnswerEvents, OpenCall } from '../answer/answer-events.ts'
import { createToolNames, type ToolNames } from '../request/tool-names.ts'
import { ArgumentText } from './argument-text.ts'
import { TOOL_NAME } from './write-request.ts'

interface Entry {
  readonly call: OpenCall
  readonly key: number | string
  readonly vendorId: string
  readonly given: ArgumentText
}

/**
 * Finds the call that an entry of `tool_calls` belongs to. `index` should say it; gateways leave it out, repeat it for
 * every call, repeat ids and names, or send a whole call at once.
 *
 *     {"index":0,"id":"a","function":{"name":"f","arguments":""}}     opens
 *     {"index":0,"function":{"arguments":"{\"x\":1}"}}                continues
 *     {"index":0,"id":"b","function":{"name":"g","arguments":"{}"}}   another id with a name: opens, whatever the index
 */
export class OpenAiCalls {
  readonly #answer: AnswerEvents
  readonly #names: ToolNames
  readonly #entries: Entry[] = []

  constructor(answer: AnswerEvents, tools: readonly ToolSpec[] = []) {
    this.#answer = answer
    this.#names = createToolNames(
      TOOL_NAME,
      tools.map((tool) => tool.name),
    )
  }

  take(value: unknown): void {
    if (!isJsonObject(value)) return
    const target = ownValue(value, 'function')
    const named = isJsonObject(target) ? target : value
    const id = words(value, 'id')
    const name = this.#names.fromWire(words(named, 'name'))
    const entry = this.#find(ownValue(value, 'index'), id, name) ?? this.#open(ownValue(value, 'index'), id)
    this.#answer.nameCall(entry.call, name)
    const given = ownValue(named, 'arguments')
    const piece = typeof given === 'string' ? given : given === undefined || given === null ? '' : JSON.stringify(given)
    this.#answer.callDelta(entry.call, entry.given.push(piece))
  }

  end(): void {
    for (const { call, given } of this.#entries) {
      this.#answer.callDelta(call, given.end())
      this.#answer.endCall(call)
    }
    this.#entries.length = 0
  }

  #find(index: unknown, id: string, name: string): Entry | undefined {
    const last = this.#entries.at(-1)
    if (typeof index === 'number') {
      const entry = this.#entries.findLast(({ key }) => key === index)
      return entry && opensAnother(entry, id, name) ? undefined : entry
    }
    if (id !== '') {
      const entry = this.#entries.find(({ vendorId }) => vendorId === id)
      return entry ?? (name === '' ? last : undefined)
    }
    if (name === '') return last
    return last && last.call.name === '' ? last : undefined
  }

  #open(index: unknown, id: string): Entry {
    const key = typeof index === 'number' ? index : `${this.#entries.length}`
    const entry = { call: this.#answer.openCall(id), key, vendorId: id, given: new ArgumentText() }
    this.#entries.push(entry)
    return entry
  }
}

function opensAnother(entry: Entry, id: string, name: string): boolean {
  return id !== '' && name !== '' && entry.vendorId !== '' && entry.vendorId !== id
}

function words(object: JsonObject, key: string): string {
  const value = ownValue(object, key)
  return typeof value === 'string' ? value : ''
}
