import type { Sentence } from '@parley/dialects'

type ServerStatus = 'stopped' | 'starting' | 'ready' | 'failed' | 'needs-login'

/** A server that failed is left alone for a second, then two, then four … up to a minute. */
const LONGEST_REST_MS = 60_000

/** How a server does, why, and how long it is left alone. */
export class Standing {
  readonly #now: () => number
  #status: ServerStatus = 'stopped'
  #problem: Sentence | undefined
  #failures = 0
  #restUntil = 0

  constructor(now: () => number) {
    this.#now = now
  }

  get status(): ServerStatus {
    return this.#status
  }

  get problem(): Sentence | undefined {
    return this.#problem
  }

  /** Zero and less: it may be tried. */
  get secondsOfRest(): number {
    return Math.ceil((this.#restUntil - this.#now()) / 1000)
  }

  becomes(status: 'stopped' | 'starting' | 'ready'): void {
    this.#status = status
    this.#problem = undefined
    if (status === 'ready') this.#failures = 0
  }

  needsLogin(problem: Sentence): void {
    this.#status = 'needs-login'
    this.#problem = problem
  }

  fails({ message, words }: Sentence): void {
    this.#status = 'failed'
    this.#problem = { message, ...(words && { words }) }
    this.#restUntil = this.#now() + Math.min(LONGEST_REST_MS, 1000 * 2 ** this.#failures++)
  }

  /** It may be tried at once, whatever it was before. */
  forgives(): void {
    this.#failures = 0
    this.#restUntil = 0
  }
}
