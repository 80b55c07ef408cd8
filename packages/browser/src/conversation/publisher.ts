/** Holds a value that changes often and tells about it seldom: streamed text is shown once per frame, the rest at once. */
export interface Publisher<Value> {
  /** The newest value, shown or not. */
  current(): Value
  /** The value last told about. */
  getSnapshot(): Value
  subscribe(listener: () => void): () => void
  set(value: Value, when: 'now' | 'soon'): void
}

export function createPublisher<Value>(initial: Value, schedule: (show: () => void) => void): Publisher<Value> {
  let [current, shown] = [initial, initial]
  let waiting = false
  const listeners = new Set<() => void>()
  const show = () => {
    waiting = false
    if (shown === current) return
    shown = current
    for (const listener of listeners) listener()
  }
  return {
    current: () => current,
    getSnapshot: () => shown,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set(value, when) {
      current = value
      if (when === 'now') show()
      else if (!waiting) {
        waiting = true
        schedule(show)
      }
    },
  }
}
