import { isJsonObject, type JsonValue } from '@parley/dialects'
import { type Paced, PIECE } from '../../safety/pace.ts'
import { GLANCE, LIGHT, VALUE } from './read-json.ts'

/** `JSON.stringify` with pauses; what is heavy comes as the bytes of UTF-8, because to make these of a string is one more step. */
export function* writingJson(value: JsonValue): Paced<string | Uint8Array<ArrayBuffer>> {
  if (lightness(value, LIGHT) > 0) {
    yield PIECE / 4
    return JSON.stringify(value)
  }
  const bytes = new Bytes()
  for (const piece of writing(value)) {
    if (typeof piece === 'number') yield piece
    else bytes.add(piece)
  }
  return bytes.all()
}

/** What is left of `most` characters when the value was written, roughly; nothing is looked at beyond. */
function lightness(value: JsonValue, most: number): number {
  if (typeof value === 'string') return most - value.length
  let left = most - VALUE
  if (typeof value !== 'object' || value === null) return left
  for (const [key, member] of Object.entries(value)) {
    left = lightness(member, left - key.length)
    if (left <= 0) break
  }
  return left
}

/** Pieces of the text, and between them what they cost. */
type Written = Generator<string | number, void, undefined>

function* writing(value: JsonValue): Written {
  yield VALUE
  if (typeof value === 'string') yield* writingString(value)
  else if (Array.isArray(value)) {
    let before = '['
    for (const item of value) {
      yield before
      before = ','
      yield* writing(item)
    }
    yield before === '[' ? '[]' : ']'
  } else if (isJsonObject(value)) {
    let before = '{'
    for (const [key, member] of Object.entries(value)) {
      // What is absent is not written.
      if (member === undefined) continue
      yield `${before}${JSON.stringify(key)}:`
      before = ','
      yield* writing(member)
    }
    yield before === '{' ? '{}' : '}'
  } else yield JSON.stringify(value)
}

/** Piece by piece: two halves of a character are not parted, because half a one is written as an escape. */
function* writingString(text: string): Written {
  if (text.length < PIECE) return yield JSON.stringify(text)
  yield '"'
  for (let from = 0; from < text.length; ) {
    const end = from + PIECE
    const to = isHigh(text.charCodeAt(end - 1)) ? end - 1 : end
    yield JSON.stringify(text.slice(from, to)).slice(1, -1)
    yield (to - from) * GLANCE
    from = to
  }
  yield '"'
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff

const utf8 = new TextEncoder()

/** Text becomes bytes as it comes, many small pieces at once. */
class Bytes {
  readonly #chunks: Uint8Array[] = []
  #waiting = ''
  #length = 0

  add(text: string): void {
    this.#waiting += text
    if (this.#waiting.length > PIECE) this.#encode()
  }

  all(): Uint8Array<ArrayBuffer> {
    this.#encode()
    const bytes = new Uint8Array(this.#length)
    let at = 0
    for (const chunk of this.#chunks) {
      bytes.set(chunk, at)
      at += chunk.length
    }
    return bytes
  }

  #encode(): void {
    const chunk = utf8.encode(this.#waiting)
    this.#chunks.push(chunk)
    this.#length += chunk.length
    this.#waiting = ''
  }
}
