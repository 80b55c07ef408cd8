import type { FileData } from './file-system.ts'

/** Small texts by their hash. What a hash names never changes, so nothing here can be out of date. */
export class ContentCache {
  readonly #texts = new Map<string, string>()
  readonly #maxLength: number
  #length = 0

  constructor(maxLength = 8 * 2 ** 20) {
    this.#maxLength = maxLength
  }

  get(hash: string): string | undefined {
    return this.#texts.get(hash)
  }

  add(hash: string, data: FileData): void {
    if (typeof data !== 'string' || this.#texts.has(hash)) return
    this.#texts.set(hash, data)
    this.#length += data.length
    if (this.#length <= this.#maxLength) return
    for (const [oldest, text] of this.#texts) {
      if (this.#length <= this.#maxLength) return
      this.#texts.delete(oldest)
      this.#length -= text.length
    }
  }
}
