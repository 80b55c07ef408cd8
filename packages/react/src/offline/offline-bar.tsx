import { CloudOff, Sparkles } from 'lucide-react'
import { useEffect } from 'react'
import { useTalkWords } from '../language/talk-words.ts'
import { modelsChanged } from '../model/use-models.ts'
import { Button } from '../parts/button.tsx'
import type { StudioServices } from '../studio/studio-services.ts'
import { useCopy, useIsAway, useOffline } from './use-offline.ts'

const BAR = 'flex items-center gap-2 border-b border-line bg-well px-4 py-1.5 text-[13px]'

/** That the server is away, as long as it is; and that it has a newer page than this one. */
export default function OfflineBar({ services }: { readonly services: StudioServices }) {
  const words = useTalkWords()
  const service = useOffline(services)
  const isAway = useIsAway(service)
  const copy = useCopy(service)
  useEffect(
    () =>
      service?.line.subscribe(() => {
        void modelsChanged()
        if (!service.line.isAway()) void service.copy.look()
      }),
    [service],
  )
  return (
    <>
      {isAway && (
        <div role="status" data-testid="offline" className={BAR}>
          <CloudOff aria-hidden="true" className="size-4 shrink-0 text-soft" />
          <p className="min-w-0 flex-1">
            <span className="font-medium">{words.offline.away}</span>
            {words.punctuation.gap}
            <span className="text-soft max-sm:sr-only">{words.offline.awayHint}</span>
          </p>
        </div>
      )}
      {copy?.hasUpdate && !isAway && (
        <div role="status" data-testid="new-version" className={BAR}>
          <Sparkles aria-hidden="true" className="size-4 shrink-0 text-parley" />
          <span className="min-w-0 flex-1 font-medium">{words.offline.update}</span>
          <Button onClick={() => location.reload()} className="min-h-7">
            {words.offline.reload}
          </Button>
        </div>
      )}
    </>
  )
}
