import { useEffect, useState } from 'react'
import { useLateWords } from '../language/late-words.ts'
import { Button } from '../parts/button.tsx'
import type { OfflineService, StudioServices } from '../studio/studio-services.ts'
import { useCopy, useOffline } from './use-offline.ts'

type Kind = ReturnType<OfflineService['copy']['get']>['kind'] | undefined

function useKeptBytes(service: OfflineService | undefined, kind: Kind): number {
  const [counted, setCounted] = useState({ kind, bytes: 0 })
  useEffect(() => {
    let left = false
    void service?.copy.bytes().then((bytes) => void (left || setCounted({ kind, bytes })))
    return () => {
      left = true
    }
  }, [service, kind])
  return counted.bytes
}

/** The copy of the page with which it opens while its server is away: how large it is, and how it goes. */
export function OfflineSection({ services }: { readonly services: StudioServices }) {
  const words = useLateWords()
  const service = useOffline(services)
  const kind = useCopy(service)?.kind
  const bytes = useKeptBytes(service, kind)
  if (!service || !kind) return null
  return (
    <section data-testid="offline-copy" className="space-y-3">
      <h3 className="text-sm font-medium">{words.offline.title}</h3>
      <p className="text-[13px] text-soft" role="status">
        {kind === 'impossible' || kind === 'off' ? words.offline[kind] : words.offline[kind]({ size: words.size(bytes) })}
      </p>
      {kind === 'off' && <Button onClick={() => void service.copy.keep()}>{words.offline.keep}</Button>}
      {(kind === 'kept' || kind === 'keeping') && (
        <Button onClick={() => void service.copy.remove()}>{words.offline.remove}</Button>
      )}
    </section>
  )
}
