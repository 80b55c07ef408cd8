import type { ThreadRecord } from '@parley/browser'
import { useEffect, useState } from 'react'
import type { StudioServices } from '../studio/studio-services.ts'

/** More than anybody looks through; older ones are found by the search of the list. */
const MOST = 100

/** The conversations that have something in them, newest first. */
export function useThreadTitles({ storage }: StudioServices): readonly Pick<ThreadRecord, 'id' | 'title'>[] {
  const [titles, setTitles] = useState<readonly ThreadRecord[]>([])
  useEffect(() => {
    let left = false
    void storage.threads.list().then((all) => {
      if (!left) setTitles(all.filter(({ head }) => head !== undefined).slice(0, MOST))
      return all
    })
    return () => {
      left = true
    }
  }, [storage])
  return titles
}
