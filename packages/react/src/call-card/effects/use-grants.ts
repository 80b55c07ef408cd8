import type { Grant, GrantBook } from '@parley/browser'
import { useEffect, useState } from 'react'

/** What is allowed at the moment, as it changes. */
export function useGrants(storage: Pick<GrantBook, 'list' | 'watch'>): readonly Grant[] {
  const [list, setList] = useState<readonly Grant[]>([])
  useEffect(() => {
    let left = false
    const read = async () => {
      const found = await storage.list()
      if (!left) setList(found)
    }
    void read()
    const end = storage.watch(() => void read())
    return () => {
      left = true
      end()
    }
  }, [storage])
  return list
}
