import type { Mode } from '@parley/browser'
import { BookOpen, ChevronDown, CirclePause, CopyCheck, Eye, type LucideIcon, ShieldQuestion, Zap } from 'lucide-react'
import { useState } from 'react'
import { useWords } from '../language/words.tsx'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Menu } from '../parts/menu.tsx'

const LOOKS: { readonly [Name in Mode]: readonly [icon: LucideIcon, colour: string] } = {
  ask: [ShieldQuestion, 'text-soft'],
  'auto-read': [BookOpen, 'text-parley'],
  auto: [Zap, 'text-wait'],
  plan: [Eye, 'text-parley'],
  rehearse: [CopyCheck, 'text-parley'],
}
const MODES: readonly Mode[] = ['ask', 'auto-read', 'auto', 'plan', 'rehearse']

/** How much may run without a question in this thread: colour, icon and word. */
interface ModeChipProps {
  readonly mode: Mode
  readonly paused: boolean
  /** Whether there is a copy to rehearse on. */
  readonly canRehearse: boolean
  readonly onChange: (mode: Mode) => void
  readonly onPause: () => void
}

export function ModeChip({ mode, paused, canRehearse, onChange, onPause }: ModeChipProps) {
  const words = useWords()
  const [asking, setAsking] = useState(false)
  const [Icon, colour] = LOOKS[mode]
  return (
    <>
      <Menu
        label={words.mode.label}
        side="top"
        trigger={
          <Button tone="quiet" data-testid="mode-chip" className={`shrink-0 ${colour}`}>
            <span className="sr-only">
              {words.mode.label}
              {words.punctuation.colon}
            </span>
            <Icon aria-hidden="true" className="size-4" />
            {words.mode[mode]}
            <ChevronDown aria-hidden="true" className="size-3.5" />
          </Button>
        }
        choices={[
          ...MODES.filter((choice) => choice !== 'rehearse' || canRehearse).map((choice) => {
            const [ChoiceIcon] = LOOKS[choice]
            return {
              id: choice,
              checked: choice === mode,
              icon: <ChoiceIcon aria-hidden="true" />,
              label: words.mode[choice],
              hint: words.mode[`${choice}Hint`],
              onSelect: () => (choice === 'auto' && mode !== 'auto' ? setAsking(true) : onChange(choice)),
            }
          }),
          { id: 'pause', checked: paused, icon: <CirclePause aria-hidden="true" />, label: words.mode.pause, onSelect: onPause },
        ]}
      />
      <Dialog open={asking} onClose={() => setAsking(false)} title={words.mode.confirmTitle} description={words.mode.confirmText}>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => setAsking(false)}>{words.action.cancel}</Button>
          <Button
            tone="primary"
            onClick={() => {
              setAsking(false)
              onChange('auto')
            }}
          >
            {words.mode.confirmYes}
          </Button>
        </div>
      </Dialog>
    </>
  )
}

/** Stays in sight as long as nothing runs by itself. */
export function PausedBar({ onResume }: { readonly onResume: () => void }) {
  const words = useWords()
  return (
    <div role="status" className="flex items-center gap-2 border-b border-line bg-well px-4 py-1.5 text-[13px] font-medium">
      <CirclePause aria-hidden="true" className="size-4" />
      <span className="flex-1">{words.mode.paused}</span>
      <Button onClick={onResume} className="min-h-7">
        {words.mode.resume}
      </Button>
    </div>
  )
}

/** Stays in sight as long as things run without a question. */
export function AutoBar({ onStop }: { readonly onStop: () => void }) {
  const words = useWords()
  return (
    <div
      role="status"
      data-testid="auto-bar"
      className="flex items-center gap-2 border-b border-wait/40 bg-wait-wash px-4 py-1.5 text-[13px] font-medium text-wait"
    >
      <Zap aria-hidden="true" className="size-4" />
      <span className="flex-1">{words.mode.bar}</span>
      <Button onClick={onStop} className="min-h-7">
        {words.mode.stopAll}
      </Button>
    </div>
  )
}
