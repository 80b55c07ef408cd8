import { ComposerPrimitive, useAui, useAuiState } from '@assistant-ui/react'
import { ArrowUp, Square } from 'lucide-react'
import { type KeyboardEvent, memo, type ReactNode, useCallback, useEffect, useRef } from 'react'
import { useWords } from '../language/words.tsx'
import { composerStands } from '../parts/fetched.tsx'
import { useRoom } from '../parts/use-room.ts'

/** Then the height follows the words and the room for them. Measured by the library, it follows the words and the window. */
const GROWS = typeof CSS !== 'undefined' && CSS.supports('field-sizing', 'content')

const ROUND = 'grid size-9 shrink-0 place-items-center rounded-full pointer-coarse:size-11'

interface ComposerInputProps {
  /** Whether there is room for all that the empty field says. A phone has none, and no key for it at hand; nor has who looks at something beside it. */
  readonly isWide: boolean
  readonly onEnter: () => void
  readonly onEmptyBackspace: () => void
}

/** Not drawn again with every streamed piece of an answer: each time it would measure its height anew. */
const ComposerInput = memo(function ComposerInput({ isWide, onEnter, onEmptyBackspace }: ComposerInputProps) {
  const words = useWords()
  useEffect(composerStands, [])
  /** Enter sends, or puts in line what cannot be sent yet. */
  const pressed = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Backspace' && event.currentTarget.value === '' && !event.repeat) onEmptyBackspace()
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    onEnter()
  }
  return (
    <ComposerPrimitive.Input
      {...(GROWS && { asChild: true, children: <textarea /> })}
      onKeyDown={pressed}
      unstable_focusOnRunStart={false}
      unstable_focusOnScrollToBottom={false}
      // What is pasted is taken in for the whole page.
      addAttachmentOnPaste={false}
      data-composer=""
      rows={1}
      autoFocus
      aria-label={words.composer.label}
      placeholder={isWide ? words.composer.placeholderWide : words.composer.placeholder}
      className="block max-h-[40dvh] w-full resize-none field-sizing-content bg-transparent px-2.5 pt-1.5 pb-2 leading-6 outline-none placeholder:truncate placeholder:text-faint"
    />
  )
})

interface ComposerProps {
  readonly chips: ReactNode
  /** Above the text: what could be meant by it. */
  readonly completion?: ReactNode
  /** Beside the button that sends. */
  readonly gauge?: ReactNode
  /** Whether an answer is under way, so that what is sent waits for its end. */
  readonly isBusy: boolean
  /** Whether something goes with the message, which then needs no words. */
  readonly hasMore: boolean
  /** What to do with words that cannot go the usual way: put them in line, or send what is attached alone. */
  readonly onSubmit: (text: string) => void
  readonly onDropLast: () => void
  readonly onStop: () => void
}

/** Where the user writes. Chips for mode and model stand below the text. */
export function Composer({ chips, completion, gauge, isBusy, hasMore, onSubmit, onDropLast, onStop }: ComposerProps) {
  const words = useWords()
  const aui = useAui()
  const isEmpty = useAuiState((s) => s.composer.text.trim() === '')
  const submit = () => {
    const { text } = aui.composer.getState()
    if (text.trim() === '' && !hasMore) return
    if (text.trim() !== '' && !isBusy) return aui.composer.send()
    aui.composer.setText('')
    onSubmit(text)
  }
  // The input is not drawn anew for them.
  const latest = useRef({ submit, onDropLast })
  useEffect(() => {
    latest.current = { submit, onDropLast }
  })
  const enter = useCallback(() => latest.current.submit(), [])
  const dropLast = useCallback(() => latest.current.onDropLast(), [])
  const send = isBusy ? words.composer.sendLater : words.composer.send
  const form = useRef<HTMLFormElement>(null)
  const isWide = useRoom(form, 680)
  return (
    <ComposerPrimitive.Root
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      className="shrink-0 rounded-2xl border border-line-strong/50 bg-sheet p-2 shadow-sm shadow-black/5 focus-within:border-parley"
    >
      {completion}
      <ComposerInput isWide={isWide} onEnter={enter} onEmptyBackspace={dropLast} />
      <div data-composer-bar="" className="flex items-end gap-1">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-1 max-sm:not-has-[[role=alert]]:flex-nowrap [&_button]:min-w-0 [&_button]:px-2 [&_button]:whitespace-nowrap [&_svg]:shrink-0 max-sm:[&_.lucide-chevron-down]:hidden">
          {chips}
        </div>
        {gauge}
        {isBusy && <StopButton onStop={onStop} />}
        {(!isBusy || !isEmpty || hasMore) && (
          <button
            type="submit"
            aria-label={send}
            title={send}
            disabled={isEmpty && !hasMore}
            className={`${ROUND} bg-parley text-parley-ink hover:bg-parley-strong disabled:bg-well disabled:text-faint`}
          >
            <ArrowUp className="size-4.5" />
          </button>
        )}
      </div>
    </ComposerPrimitive.Root>
  )
}

function StopButton({ onStop }: Pick<ComposerProps, 'onStop'>) {
  const words = useWords()
  return (
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
  )
}
