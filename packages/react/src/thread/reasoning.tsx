import { ChevronRight, Lightbulb } from 'lucide-react'
import { useState } from 'react'
import { useWords } from '../language/words.tsx'

const SHOWN = 240

/** The end of a long thought, from the beginning of a word. */
export function newestWords(text: string): string {
  if (text.length <= SHOWN) return text
  const end = text.slice(-SHOWN)
  const word = /\s\S/.exec(end)
  // Some languages put no blank between their words: there, half a pair of code units is what must not be shown.
  return `… ${word ? end.slice(word.index + 1) : end.replace(/^[\uDC00-\uDFFF]/, '')}`
}

/** What the model thought aloud; folded, because it is not the answer. Its newest words show while it thinks. */
export function Reasoning({ text, open }: { readonly text: string; readonly open: boolean }) {
  const words = useWords()
  const [shown, setShown] = useState(false)
  return (
    <div data-opened={shown || undefined} className="text-[13px] text-soft">
      <button
        type="button"
        aria-expanded={shown}
        onClick={() => setShown(!shown)}
        className="flex min-h-7 items-center gap-1.5 rounded hover:text-ink pointer-coarse:min-h-11"
      >
        <Lightbulb aria-hidden="true" className={`size-3.5 ${open ? 'animate-pulse text-parley' : ''}`} />
        {open ? words.thread.reasoningNow : words.thread.reasoning}
        <ChevronRight aria-hidden="true" className={`size-3.5 transition-transform ${shown ? 'rotate-90' : ''}`} />
      </button>
      {shown ? (
        <div className="mt-1 border-l-2 border-line pl-3 break-words whitespace-pre-wrap">{text}</div>
      ) : (
        open && <div className="mt-1 line-clamp-2 border-l-2 border-line pl-3 text-faint">{newestWords(text)}</div>
      )}
    </div>
  )
}
