/** The part of a worker that is used here. */
export interface WorkerLike {
  postMessage(message: unknown): void
  terminate(): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  addEventListener(type: 'error', listener: () => void): void
}

/** Why there is no answer: it took too long and was ended, or the worker could not do it. */
export class Unanswered extends Error {
  readonly slow: boolean

  constructor(slow: boolean, message: string) {
    super(message)
    this.slow = slow
  }
}

export interface AskedWorker<Question> {
  /** Rejects with `Unanswered`. */
  ask(question: Question): Promise<unknown>
  close(): void
}

const TICK_MS = 50
/** Two seconds, of which the page itself had its share: on a machine that is busy with others the worker gets none either. */
const MOST_TICKS = 40

/** Asks one question after the other in a worker, and ends the worker when it thinks for more than two seconds. */
export function createAskedWorker<Question>(start: () => WorkerLike): AskedWorker<Question> {
  let hired: Hired<Question> | undefined
  let last: Promise<unknown> = Promise.resolve()
  const askNow = async (question: Question): Promise<unknown> => {
    hired ??= hire(start())
    try {
      return await hired.ask(question)
    } catch (error) {
      hired?.end()
      hired = undefined
      throw error
    }
  }
  return {
    ask(question) {
      const answer = last.then(() => askNow(question))
      last = answer.catch(() => undefined)
      return answer
    },
    close() {
      hired?.end()
      hired = undefined
    },
  }
}

interface Hired<Question> {
  ask(question: Question): Promise<unknown>
  end(): void
}

function hire<Question>(worker: WorkerLike): Hired<Question> {
  let made = 0
  let hear: ((data: unknown) => void) | undefined
  let fail: ((error: Unanswered) => void) | undefined
  const ready = Promise.withResolvers<void>()
  worker.addEventListener('message', ({ data }) => (data === 'ready' ? ready.resolve() : hear?.(data)))
  worker.addEventListener('error', () => {
    const error = new Unanswered(false, 'The worker did not start.')
    ready.reject(error)
    fail?.(error)
  })
  return {
    // The clock runs once its code has come.
    async ask(question) {
      await ready.promise
      const id = ++made
      return await new Promise((resolve, reject) => {
        const clock = countdown(() => reject(new Unanswered(true, 'It took more than two seconds.')))
        fail = reject
        hear = (data) => {
          const told = data as { readonly id: number; readonly answer?: unknown; readonly error?: string }
          if (told.id !== id) return
          clock.stop()
          if (told.error === undefined) resolve(told.answer)
          else reject(new Unanswered(false, told.error))
        }
        worker.postMessage({ id, question })
      })
    },
    end: () => worker.terminate(),
  }
}

function countdown(over: () => void): { stop(): void } {
  let ticks = 0
  const timer = setInterval(() => {
    if (++ticks < MOST_TICKS) return
    clearInterval(timer)
    over()
  }, TICK_MS)
  return { stop: () => clearInterval(timer) }
}
