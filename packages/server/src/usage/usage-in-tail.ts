import type { Usage } from '@parley/dialects'

/** Vendors say at the end what it cost. */
const TAIL_BYTES = 4096

const NUMBER = (...names: readonly string[]) => new RegExp(`"(?:${names.join('|')})"\\s*:\\s*(\\d{1,15})`, 'g')
const INPUT = NUMBER('prompt_tokens', 'input_tokens')
const OUTPUT = NUMBER('completion_tokens', 'output_tokens')

/** Looks at what is only passed on, for what it says about tokens: the last numbers in the last bytes. */
export class UsageInTail {
  #tail = new Uint8Array(0)

  push(piece: Uint8Array): void {
    if (piece.length >= TAIL_BYTES) {
      this.#tail = piece.slice(-TAIL_BYTES)
      return
    }
    const kept = this.#tail.subarray(Math.max(0, this.#tail.length + piece.length - TAIL_BYTES))
    const joined = new Uint8Array(kept.length + piece.length)
    joined.set(kept)
    joined.set(piece, kept.length)
    this.#tail = joined
  }

  /** Empty where nothing is said. */
  get usage(): Usage {
    const text = new TextDecoder().decode(this.#tail)
    const [inputTokens, outputTokens] = [INPUT, OUTPUT].map((number) => [...text.matchAll(number)].at(-1)?.[1])
    return {
      ...(inputTokens !== undefined && { inputTokens: Number(inputTokens) }),
      ...(outputTokens !== undefined && { outputTokens: Number(outputTokens) }),
    }
  }
}
