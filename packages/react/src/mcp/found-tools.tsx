import type { FoundTools } from '@parley/browser'
import { Search } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useCallExecutor } from '../call-card/call-actions.tsx'
import { useToolTitle } from '../call-card/effects/tool-face.tsx'
import { useWords } from '../language/words.tsx'
import { Chip, Chips } from '../parts/chip.tsx'
import type { StudioServices } from '../studio/studio-services.ts'

interface FoundToolChipsProps {
  readonly services: StudioServices
  readonly threadId: string
}

/** The tools that the model has found in this thread, each with the way to take it away again. */
export default function FoundToolChips({ services, threadId }: FoundToolChipsProps) {
  const [found, setFound] = useState<FoundTools>()
  useEffect(() => {
    let left = false
    void services.foundOf?.(threadId).then((opened) => void (left || setFound(opened)))
    return () => {
      left = true
    }
  }, [services, threadId])
  return found ? <Known found={found} /> : null
}

function Known({ found }: { readonly found: FoundTools }) {
  const words = useWords()
  const executor = useCallExecutor()
  const names = useSyncExternalStore(found.subscribe, found.list)
  const known = names.filter((name) => executor?.find(name) !== undefined)
  if (known.length === 0) return null
  return (
    <Chips label={words.grant.found} testId="found-tools">
      {known.map((name) => (
        <FoundTool key={name} name={name} onRemove={() => found.keep(names.filter((other) => other !== name))} />
      ))}
    </Chips>
  )
}

function FoundTool({ name, onRemove }: { readonly name: string; readonly onRemove: () => void }) {
  const words = useWords()
  return <Chip icon={Search} text={useToolTitle(name)} verb={words.grant.unfind} onRemove={onRemove} />
}
