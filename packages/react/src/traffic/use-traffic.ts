import { isJsonObject, ownValue } from '@parley/dialects'
import { useEffect, useState } from 'react'
import { eventsOf } from '../parts/event-batches.ts'
import { readEntry, type SeenRequest } from './read-traffic.ts'

/** `off`: this server shows nobody what goes through it. `away`: it does not answer, and is asked again. */
export type Traffic =
  | { readonly kind: 'waiting' | 'off' | 'away' }
  | { readonly kind: 'live'; readonly requests: readonly SeenRequest[] }

/** The server keeps no more, and neither does the page. */
const MOST = 100
const AGAIN_MS = 3000

/** The requests at the gateway, newest first, as they come. */
export function useTraffic(): Traffic {
  const [traffic, setTraffic] = useState<Traffic>({ kind: 'waiting' })
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    let timer: ReturnType<typeof setTimeout> | undefined
    const listen = async () => {
      const response = await fetch('/api/traffic', { signal })
      if (response.status === 403 || response.status === 404) return setTraffic({ kind: 'off' })
      if (!response.ok) throw new Error(`The server answered ${response.status}.`)
      const known = new Map<string, SeenRequest>()
      setTraffic({ kind: 'live', requests: [] })
      for await (const event of eventsOf(response)) {
        const entry = ownValue(event, 'entry')
        if (!isJsonObject(entry)) continue
        const seen = readEntry(entry)
        known.set(seen.id, seen)
        for (const [id] of known) if (known.size > MOST) known.delete(id)
        setTraffic({ kind: 'live', requests: [...known.values()].toReversed() })
      }
      throw new Error('The stream ended.')
    }
    const begin = () => {
      listen().catch(() => {
        if (signal.aborted) return
        setTraffic({ kind: 'away' })
        timer = setTimeout(begin, AGAIN_MS)
      })
    }
    begin()
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [])
  return traffic
}
