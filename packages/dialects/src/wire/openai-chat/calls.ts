import { isJsonObject, isJsonText, type JsonObject, ownValue } from '../../canonical/json.ts'
import type { ToolSpec } from '../../canonical/message.ts'
import type { AnswerEvents, OpenCall } from '../answer/answer-events.ts'
import { createToolNames, type ToolNames } from '../request/vendor-names.ts'
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

/**
 * Joins the pieces of a call's arguments. Most vendors send pieces to be appended; some send everything so far each
 * time, or everything once more at the end. The two look alike only while a piece begins with all that came before;
 * such a piece is held back until the next one, or the end, decides.
 */
class ArgumentText {
  #text = ''
  #held: string | undefined
  #way: 'unknown' | 'append' | 'cumulative' = 'unknown'

  /** What is certain to be new. */
  push(piece: string): string {
    if (piece === '') return ''
    if (this.#held !== undefined) return this.#decide(this.#held, piece)
    if (this.#text === '') return this.#append(piece)
    if (!this.#repeats(piece)) {
      if (this.#way === 'unknown') this.#way = 'append'
      return this.#append(piece)
    }
    if (this.#way === 'cumulative') return this.#append(piece.slice(this.#text.length))
    this.#held = piece
    return ''
  }

  /** What was still held back, read the way that gives valid JSON. */
  end(): string {
    const held = this.#held
    this.#held = undefined
    if (held === undefined) return ''
    if (isJsonText(this.#text + held) || !held.startsWith(this.#text)) return this.#append(held)
    return this.#append(held.slice(this.#text.length))
  }

  /** Once appending is certain, only a repetition of the whole is suspect; comparing more would flatten a long text each time. */
  #repeats(piece: string): boolean {
    const { length } = this.#text
    if (this.#way === 'append' ? piece.length !== length : piece.length < length) return false
    return piece.startsWith(this.#text)
  }

  #decide(held: string, piece: string): string {
    this.#held = undefined
    if (this.#way !== 'append' && piece.length >= held.length && piece.startsWith(held)) {
      this.#way = 'cumulative'
      return this.#append(piece.slice(this.#text.length))
    }
    this.#way = 'append'
    return this.#append(held + piece)
  }

  #append(text: string): string {
    this.#text += text
    return text
  }
}
