import { type Fault, faultOf } from '@parley/dialects'
import type { ModelsHome } from './models-home.ts'
import type { Offer } from './offers.ts'

/** How far a download is. `asking`: the place that it comes from has not answered yet. `paused`: nothing happens until somebody goes on with it. */
interface DownloadState {
  readonly id: string
  readonly state: 'asking' | 'running' | 'paused'
  readonly bytes: number
  /** Absent: nobody has said it yet. */
  readonly total?: number
  /** Why it does not go on. Absent: nothing failed. */
  readonly problem?: Fault
}

/** Downloads go on beside everything else; the page that asked may be closed meanwhile. */
export interface Downloads {
  /** Those that are under way, and those that were begun, by this process or one before. */
  list(): Promise<readonly DownloadState[]>
  /** Begins it, or goes on with it. */
  begin(offer: Offer, mirror?: string): void
  /** Keeps what has come. */
  pause(offer: Offer): Promise<void>
  /** Takes away what has come. */
  cancel(offer: Offer): Promise<void>
  close(): Promise<void>
}

interface Running {
  readonly leaving: AbortController
  readonly ended: Promise<void>
  bytes: number
  total?: number
}

export function createDownloads(home: ModelsHome): Downloads {
  const running = new Map<string, Running>()
  const problems = new Map<string, Fault>()

  const fetchAll = async (offer: Offer, mirror: string | undefined, signal: AbortSignal): Promise<void> => {
    const at = running.get(offer.id)
    try {
      const source = await home.look(offer, signal, mirror)
      if (at) at.total = source.bytes
      await home.get(offer, source, signal, (bytes) => {
        if (at) at.bytes = bytes
      })
    } catch (error) {
      const fault = faultOf(error)
      if (!signal.aborted) problems.set(offer.id, fault ?? { code: 'server/internal', message: String(error), retryable: false })
    } finally {
      running.delete(offer.id)
    }
  }
  const stop = async (id: string): Promise<void> => {
    const under = running.get(id)
    under?.leaving.abort()
    await under?.ended
  }
  return {
    async list() {
      const begun = await Promise.all(home.offers.map(async (offer) => ({ id: offer.id, ...(await home.begun(offer)) })))
      return begun.flatMap(({ id, bytes, total }): DownloadState[] => {
        const [under, problem] = [running.get(id), problems.get(id)]
        if (under) {
          const state = under.total === undefined ? 'asking' : 'running'
          const known = under.total ?? total
          return [{ id, state, bytes: Math.max(bytes, under.bytes), ...(known !== undefined && { total: known }) }]
        }
        if (total === undefined && !problem) return []
        return [{ id, state: 'paused', bytes, ...(total !== undefined && { total }), ...(problem && { problem }) }]
      })
    },
    begin(offer, mirror) {
      if (running.has(offer.id)) return
      problems.delete(offer.id)
      const leaving = new AbortController()
      // Invariant: it is in the list before its work begins.
      const ended = Promise.resolve().then(() => fetchAll(offer, mirror, leaving.signal))
      running.set(offer.id, { leaving, ended, bytes: 0 })
    },
    pause: ({ id }) => stop(id),
    async cancel({ id }) {
      await stop(id)
      problems.delete(id)
      await home.remove(id)
    },
    async close() {
      await Promise.all([...running.keys()].map(stop))
    },
  }
}
