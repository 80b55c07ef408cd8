import type { FoundTools } from '@parley/browser'
import { Search, X } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useCallExecutor } from '../call-card/call-actions.tsx'
import { useToolTitle } from '../call-card/effects/tool-face.tsx'
import { Characters } from '../code/characters.tsx'
import { useWords } from '../language/words.tsx'
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
  return found ? <Chips found={found} /> : null
}

function Chips({ found }: { readonly found: FoundTools }) {
  const words = useWords()
  const executor = useCallExecutor()
  const names = useSyncExternalStore(found.subscribe, found.list)
  const known = names.filter((name) => executor?.find(name) !== undefined)
  if (known.length === 0) return null
  return (
    <ul
      aria-label={words.grant.found}
      data-testid="found-tools"
      className="flex max-h-20 shrink-0 flex-wrap gap-1.5 overflow-y-auto"
    >
      {known.map((name) => (
        <Chip key={name} name={name} onRemove={() => found.keep(names.filter((other) => other !== name))} />
      ))}
    </ul>
  )
}

function Chip({ name, onRemove }: { readonly name: string; readonly onRemove: () => void }) {
  const words = useWords()
  const title = useToolTitle(name)
  return (
    <li className="flex max-w-full items-center gap-1.5 rounded-full border border-line bg-well pl-2.5 text-xs text-soft">
      <Search aria-hidden="true" className="size-3.5 shrink-0" />
      <span className="min-w-0 truncate" title={title}>
        <Characters text={title} />
      </span>
      <button
        type="button"
        aria-label={words.action.full({ verb: words.grant.unfind, sentence: title })}
        title={words.grant.unfind}
        onClick={onRemove}
        className="grid size-7 shrink-0 place-items-center rounded-full hover:text-bad pointer-coarse:size-11"
      >
        <X aria-hidden="true" className="size-3.5" />
      </button>
    </li>
  )
}
