import type { ServerThreadList } from '@parley/browser'
import { useSyncExternalStore } from 'react'
import type { Workshop } from '../studio/workshop.ts'

const never = () => () => {}

/** The threads of the server as they were last seen. Undefined: the studio was opened without one. */
export function useServerThreads({ serverThreads }: Workshop): ServerThreadList | undefined {
  return useSyncExternalStore(serverThreads?.subscribe ?? never, () => serverThreads?.getSnapshot())
}
