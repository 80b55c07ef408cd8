import type { ByteReader } from '../providers/provider.ts'

/** How much may wait in memory before the other side is asked to pause. */
const HIGH_WATER = 64 * 1024

/** What a queue may ask of the connection that fills it. */
export interface Flow {
  /** After a push that said it is enough: there is room again. */
  resume(): void
  /** Nobody will read the rest. */
  destroy(): void
}

/** Bytes between a connection that brings them and a reader that fetches them. Whoever waits takes all that one read brought, in one piece. */
export class ByteQueue implements ByteReader {
  readonly #flow: Flow
  #pieces: Uint8Array[] = []
  #size = 0
  #full = false
  #outcome: 'ended' | Error | undefined
  #wake: (() => void) | undefined

  constructor(flow: Flow) {
    this.#flow = flow
  }

  /** Whether more may come. */
  push(piece: Uint8Array): boolean {
    this.#pieces.push(piece)
    this.#size += piece.byteLength
    this.#wake?.()
    this.#full ||= this.#size > HIGH_WATER
    return !this.#full
  }

  /** Nothing more will come. What is waiting can still be read; only the first ending counts. */
  settle(outcome: 'ended' | Error): void {
    this.#outcome ??= outcome
    this.#wake?.()
  }

  async read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array }> {
    if (this.#size === 0 && this.#outcome === undefined) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
      this.#wake = undefined
    }
    if (this.#size > 0) return { done: false, value: this.#take() }
    if (this.#outcome instanceof Error) throw this.#outcome
    return { done: true }
  }

  async cancel(): Promise<void> {
    this.#flow.destroy()
  }

  #take(): Uint8Array {
    const [first] = this.#pieces
    const value = this.#pieces.length === 1 && first ? first : Buffer.concat(this.#pieces)
    this.#pieces = []
    this.#size = 0
    if (this.#full) {
      this.#full = false
      this.#flow.resume()
    }
    return value
  }
}
