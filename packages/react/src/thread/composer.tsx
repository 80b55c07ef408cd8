import { AuiIf, ComposerPrimitive, useAui, useAuiState } from '@assistant-ui/react'
import { ArrowUp, Square } from 'lucide-react'
import { type KeyboardEvent, memo, type ReactNode, useCallback, useState } from 'react'
import { useWords } from '../language/words.tsx'

/** Then the height follows the words and the room for them. Measured by the library, it follows the words and the window. */
const GROWS = typeof CSS !== 'undefined' && CSS.supports('field-sizing', 'content')

const ROUND = 'grid size-9 shrink-0 place-items-center rounded-full pointer-coarse:size-11'

/** Not drawn again with every streamed piece of an answer: each time it would measure its height anew. */
const ComposerInput = memo(function ComposerInput({ onTooEarly }: { readonly onTooEarly: () => void }) {
  const words = useWords()
  const aui = useAui()
  /** Enter sends. Where it cannot yet, because an answer is still coming, it does not become a line break instead. */
  const refuseBreak = (event: KeyboardEvent) => {
    const sends = event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing
    if (!sends || !aui.thread.getState().isRunning) return
    event.preventDefault()
    onTooEarly()
  }
  return (
    <ComposerPrimitive.Input
      {...(GROWS && { asChild: true, children: <textarea /> })}
      onKeyDown={refuseBreak}
      unstable_focusOnRunStart={false}
      unstable_focusOnScrollToBottom={false}
      data-composer=""
      rows={1}
      autoFocus
      aria-label={words.composer.label}
      placeholder={words.composer.placeholder}
      className="block max-h-[40dvh] w-full resize-none field-sizing-content bg-transparent px-2.5 pt-1.5 pb-2 leading-6 outline-none placeholder:text-faint"
    />
  )
})

/** Where the user writes. Chips for mode and model stand below the text. */
export function Composer({ chips, onStop }: { readonly chips: ReactNode; readonly onStop: () => void }) {
  const words = useWords()
  const isRunning = useAuiState((s) => s.thread.isRunning)
  const [isTooEarly, setTooEarly] = useState(false)
  if (isTooEarly && !isRunning) setTooEarly(false)
  return (
    <ComposerPrimitive.Root className="shrink-0 rounded-2xl border border-line-strong/50 bg-sheet p-2 shadow-sm shadow-black/5 focus-within:border-parley">
      <ComposerInput onTooEarly={useCallback(() => setTooEarly(true), [])} />
      <p role="status" className="px-2.5 pb-1 text-[13px] text-soft empty:hidden">
        {isTooEarly && words.composer.stillAnswering}
      </p>
      <div data-composer-bar="" className="flex items-end gap-1">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-1 max-sm:not-has-[[role=alert]]:flex-nowrap [&_button]:min-w-0 [&_button]:px-2 [&_button]:whitespace-nowrap [&_svg]:shrink-0 max-sm:[&_.lucide-chevron-down]:hidden">
          {chips}
        </div>
        <AuiIf condition={(s) => s.thread.isRunning}>
          <button
            type="button"
            data-action="stop-answer"
            aria-keyshortcuts="Control+."
            aria-label={words.composer.stop}
            title={words.composer.stop}
            onClick={onStop}
            className={`${ROUND} border border-line-strong text-ink hover:bg-well`}
          >
            <Square className="size-3.5 fill-current" />
          </button>
        </AuiIf>
        <AuiIf condition={(s) => !s.thread.isRunning}>
          <ComposerPrimitive.Send
            aria-label={words.composer.send}
            title={words.composer.send}
            className={`${ROUND} bg-parley text-parley-ink hover:bg-parley-strong disabled:bg-well disabled:text-faint`}
          >
            <ArrowUp className="size-4.5" />
          </ComposerPrimitive.Send>
        </AuiIf>
      </div>
    </ComposerPrimitive.Root>
  )
}
