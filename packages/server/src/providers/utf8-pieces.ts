/** One for all answers: a decoder that remembers where it was is made anew for each, and that costs more than all that it decodes. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

const NOTHING = new Uint8Array()
const BYTE_ORDER_MARK = '\uFEFF'

/** Text from bytes that are cut anywhere, also within a character. What is no UTF-8 becomes U+FFFD, as every decoder does it. */
export class Utf8Pieces {
  /** The beginning of a character whose end has not come yet. */
  #rest: Uint8Array = NOTHING
  #begun = false

  push(bytes: Uint8Array): string {
    const all = this.#rest.length === 0 ? bytes : joined(this.#rest, bytes)
    const end = endOfCharacters(all)
    // A copy, for whoever reads may put other bytes into the same place.
    this.#rest = end === all.length ? NOTHING : all.slice(end)
    return this.#text(end === all.length ? all : all.subarray(0, end))
  }

  end(): string {
    const rest = this.#rest
    this.#rest = NOTHING
    return this.#text(rest)
  }

  #text(bytes: Uint8Array): string {
    const text = decoder.decode(bytes)
    if (this.#begun || text === '') return text
    this.#begun = true
    return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text
  }
}

/**
 * Everything but a character that has only begun:
 *
 *     48 69 20 f0 9f
 *              ^^^^^ two more are to come
 */
function endOfCharacters(bytes: Uint8Array): number {
  for (let back = 1; back < 4; back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) break
    if (byte >= 0xc0) return bytes.length - (lengthFrom(byte) > back ? back : 0)
  }
  return bytes.length
}

/** How many bytes a character has that begins with this one. */
function lengthFrom(lead: number): number {
  if (lead >= 0xf0) return 4
  return lead >= 0xe0 ? 3 : 2
}

function joined(before: Uint8Array, after: Uint8Array): Uint8Array {
  const all = new Uint8Array(before.length + after.length)
  all.set(before)
  all.set(after, before.length)
  return all
}
