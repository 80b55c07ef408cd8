/** Carries events from callbacks to one reader. What was pushed while nobody read comes as one batch. */
interface EventChannel<Event> extends AsyncIterable<readonly Event[]> {
  push(event: Event): void
  /** Ends the reading after what was pushed so far. */
  close(): void
}

function createChannel<Event>(): EventChannel<Event> {
  let held: Event[] = []
  let closed = false
  let wake: (() => void) | undefined
  const stir = () => {
    wake?.()
    wake = undefined
  }
  return {
    push(event) {
      if (closed) return
      held.push(event)
      stir()
    },
    close() {
      closed = true
      stir()
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        if (held.length > 0) {
          const batch = held
          held = []
          yield batch
        } else if (closed) return
        else await new Promise<void>((resolve) => (wake = resolve))
      }
    },
  }
}

/** Runs `work` and passes on what it reports, as it reports it. */
export async function* reporting<Event, Result>(
  work: (report: (event: Event) => void) => Promise<Result>,
): AsyncGenerator<readonly Event[], Result> {
  const channel = createChannel<Event>()
  const result = work(channel.push).finally(channel.close)
  // Whoever reads the events sees the error below; until then nobody else must.
  result.catch(() => {})
  yield* channel
  return await result
}
