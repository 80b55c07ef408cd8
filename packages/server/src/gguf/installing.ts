import { rm } from 'node:fs/promises'
import { type Fault, faultOf } from '@parley/dialects'
import type { EngineHome } from './engine/install-engine.ts'

interface InstallState {
  readonly installing: boolean
  /** Why the last one failed. */
  readonly problem?: Fault
}

export interface Installing {
  state(): InstallState
  begin(): void
  /** Stops what is under way; otherwise deletes what is installed. */
  remove(): Promise<void>
}

/** The page that asked may be closed meanwhile; whoever looks next sees how it went. */
export function createInstalling(home: EngineHome): Installing {
  let problem: Fault | undefined
  let under: { readonly leaving: AbortController; readonly ended: Promise<void> } | undefined
  const work = async (signal: AbortSignal): Promise<void> => {
    try {
      await home.install(signal)
    } catch (error) {
      if (!signal.aborted) problem = faultOf(error) ?? { code: 'server/internal', message: String(error), retryable: false }
    } finally {
      under = undefined
    }
  }
  return {
    state: () => ({ installing: under !== undefined, ...(problem && { problem }) }),
    begin() {
      if (under) return
      problem = undefined
      const leaving = new AbortController()
      under = { leaving, ended: Promise.resolve().then(() => work(leaving.signal)) }
    },
    async remove() {
      const stopped = under
      stopped?.leaving.abort()
      await stopped?.ended
      const there = home.installed()
      if (!stopped && there !== undefined) await rm(there, { recursive: true, force: true })
    },
  }
}
