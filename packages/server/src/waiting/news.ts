/** Tells who waits for a call that it has changed. */
export class News {
  readonly #wakers = new Map<string, Set<() => void>>()

  tell(id: string): void {
    for (const waker of this.#wakers.get(id) ?? []) waker()
  }

  /** Comes when the call has changed, when who asked goes away, or when it is time to look. */
  of(id: string, milliseconds: number, signal: AbortSignal): { readonly come: Promise<void>; end(): void } {
    const { promise, resolve } = Promise.withResolvers<void>()
    const wakers = this.#wakers.get(id) ?? new Set()
    this.#wakers.set(id, wakers.add(resolve))
    const timer = setTimeout(resolve, Math.max(0, milliseconds))
    const leaving = () => resolve()
    signal.addEventListener('abort', leaving)
    return {
      come: promise,
      end: () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', leaving)
        wakers.delete(resolve)
        if (wakers.size === 0) this.#wakers.delete(id)
      },
    }
  }
}
