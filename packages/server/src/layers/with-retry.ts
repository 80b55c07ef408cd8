import { faultOf, type Layer } from '@parley/dialects'

export interface RetryOptions {
  /** How many times more. Zero: a failure is told at once. */
  readonly retries: number
  /** Waits so many milliseconds; rejects when the signal is aborted. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** Milliseconds before the first repetition; doubled each time. */
  readonly pause?: number
  /** A longer `retry-after` is not sat out: the person is told instead. Milliseconds. */
  readonly longest?: number
}

/** Repeats an answer that failed before its first event, and only then: nobody ever sees half an answer twice. */
export function withRetry(options: RetryOptions): Layer {
  const { retries, wait, pause = 500, longest = 20_000 } = options
  return (next) =>
    async function* retrying(request, signal) {
      for (let attempt = 0; ; attempt++) {
        let begun = false
        try {
          for await (const batch of next(request, signal)) {
            begun = true
            yield batch
          }
          return
        } catch (error) {
          const fault = faultOf(error)
          const delay = fault?.retryAfter === undefined ? pause * 2 ** attempt : fault.retryAfter * 1000
          if (begun || !fault?.retryable || attempt >= retries || delay > longest || signal.aborted) throw error
          await wait(delay, signal)
        }
      }
    }
}

/** The platform's timer as a promise. */
export function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal.addEventListener('abort', stop, { once: true })
  })
}
