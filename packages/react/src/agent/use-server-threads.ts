import type { ServerThreadList } from '@parley/browser'
import { useSyncExternalStore } from 'react'
import type { StudioServices } from '../studio/studio-services.ts'

const never = () => () => {}

/** The threads of the server as they were last seen. Undefined: the studio was opened without one. */
export function useServerThreads({ serverThreads }: StudioServices): ServerThreadList | undefined {
  return useSyncExternalStore(serverThreads?.subscribe ?? never, () => serverThreads?.getSnapshot())
}
