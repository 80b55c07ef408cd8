import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { useWords } from './use-words.tsx'

interface ComposerProps {
  readonly busy: boolean
  /** A form waits in the thread, and comes first. */
  readonly held: boolean
  readonly onSend: (text: string) => void
  readonly onStop: () => void
}

export function Composer({ busy, held, onSend, onStop }: ComposerProps) {
  const words = useWords()
  const [text, setText] = useState('')
  const send = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault()
    if (busy || held || text.trim() === '') return
    onSend(text.trim())
    setText('')
  }
  return (
    <form onSubmit={send} className="mx-auto w-full max-w-2xl px-4 pb-4">
      <div className="flex items-end gap-2 rounded-2xl border border-line-strong/50 bg-sheet p-2 shadow-sm focus-within:border-accent">
        <textarea
          rows={1}
          value={text}
          disabled={held}
          aria-label={words.composer.label}
          placeholder={held ? words.composer.waiting : words.composer.placeholder}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) send(event)
          }}
          className="field-sizing-content max-h-40 min-w-0 flex-1 resize-none bg-transparent px-2 py-2 outline-none placeholder:text-faint disabled:cursor-not-allowed"
        />
        {busy ? (
          <button type="button" onClick={onStop} className="min-h-10 rounded-xl border border-line-strong/60 px-4 hover:bg-well">
            {words.composer.stop}
          </button>
        ) : (
          <button
            type="submit"
            disabled={held || text.trim() === ''}
            className="min-h-10 rounded-xl bg-accent px-4 font-medium text-accent-ink hover:bg-accent-strong disabled:bg-well disabled:text-faint"
          >
            {words.composer.send}
          </button>
        )}
      </div>
    </form>
  )
}
