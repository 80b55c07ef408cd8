import { FaultError } from '@parley/dialects'
import { say } from '../../words/sandbox.ts'
import { obeysConnectionList } from '../document/connection-list.ts'
import type { NoFrame } from './frame.ts'
import { measureIsolation } from './isolation.ts'

export interface Documents {
  /** Where the locked document is served. */
  readonly documentUrl: string
  /** Where the locked document with a worker in it is served. Absent: browsers that need it have no sandbox. */
  readonly workerDocumentUrl?: string
}

/** Where programs run in this browser. */
export interface Place {
  readonly url: string
  /** Whether a frame can be ended without the others. */
  readonly separate: boolean
}

/**
 * The locked document where the browser denies it every connection and runs it beside the page, else the one with a
 * worker in it: a worker cannot navigate and can always be stopped, but has no document of its own.
 */
export async function choosePlace({ documentUrl, workerDocumentUrl }: Documents, giveUp: AbortSignal): Promise<Place | NoFrame> {
  if (obeysConnectionList(navigator.userAgent)) {
    const isolation = await measureIsolation(documentUrl, giveUp)
    if (typeof isolation === 'string') return isolation
    if (isolation.fromPage) return { url: documentUrl, separate: isolation.fromEachOther }
  }
  if (workerDocumentUrl !== undefined) return { url: workerDocumentUrl, separate: true }
  throw new FaultError({
    code: 'sandbox/unsupported',
    ...say('sandbox.unlocked'),
    retryable: false,
  })
}
