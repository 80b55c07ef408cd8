import type { Asker } from '../usage/asker.ts'
import { Seen } from './seen-request.ts'
import type { SeenRequest, TrafficDetail, TrafficEntry } from './traffic-entry.ts'

/** The gateway's last requests, in memory, for a person at this computer. */
export interface TrafficLog {
  begin(request: Request, asker: Asker): SeenRequest
  find(id: string): TrafficDetail | undefined
  /** All that is kept, oldest first, and then whatever changes, until the signal is aborted. */
  watch(signal: AbortSignal): AsyncGenerator<readonly TrafficChange[]>
}

export interface TrafficChange {
  readonly type: 'traffic'
  readonly entry: TrafficEntry
}

const MOST_REQUESTS = 100
/** Characters of bodies, prompts and answers that are kept of all requests together. The list itself is kept whole. */
const MOST_CHARACTERS = 16_000_000

interface TrafficOptions {
  readonly now: () => number
  readonly newId: () => string
}

/** Nothing is copied or written while nobody looks: what is kept are references to what a request has made anyway. */
export function createTrafficLog({ now, newId }: TrafficOptions): TrafficLog {
  const kept = new Map<string, Seen>()
  const watchers = new Set<(id: string) => void>()
  let characters = 0
  const changed = (seen: Seen) => {
    for (const tell of watchers) tell(seen.id)
  }
  /** The newest keep what they have; the oldest only their line. */
  const weighed = (more: number) => {
    characters += more
    if (characters <= MOST_CHARACTERS) return
    for (const seen of kept.values()) {
      characters -= seen.forget()
      if (characters <= MOST_CHARACTERS) return
    }
  }
  return {
    begin(request, asker) {
      const seen = new Seen({ id: newId(), at: now(), request, client: asker.client, changed, weighed })
      kept.set(seen.id, seen)
      const [oldest] = kept.values()
      if (oldest && kept.size > MOST_REQUESTS) {
        kept.delete(oldest.id)
        characters -= oldest.forget()
      }
      changed(seen)
      return seen
    },
    find: (id) => kept.get(id)?.detail(),
    async *watch(signal) {
      const news = new Set(kept.keys())
      let wake: (() => void) | undefined
      const tell = (id: string) => {
        news.add(id)
        wake?.()
      }
      const leave = () => wake?.()
      watchers.add(tell)
      signal.addEventListener('abort', leave, { once: true })
      try {
        while (!signal.aborted) {
          const entries = [...news].flatMap((id) => kept.get(id)?.entry() ?? [])
          news.clear()
          if (entries.length > 0) yield entries.map((entry) => ({ type: 'traffic', entry }))
          else
            await new Promise<void>((resolve) => {
              wake = resolve
            })
        }
      } finally {
        watchers.delete(tell)
        signal.removeEventListener('abort', leave)
      }
    },
  }
}
