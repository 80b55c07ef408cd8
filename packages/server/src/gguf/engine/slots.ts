import type { LlamaSequence, Token } from './llama-library.ts'

/** Sequences of a context, each with what it has read. Whoever comes when all are taken waits in line. */
export class Slots {
  /** The one that was used longest ago stands in front. */
  readonly #free: LlamaSequence[]
  readonly #waiting: (() => void)[] = []

  constructor(sequences: readonly LlamaSequence[]) {
    this.#free = [...sequences]
  }

  /** The sequence that has read most of these tokens already. */
  async take(tokens: readonly Token[]): Promise<LlamaSequence> {
    while (this.#free.length === 0) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    let best = 0
    let most = -1
    for (const [place, sequence] of this.#free.entries()) {
      const known = commonStart(sequence.contextTokens, tokens)
      if (known > most) [best, most] = [place, known]
    }
    const [taken] = this.#free.splice(best, 1)
    if (!taken) throw new Error('A sequence that was free is gone.')
    return taken
  }

  give(sequence: LlamaSequence): void {
    this.#free.push(sequence)
    this.#waiting.shift()?.()
  }
}

function commonStart(one: readonly Token[], other: readonly Token[]): number {
  const most = Math.min(one.length, other.length)
  let length = 0
  while (length < most && one[length] === other[length]) length++
  return length
}
