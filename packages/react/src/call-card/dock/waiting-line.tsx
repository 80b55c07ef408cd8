import { type KnownCall, toldSentence } from '@parley/browser'
import { CircleHelp } from 'lucide-react'
import { Characters } from '../../code/characters.tsx'
import { brokenSentence } from '../../language/sentences.ts'
import { useWords } from '../../language/words.tsx'
import { ToolTitle } from '../effects/tool-face.tsx'
import { cardOf, focusCard } from '../use-card-focus.ts'
import type { Dock } from './dock-context.tsx'

interface WaitingLineProps {
  readonly call: KnownCall
  readonly dock: Dock
}

/** Where a call was written that waits in the dock: a quiet line, and the way to it. */
export function WaitingLine({ call, dock }: WaitingLineProps) {
  const words = useWords()
  const { record, key } = call
  const told = toldSentence(call) ?? (record.broken ? brokenSentence(record.broken) : '')
  const place = dock.waiting.findIndex((other) => other.key === key) + 1
  const go = () => {
    dock.show(key)
    requestAnimationFrame(() => {
      const card = cardOf(key)
      if (card) focusCard(card)
    })
  }
  return (
    <button
      type="button"
      data-call-line={key}
      data-docked={dock.docked?.key === key || undefined}
      onClick={go}
      className="flex min-h-9 w-full flex-wrap items-center gap-x-2 gap-y-0.5 rounded-xl border border-dashed border-wait/50 px-3.5 py-1.5 text-left text-[13px] text-soft"
    >
      <ToolTitle name={record.call.name || record.broken?.name || words.call.unnamed} />
      <span className="min-w-0 flex-1 basis-32 truncate">
        <Characters text={words.said(told)} />
      </span>
      <span className="flex items-center gap-1 text-xs text-wait">
        <CircleHelp aria-hidden="true" className="size-3.5" />
        {words.dock.waitsBelow}
        {dock.waiting.length > 1 && ` · ${words.dock.place({ place, count: dock.waiting.length })}`}
      </span>
    </button>
  )
}
