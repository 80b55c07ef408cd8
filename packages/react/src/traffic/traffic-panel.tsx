import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { useLateWords } from '../language/late-words.ts'
import { Button } from '../parts/button.tsx'
import { TrafficList } from './traffic-list.tsx'
import { TrafficRequest } from './traffic-request.tsx'
import { useTraffic } from './use-traffic.ts'

/** Everything that goes through the gateway, as it comes: who asked, what was taught, what was read. */
export function TrafficPanel() {
  const words = useLateWords()
  const traffic = useTraffic()
  const [chosen, setChosen] = useState<string>()
  if (traffic.kind !== 'live')
    return (
      <p role="status" className="p-2 text-sm text-soft">
        {words.traffic[traffic.kind]}
      </p>
    )
  const shown = traffic.requests.find(({ id }) => id === chosen)
  if (!shown) return <TrafficList requests={traffic.requests} onOpen={setChosen} />
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2">
      <div>
        <Button tone="quiet" onClick={() => setChosen(undefined)}>
          <ArrowLeft aria-hidden="true" className="size-4" />
          {words.traffic.back}
        </Button>
      </div>
      <TrafficRequest
        key={shown.id}
        entry={shown}
        replays={traffic.requests.filter(({ replayOf }) => replayOf === shown.id).toReversed()}
      />
    </div>
  )
}
