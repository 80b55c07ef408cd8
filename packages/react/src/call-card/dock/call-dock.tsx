import type { ThreadState } from '@parley/browser'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useWords } from '../../language/words.tsx'
import { IconButton } from '../../parts/button.tsx'
import { ReadCallCard } from '../call-card.tsx'
import { CallGroupBar } from '../call-group-bar.tsx'
import { type Dock, useDock } from './dock-context.tsx'

/** Above the composer: the one call that can be decided on, always in sight as a whole. */
export function CallDock({ calls }: { readonly calls: ThreadState['calls'] }) {
  const words = useWords()
  const dock = useDock()
  if (!dock?.docked) return null
  const { docked } = dock
  const ordinal = [...calls.keys()].indexOf(docked.key) + 1
  const siblings = [...calls.values()].filter((call) => call.messageId === docked.messageId)
  return (
    <section
      aria-label={words.dock.label}
      data-dock=""
      className="flex max-h-[70dvh] min-h-0 shrink flex-col gap-2 [&>section]:shrink"
    >
      <div className="flex shrink-0 flex-wrap items-center gap-2 empty:hidden">
        {dock.waiting.length > 1 && <Steps dock={dock} />}
        <CallGroupBar messageId={docked.messageId} calls={siblings} />
      </div>
      <ReadCallCard key={docked.key} call={docked} ordinal={ordinal} />
    </section>
  )
}

/** `2 of 5`, with the way to the others. */
function Steps({ dock: { waiting, docked, show } }: { readonly dock: Dock }) {
  const words = useWords()
  const at = waiting.findIndex((call) => call.key === docked?.key)
  const step = (by: number) => {
    const next = waiting[(at + by + waiting.length) % waiting.length]
    if (next) show(next.key)
  }
  return (
    <span className="flex items-center gap-1 text-[13px] font-semibold text-wait">
      <IconButton label={words.dock.previous} data-step="previous" onClick={() => step(-1)}>
        <ChevronLeft className="size-4" />
      </IconButton>
      <span data-testid="dock-place">{words.dock.place({ place: at + 1, count: waiting.length })}</span>
      <IconButton label={words.dock.next} data-step="next" onClick={() => step(1)}>
        <ChevronRight className="size-4" />
      </IconButton>
    </span>
  )
}
