import { FaultError, type StreamEvent } from '@parley/dialects'

type Batches = AsyncIterable<readonly StreamEvent[]>

/** Waits for the first word of an answer, and hands it on as if nobody had. An answer that fails before it throws: nobody was told anything, so another model may be asked. */
export async function beginningOf(source: Batches): Promise<Batches> {
  const iterator = source[Symbol.asyncIterator]()
  const held: IteratorResult<readonly StreamEvent[]>[] = []
  for (let begun = false; !begun; ) {
    const step = await iterator.next()
    held.push(step)
    const first = step.done ? undefined : step.value.find(({ type }) => type !== 'message-start')
    if (first?.type === 'fault') {
      await iterator.return?.()
      throw new FaultError(first.fault)
    }
    begun = step.done === true || first !== undefined
  }
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => {
        const step = held.shift()
        return step ? Promise.resolve(step) : iterator.next()
      },
      async return() {
        await iterator.return?.()
        return { done: true, value: undefined }
      },
    }),
  }
}
