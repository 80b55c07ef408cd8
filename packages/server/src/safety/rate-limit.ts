import { FaultError } from '@parley/dialects'
import { say } from '../words.ts'

/** So many requests a minute from each client. Throws the fault that says when to come back. */
export type RateLimit = (client: string) => Promise<void>

/** Who asked how often, where all replicas see it. */
export interface RateBook {
  /** Counts a request, in one step that nobody can come between. Otherwise in how many milliseconds there is room for it. */
  take(client: string, perMinute: number): Promise<number | undefined>
}

interface RateLimitOptions {
  readonly perMinute: number | undefined
  readonly now: () => number
  /** Looked for each time. Absent: each process counts for itself. */
  readonly shared: () => RateBook | undefined
  readonly onFailure: (error: unknown) => void
}

export const MINUTE = 60_000
const MAX_CLIENTS = 10_000
/** A book that could not be asked is left alone for so long: nobody waits for it at every request. */
const AWAY_MS = 5000

/** A bucket that refills steadily: a burst up to the limit is allowed, and a steady stream of it. While the shared book is away, each process counts for itself. */
export function createRateLimit({ perMinute, now, shared, onFailure }: RateLimitOptions): RateLimit {
  if (perMinute === undefined) return async () => undefined
  const own = createRateMemory(now)
  let awayUntil = 0
  const ask = async (client: string): Promise<number | undefined> => {
    const book = now() < awayUntil ? undefined : shared()
    if (!book) return own(client, perMinute)
    try {
      return await book.take(client, perMinute)
    } catch (error) {
      awayUntil = now() + AWAY_MS
      onFailure(error)
      return own(client, perMinute)
    }
  }
  return async (client) => {
    const wait = await ask(client)
    if (wait !== undefined) throw tooMany(wait / 1000)
  }
}

function createRateMemory(now: () => number): (client: string, perMinute: number) => number | undefined {
  const buckets = new Map<string, { left: number; at: number }>()
  return (client, perMinute) => {
    const time = now()
    const bucket = buckets.get(client) ?? { left: perMinute, at: time }
    const left = Math.min(perMinute, bucket.left + ((time - bucket.at) * perMinute) / MINUTE)
    buckets.delete(client)
    if (buckets.size >= MAX_CLIENTS) buckets.delete(buckets.keys().next().value ?? '')
    buckets.set(client, { left: left < 1 ? left : left - 1, at: time })
    return left < 1 ? ((1 - left) * MINUTE) / perMinute : undefined
  }
}

function tooMany(seconds: number): FaultError {
  return new FaultError({
    code: 'request/too-many',
    ...say('server.too-many', { seconds: Math.ceil(seconds) }),
    retryable: true,
    retryAfter: seconds,
  })
}
