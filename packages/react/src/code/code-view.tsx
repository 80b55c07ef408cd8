import { WrapText } from 'lucide-react'
import { memo, type ReactNode, useEffect, useMemo, useState } from 'react'
import { useWords } from '../language/words.tsx'
import { Button, IconButton } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { CodeEditor } from './code-editor.tsx'
import type { Token } from './highlight-code.ts'
import { splitInvisible } from './invisible-characters.ts'

const HIGHLIGHT_LIMIT = 100_000
const LINES_PER_BLOCK = 200
export const FOLD_LINES = 30
/** Beyond this only an editor, which draws what is in sight, opens at once. */
const LARGE_LINES = 3_000

interface CodeViewProps {
  readonly text: string
  readonly language: string
  readonly label: string
  readonly title?: ReactNode
  /** Whether everything is shown. When folded, the first lines and a button that says how many there are. */
  readonly open: boolean
  readonly onOpen: () => void
  /** The number of the first line, for the tail of something longer. */
  readonly firstLine?: number
}

export const countLines = (text: string): number => {
  let count = 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

/** The part of a long text that is shown while it is folded. */
function firstLines(text: string, count: number): string {
  let at = -1
  for (let line = 0; line < count; line += 1) {
    at = text.indexOf('\n', at + 1)
    if (at === -1) return text
  }
  return text.slice(0, at)
}

export function useTokens(text: string, language: string): readonly (readonly Token[])[] {
  const plain = useMemo(() => text.split('\n').map((line): readonly Token[] => [{ text: line, className: '' }]), [text])
  const [coloured, setColoured] = useState<{ text: string; lines: readonly (readonly Token[])[] }>()
  useEffect(() => {
    if (text.length > HIGHLIGHT_LIMIT) return
    let current = true
    import('./highlight-code.ts').then(
      ({ highlightCode }) => {
        const lines = highlightCode(text, language)
        if (current && lines) setColoured({ text, lines })
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

export function Characters({ text }: { readonly text: string }) {
  return splitInvisible(text).map((piece, index) =>
    piece.code === undefined ? (
      piece.text
    ) : (
      <mark key={`${index}:${piece.code}`} className="mx-px rounded bg-bad-wash px-1 text-[0.85em] text-bad">
        {piece.code}
      </mark>
    ),
  )
}

const Line = memo(function Line({ tokens }: { readonly tokens: readonly Token[] }) {
  return (
    <div className="code-line">
      {tokens.map((token, index) => (
        <span key={`${index}:${token.className}`} className={token.className}>
          <Characters text={token.text} />
        </span>
      ))}
      {tokens.length === 0 || (tokens.length === 1 && tokens[0]?.text === '') ? '\u200b' : null}
    </div>
  )
})

export function CodeView({ text, language, label, title, open, onOpen, firstLine = 1 }: CodeViewProps) {
  const words = useWords()
  const [wrap, setWrap] = useState(false)
  const total = useMemo(() => countLines(text), [text])
  const folded = !open && total > FOLD_LINES
  const shown = useMemo(() => (folded ? firstLines(text, FOLD_LINES - 6) : text), [folded, text])
  const lines = useTokens(open && total > LARGE_LINES ? '' : shown, language)
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-sheet">
      <div className="flex min-h-9 items-center gap-1 border-b border-line bg-well/60 pl-3 text-xs text-soft">
        <span className="min-w-0 flex-1 truncate font-mono">{title ?? language}</span>
        <IconButton label={words.action.wrap} aria-pressed={wrap} onClick={() => setWrap(!wrap)}>
          <WrapText className="size-4" />
        </IconButton>
        <CopyButton text={text} />
      </div>
      {open && total > LARGE_LINES ? (
        <div className="h-[28rem]">
          <CodeEditor fill text={text} language={language} label={label} />
        </div>
      ) : (
        <Lines lines={lines} label={label} wrap={wrap} firstLine={firstLine} />
      )}
      {folded && (
        <div className="border-t border-line bg-well/60 p-1.5 text-center">
          <Button tone="quiet" onClick={onOpen}>
            {words.action.showAll(total)}
          </Button>
        </div>
      )}
    </div>
  )
}

interface LinesProps {
  readonly lines: readonly (readonly Token[])[]
  readonly label: string
  readonly wrap: boolean
  readonly firstLine: number
}

function Lines({ lines, label, wrap, firstLine }: LinesProps) {
  const blocks = useMemo(() => inBlocks(lines), [lines])
  return (
    <section
      // A region that scrolls must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={label}
      className={`code max-h-[28rem] overflow-auto py-2 font-mono text-[12.5px] leading-[1.55] ${wrap ? 'code-wrap' : ''}`}
      style={{ counterReset: `line ${firstLine - 1}` }}
    >
      {blocks.map((block, index) => (
        <div key={index} className={blocks.length > 1 ? 'code-block' : undefined}>
          {block.map((tokens, line) => (
            <Line key={line} tokens={tokens} />
          ))}
        </div>
      ))}
    </section>
  )
}

function inBlocks(lines: readonly (readonly Token[])[]): readonly (readonly (readonly Token[])[])[] {
  const blocks: (readonly (readonly Token[])[])[] = []
  for (let at = 0; at < lines.length; at += LINES_PER_BLOCK) blocks.push(lines.slice(at, at + LINES_PER_BLOCK))
  return blocks
}
