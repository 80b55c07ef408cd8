import type { FileData } from '../file-system.ts'

/**
 * Small texts by their hash. What a hash names never changes, so nothing here can be out of date. When the recent ones fill half
 * of the room, they become the older ones, and what was older goes at once: to let them go one by one, a map would have to step
 * over every gap that the ones before have left.
 */
export class ContentCache {
  readonly #maxLength: number
  #recent = new Map<string, string>()
  #older = new Map<string, string>()
  #recentLength = 0

  constructor(maxLength = 8 * 2 ** 20) {
    this.#maxLength = maxLength
  }

  get(hash: string): string | undefined {
    return this.#recent.get(hash) ?? this.#older.get(hash)
  }

  add(hash: string, data: FileData): void {
    if (typeof data !== 'string' || this.#recent.has(hash)) return
    this.#recent.set(hash, data)
    this.#recentLength += data.length
    if (this.#recentLength * 2 <= this.#maxLength) return
    this.#older = this.#recent
    this.#recent = new Map()
    this.#recentLength = 0
  }
}
