import { FaultError } from '@parley/dialects'
import { say } from '../words.ts'

/** So many requests a minute from each client. Throws the fault that says when to come back. */
export type RateLimit = (client: string) => void

const MINUTE = 60_000
const MAX_CLIENTS = 10_000

/** A bucket that refills steadily: a burst up to the limit is allowed, and a steady stream of it. */
export function createRateLimit(perMinute: number | undefined, now: () => number): RateLimit {
  if (perMinute === undefined) return () => undefined
  const buckets = new Map<string, { left: number; at: number }>()
  return (client) => {
    const time = now()
    const bucket = buckets.get(client) ?? { left: perMinute, at: time }
    const left = Math.min(perMinute, bucket.left + ((time - bucket.at) * perMinute) / MINUTE)
    buckets.delete(client)
    if (buckets.size >= MAX_CLIENTS) buckets.delete(buckets.keys().next().value ?? '')
    buckets.set(client, { left: left < 1 ? left : left - 1, at: time })
    if (left < 1) throw tooMany(((1 - left) * MINUTE) / perMinute / 1000)
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
