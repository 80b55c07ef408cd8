import type { KeptResponse } from './kept-response.ts'

export interface MemoryLimits {
  readonly owners: number
  /** Of one owner. */
  readonly responses: number
  /** JSON text of one owner, in characters. */
  readonly characters: number
}

interface Board {
  readonly responses: Map<string, { readonly kept: KeptResponse; readonly weight: number }>
  weight: number
}

/** The responses that were asked for last, of the owners that asked last. */
export class ResponseShelf {
  readonly #limits: MemoryLimits
  readonly #boards = new Map<string, Board>()

  constructor(limits: MemoryLimits) {
    this.#limits = limits
  }

  /** False where it is longer than all that an owner may keep. */
  put(owner: string, id: string, kept: KeptResponse): boolean {
    const weight = JSON.stringify(kept).length
    if (weight > this.#limits.characters) return false
    const board = this.#boardOf(owner)
    board.responses.set(id, { kept, weight })
    board.weight += weight
    for (const oldest of board.responses.keys()) {
      if (board.responses.size <= this.#limits.responses && board.weight <= this.#limits.characters) break
      this.remove(owner, oldest)
    }
    return true
  }

  find(owner: string, id: string): KeptResponse | undefined {
    const board = this.#boards.get(owner)
    const found = board?.responses.get(id)
    if (!board || !found) return undefined
    board.responses.delete(id)
    board.responses.set(id, found)
    return found.kept
  }

  remove(owner: string, id: string): boolean {
    const board = this.#boards.get(owner)
    const found = board?.responses.get(id)
    if (!board || !found) return false
    board.weight -= found.weight
    return board.responses.delete(id)
  }

  #boardOf(owner: string): Board {
    const board = this.#boards.get(owner) ?? { responses: new Map(), weight: 0 }
    this.#boards.delete(owner)
    this.#boards.set(owner, board)
    const [oldest] = this.#boards.keys()
    if (this.#boards.size > this.#limits.owners && oldest !== undefined) this.#boards.delete(oldest)
    return board
  }
}
