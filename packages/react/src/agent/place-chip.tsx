import type { ServerSide, ThreadMoves } from '@parley/browser'
import { ChevronDown, Cloud, MessageCircle } from 'lucide-react'
import { useState } from 'react'
import { useWords } from '../language/words.tsx'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Menu } from '../parts/menu.tsx'
import { Problem } from '../parts/problem.tsx'
import { usePress } from '../parts/use-press.ts'

interface PlaceChipProps {
  readonly moves: ThreadMoves
  /** Absent: the thread lives in this browser. */
  readonly server: ServerSide | undefined
}

/** Chat · Agent: where the conversation lives, and who works on it. */
export function PlaceChip({ moves, server }: PlaceChipProps) {
  const words = useWords()
  const [asking, setAsking] = useState(false)
  const { problem, busy, press } = usePress()
  const onServer = server !== undefined
  const Icon = onServer ? Cloud : MessageCircle
  const leave = () => {
    setAsking(false)
    press(() => moves.moveTo('browser'))
  }
  return (
    <>
      <Menu
        label={words.agent.place}
        side="top"
        trigger={
          <Button tone="quiet" data-testid="place-chip" disabled={busy} className={onServer ? 'text-parley' : 'text-soft'}>
            <span className="sr-only">{words.agent.place}: </span>
            <Icon aria-hidden="true" className="size-4" />
            <span className="max-sm:sr-only">{onServer ? words.agent.agent : words.agent.chat}</span>
            <ChevronDown aria-hidden="true" className="size-3.5" />
          </Button>
        }
        choices={[
          {
            id: 'chat',
            checked: !onServer,
            icon: <MessageCircle aria-hidden="true" />,
            label: words.agent.chat,
            hint: words.agent.chatHint,
            onSelect: () => (server?.status === undefined ? leave() : setAsking(true)),
          },
          {
            id: 'agent',
            checked: onServer,
            icon: <Cloud aria-hidden="true" />,
            label: words.agent.agent,
            hint: words.agent.agentHint,
            onSelect: () => press(() => moves.moveTo('server')),
          },
        ]}
      />
      <Problem text={problem} />
      <Dialog open={asking} onClose={() => setAsking(false)} title={words.agent.backTitle} description={words.agent.backText}>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => setAsking(false)}>{words.action.cancel}</Button>
          <Button tone="primary" onClick={leave}>
            {words.agent.backYes}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
