import { ChunkedBody } from './chunked-body.ts'
import { type HttpHead, readHttpHead } from './http-head.ts'

const MAX_HEAD = 64 * 1024
const HEAD_END = '\r\n\r\n'

/** One answer of HTTP/1.1, read from the bytes of a connection wherever they are cut. */
export class HttpAnswer {
  #text = ''
  #head: HttpHead | undefined
  #chunks: ChunkedBody | undefined
  /** Bytes that are still to come of a body that says how long it is. */
  #left = Number.POSITIVE_INFINITY
  #over = false
  #surplus = false

  get head(): HttpHead | undefined {
    return this.#head
  }

  get over(): boolean {
    return this.#over
  }

  /** Whether another request may follow on the same connection. */
  get reusable(): boolean {
    return this.#over && !this.#surplus && this.#head?.keep === true
  }

  /** Takes what the connection brought, moving its bytes around; returns those that are body. Throws for what is no HTTP. */
  push(bytes: Buffer): Buffer {
    const from = this.#head ? 0 : this.#takeHead(bytes)
    const { end, at } = this.#chunks ? this.#chunks.unwrap(bytes, from) : this.#count(bytes, from)
    this.#over = this.#chunks?.over ?? this.#left === 0
    this.#surplus ||= at < bytes.length
    return bytes.subarray(from, end)
  }

  /** The connection was closed. Tells whether that is how this answer ends. */
  close(): boolean {
    this.#over ||= this.#head?.framing === 'close'
    return this.#over
  }

  #count(bytes: Buffer, from: number): { readonly end: number; readonly at: number } {
    const end = Math.min(bytes.length, from + this.#left)
    this.#left -= end - from
    return { end, at: end }
  }

  /** Where the body begins. Heads that only say that the answer is under way are skipped. */
  #takeHead(bytes: Buffer): number {
    this.#text += bytes.toString('latin1')
    for (let end = this.#text.indexOf(HEAD_END); end !== -1; end = this.#text.indexOf(HEAD_END)) {
      const head = readHttpHead(this.#text.slice(0, end))
      this.#text = this.#text.slice(end + HEAD_END.length)
      if (head.status === 101) throw new Error('The answer changes the protocol.')
      if (head.status < 200) continue
      this.#head = head
      if (head.framing === 'chunked') this.#chunks = new ChunkedBody()
      else if (head.framing !== 'close') this.#left = head.framing
      const from = bytes.length - this.#text.length
      this.#text = ''
      return from
    }
    if (this.#text.length > MAX_HEAD) throw new Error('The headers of the answer do not end.')
    return bytes.length
  }
}
