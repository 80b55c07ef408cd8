import type { Fault } from '@parley/dialects'
import { isOutOfRoom } from '../files/out-of-room.ts'

/** What a person can do when the browser could not keep something, or when we made a mistake. */
export function storeFault(error: unknown): Fault {
  return isOutOfRoom(error)
    ? {
        code: 'store/full',
        message:
          'The browser has no room left to keep this conversation. Delete threads or files you no longer need, then try again.',
        retryable: true,
      }
    : {
        code: 'store/failed',
        message: 'This page could not go on with the conversation. Reload it and try again; what was kept is still there.',
        retryable: true,
      }
}
