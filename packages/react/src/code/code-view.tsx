import { WrapText } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useWords } from '../language/words.tsx'
import { Button, IconButton } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { Characters } from './characters.tsx'
import { CodeLines, type MarkedLines } from './code-lines.tsx'
import type { Token } from './highlight-code.ts'
import { countLines, firstLines, sourceLines, withoutLastBreak } from './source-lines.ts'

const HIGHLIGHT_LIMIT = 100_000
export const FOLD_LINES = 30

interface CodeViewProps {
  readonly text: string
  readonly language: string
  readonly label: string
  readonly title?: string
  /** Whether everything is shown. When folded, the first lines and a button that says how many there are. */
  readonly open: boolean
  readonly onOpen: () => void
  /** It stands in a card that waits: nothing is folded, nothing lies beyond an edge, and the card scrolls instead of it. */
  readonly whole?: boolean
  /** The number of the first line, for the tail of something longer. */
  readonly firstLine?: number
  /** Lines that somebody was led to: they are in sight, and nothing is folded. */
  readonly marked?: MarkedLines | undefined
}

const plainLines = (text: string): readonly (readonly Token[])[] =>
  sourceLines(text).map((line) => [{ text: line.text, className: '' }])

/** Each line with what ended it, where that was out of the ordinary: it is named like any other unseen character. */
function withEnds(lines: readonly (readonly Token[])[], text: string): readonly (readonly Token[])[] {
  const ends = sourceLines(text).map((line) => line.oddEnd)
  if (ends.every((end) => end === '')) return lines
  return lines.map((tokens, index) => (ends[index] ? [...tokens, { text: ends[index], className: '' }] : tokens))
}

async function highlighted(text: string, language: string) {
  const { highlightCode } = await import('./highlight-code.ts')
  return await highlightCode(text, language)
}

export function useTokens(text: string, language: string): readonly (readonly Token[])[] {
  const plain = useMemo(() => withEnds(plainLines(text), text), [text])
  const [coloured, setColoured] = useState<{ text: string; lines: readonly (readonly Token[])[] }>()
  useEffect(() => {
    if (text.length > HIGHLIGHT_LIMIT) return
    let current = true
    highlighted(text, language).then(
      (lines) => {
        if (current && lines) setColoured({ text, lines: withEnds(lines, text) })
        return lines
      },
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [text, language])
  return coloured?.text === text ? coloured.lines : plain
}

export function CodeView({
  text,
  language,
  label,
  title,
  onOpen,
  whole = false,
  firstLine = 1,
  marked,
  ...props
}: CodeViewProps) {
  const words = useWords()
  const [wrap, setWrap] = useState(false)
  const open = props.open || marked !== undefined
  const listed = useMemo(() => withoutLastBreak(text), [text])
  const total = useMemo(() => countLines(listed), [listed])
  const folded = !whole && !open && total > FOLD_LINES
  const shown = useMemo(() => (folded ? firstLines(listed, FOLD_LINES - 6) : listed), [folded, listed])
  const lines = useTokens(shown, language)
  return (
    <div className={`rounded-lg border border-line bg-sheet ${whole ? '' : 'overflow-hidden'}`}>
      <div className="flex min-h-9 items-center gap-1 rounded-t-lg border-b border-line bg-well/60 pl-3 text-xs text-soft">
        <span className="min-w-0 flex-1 font-mono break-all">
          <Characters text={title ?? language} />
        </span>
        {!whole && (
          <IconButton label={words.action.wrap} aria-pressed={wrap} onClick={() => setWrap(!wrap)}>
            <WrapText className="size-4" />
          </IconButton>
        )}
        <CopyButton text={text} />
      </div>
      <CodeLines lines={lines} label={label} wrap={whole || wrap} boxed={!whole && !open} firstLine={firstLine} marked={marked} />
      {folded && (
        <div className="border-t border-line bg-well/60 p-1.5 text-center">
          <Button tone="quiet" onClick={onOpen}>
            {words.action.showAll({ count: total })}
          </Button>
        </div>
      )}
    </div>
  )
}
