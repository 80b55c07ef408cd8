import { openOfflineCopy, openServerLine } from '@parley/browser/offline'
import type { OfflineService } from '@parley/react'

/** A page in development changes all the time: none of it is kept. */
export function openOffline(): OfflineService {
  const copy = openOfflineCopy(import.meta.env.PROD)
  return { line: openServerLine(), copy }
}
