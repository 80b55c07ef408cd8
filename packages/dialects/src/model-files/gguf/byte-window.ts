import { Refused } from '../refused.ts'
import type { RangedBytes } from './ranged-bytes.ts'

const FIRST_READ = 1 << 16
const LONGEST_READ = 1 << 20
/** The headers of the largest vocabularies have a quarter of it. */
const MOST_BYTES = 1 << 26

/** Walks through bytes of which only a window is in memory. */
export class ByteWindow {
  at = 0
  readonly #bytes: RangedBytes
  #window = new DataView(new ArrayBuffer(0))
  #from = 0
  #read = 0
  #next = FIRST_READ

  constructor(bytes: RangedBytes) {
    this.#bytes = bytes
  }

  /** Whether so many bytes from here are in memory: who asks first need not wait for them. */
  has(count: number): boolean {
    return this.at >= this.#from && this.at + count <= this.#from + this.#window.byteLength
  }

  /** Brings so many bytes from here into memory. */
  async need(count: number): Promise<void> {
    if (this.has(count)) return
    if (this.at + count > this.#bytes.size) throw new Refused('The file breaks off in its header.')
    const length = Math.min(Math.max(count, this.#next), this.#bytes.size - this.at)
    this.#read += length
    if (this.#read > MOST_BYTES) throw new Refused(`Its header is longer than ${MOST_BYTES >> 20} MB.`)
    this.#next = Math.min(2 * this.#next, LONGEST_READ)
    this.#window = new DataView(await this.#bytes.slice(this.at, this.at + length).arrayBuffer())
    this.#from = this.at
    if (!this.has(count)) throw new Refused('The file breaks off in its header.')
  }

  /** A number of 4 bytes that are in memory. */
  uint32(): number {
    const value = this.#window.getUint32(this.at - this.#from, true)
    this.at += 4
    return value
  }

  /** A number of 8 bytes that are in memory; lengths above 2^53 are no lengths. */
  length(): number {
    const value =
      this.#window.getUint32(this.at - this.#from, true) + 2 ** 32 * this.#window.getUint32(this.at - this.#from + 4, true)
    this.at += 8
    return value
  }

  text(count: number): string {
    const offset = this.#window.byteOffset + this.at - this.#from
    this.at += count
    return new TextDecoder().decode(new Uint8Array(this.#window.buffer, offset, count))
  }
}
