/** A stop pressed in one tab for what runs in another. */
export interface StopSignal {
  readonly threadId: string
  /** Absent: the whole turn. */
  readonly key?: string
}

export interface StopSignals {
  send(signal: StopSignal): void
  /** Hears the signals of others. Returns the function that ends it. */
  listen(listener: (signal: StopSignal) => void): () => void
}

/** For one process. */
export function memorySignals(): StopSignals {
  const listeners = new Set<(signal: StopSignal) => void>()
  return {
    send(signal) {
      for (const listener of listeners) listener(signal)
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
