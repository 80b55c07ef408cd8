import { useEffect, useState } from 'react'
import { loadCatalog } from '../lab/load-catalog.ts'

/** Fetched once they are wanted: they come with all grammars. */
export function useDialectTitles(): readonly { readonly id: string; readonly title: string }[] {
  const [titles, setTitles] = useState<readonly { id: string; title: string }[]>([])
  useEffect(() => {
    loadCatalog().then(
      ({ catalog }) => setTitles(catalog.map(({ id, title }) => ({ id, title }))),
      // Without their titles, dialects go by their ids.
      () => setTitles([]),
    )
  }, [])
  return titles
}
