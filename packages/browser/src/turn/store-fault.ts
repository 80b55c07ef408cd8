import type { Fault } from '@parley/dialects'
import { isOutOfRoom } from '../files/file-error.ts'
import { say } from '../words/threads.ts'

/** What a person can do when the browser could not keep something, or when we made a mistake. */
export function storeFault(error: unknown): Fault {
  return isOutOfRoom(error)
    ? {
        code: 'store/full',
        ...say('store.full'),
        retryable: true,
      }
    : {
        code: 'store/failed',
        ...say('store.stuck'),
        retryable: true,
      }
}
