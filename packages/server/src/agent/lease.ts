/** The thread may be in somebody else's hands by now. Not a fault: the work goes on elsewhere. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

/** How much of a lease counts here: the database began to count earlier, by the time that its answer took. */
const SPAN = 0.9

/** This replica's lease of one thread, by its own clock, which lets go before the database does. */
export class Lease {
  readonly #spanMs: number
  readonly #controller = new AbortController()
  #until: number
  #isLost = false
  #isCancelled = false
  /** Rejects when the lease is lost; never settles otherwise. */
  readonly lost: Promise<never>
  readonly #tellLost: (error: LeaseLost) => void

  constructor(leaseMs: number) {
    this.#spanMs = leaseMs * SPAN
    this.#until = performance.now() + this.#spanMs
    const { promise, reject } = Promise.withResolvers<never>()
    this.lost = promise
    this.lost.catch(() => undefined)
    this.#tellLost = reject
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  get isLost(): boolean {
    return this.#isLost || performance.now() >= this.#until
  }

  /** Whether the user ended the turn. */
  get isCancelled(): boolean {
    return this.#isCancelled
  }

  renew(since: number): void {
    this.#until = since + this.#spanMs
  }

  lose(): void {
    this.#isLost = true
    this.#tellLost(new LeaseLost())
    this.#controller.abort()
  }

  cancel(): void {
    this.#isCancelled = true
    this.#controller.abort()
  }

  demand(): void {
    if (this.isLost) throw new LeaseLost()
  }
}
