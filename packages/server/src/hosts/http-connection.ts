import { connect, type Socket } from 'node:net'
import { ByteQueue } from './byte-queue.ts'
import { HttpAnswer } from './http-answer.ts'
import type { HttpHead } from './http-head.ts'

/** Who waits for an answer. */
export interface Asker {
  /** The head has come; the body will be in the queue. */
  begin(head: HttpHead, body: ByteQueue): void
  /** The answer is over; nothing more will be said. */
  end(): void
  /** No head came. */
  fail(cause: Error): void
}

/** One for all connections: what a read brought is used up before the next one begins. */
const READ = Buffer.allocUnsafeSlow(64 * 1024)

/** A connection to a server that speaks plain HTTP/1.1. It is asked for one answer after the other. */
export class HttpConnection {
  readonly #socket: Socket
  #asker: Asker | undefined
  #answer = new HttpAnswer()
  #body: ByteQueue

  /** `onClose`: it cannot be used any more. */
  constructor({ host, port }: { readonly host: string; readonly port: number }, onClose: (connection: HttpConnection) => void) {
    const onread = { buffer: READ, callback: (size: number) => this.#take(READ.subarray(0, size)) }
    this.#socket = connect({ host, port, noDelay: true, onread })
    this.#body = new ByteQueue(this.#socket)
    this.#socket.on('error', (error) => this.#settle(error))
    this.#socket.on('end', () => this.#settle(CLOSED))
    this.#socket.on('close', () => {
      this.#settle(CLOSED)
      onClose(this)
    })
  }

  /** Whether it may be asked again: its last answer came to a proper end, and the whole request had been taken. */
  get free(): boolean {
    return !this.#asker && this.#answer.reusable && this.#socket.writableLength === 0 && !this.#socket.destroyed
  }

  ask(head: string, body: string, asker: Asker): void {
    this.#asker = asker
    this.#answer = new HttpAnswer()
    this.#body = new ByteQueue(this.#socket)
    this.#socket.ref()
    const bytes = Buffer.allocUnsafe(head.length + Buffer.byteLength(body))
    bytes.write(head, 'latin1')
    bytes.write(body, head.length)
    this.#socket.write(bytes)
  }

  /** An idle connection does not keep the process alive. */
  rest(): void {
    this.#socket.unref()
  }

  destroy(): void {
    this.#socket.destroy()
  }

  /** Whether the socket may read on. */
  #take(bytes: Buffer): boolean {
    const asker = this.#asker
    if (!asker) {
      this.#socket.destroy()
      return false
    }
    const [answer, body] = [this.#answer, this.#body]
    const begun = answer.head !== undefined
    try {
      const piece = answer.push(bytes)
      if (!begun && answer.head) asker.begin(answer.head, body)
      const goOn = piece.length === 0 || body.push(Buffer.from(piece))
      if (answer.over) this.#finish(asker)
      return goOn || answer.over
    } catch (error) {
      this.#settle(error instanceof Error ? error : CLOSED)
      this.#socket.destroy()
      return false
    }
  }

  #finish(asker: Asker): void {
    this.#asker = undefined
    this.#body.settle('ended')
    if (!this.#answer.reusable) this.#socket.destroy()
    asker.end()
  }

  #settle(cause: Error): void {
    const asker = this.#asker
    if (!asker) return
    if (this.#answer.close()) return this.#finish(asker)
    this.#asker = undefined
    this.#body.settle(new TypeError('The connection broke.', { cause }))
    if (!this.#answer.head) asker.fail(cause)
    asker.end()
  }
}

/** Made once: an error remembers where it was made, which costs more than all else that an abort does. */
const CLOSED: NodeJS.ErrnoException = Object.assign(new Error('The connection was closed.'), { code: 'ECONNRESET' })
