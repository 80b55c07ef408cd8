import { type CSSProperties, memo, useEffect, useMemo, useRef, useState } from 'react'
import { Characters } from './characters.tsx'
import type { Token } from './highlight-code.ts'

const ROWS_PER_BLOCK = 200
/** Of longer texts only what is near is drawn; the rest holds its place. */
const DRAWN_AT_ONCE = 3_000
const NEAR = '1500px 0px'

/** Lines that somebody was led to, from the first to the last. */
export interface MarkedLines {
  readonly from: number
  readonly to: number
}

interface CodeLinesProps {
  readonly lines: readonly (readonly Token[])[]
  readonly label: string
  readonly wrap: boolean
  /** Whether it scrolls in a box of its own. */
  readonly boxed: boolean
  readonly firstLine: number
  readonly marked?: MarkedLines | undefined
}

export function CodeLines({ lines, label, wrap, boxed, firstLine, marked }: CodeLinesProps) {
  const rows = useMemo(() => codeRows(lines), [lines])
  const blocks = useMemo(() => inBlocks(rows, firstLine), [rows, firstLine])
  const look = `code overflow-x-auto py-2 font-mono text-[12.5px] leading-[1.55] ${wrap ? 'parley-code-wrap' : ''}`
  return (
    <section
      // No landmark: a page may show the same title many times.
      role="group"
      // A box that scrolls must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={boxed || !wrap ? 0 : undefined}
      aria-label={label}
      // React takes names of its own only as `CSSProperties`, which know none.
      style={{ '--parley-digits': String(firstLine + lines.length - 1).length } as CSSProperties}
      className={`${look} ${boxed ? 'max-h-[28rem] overflow-y-auto' : ''}`}
    >
      {blocks.map((block, index) => (
        <Block key={index} block={block} lazy={rows.length > DRAWN_AT_ONCE} marked={marked} />
      ))}
    </section>
  )
}

interface RowBlock {
  readonly rows: readonly CodeRow[]
  /** The number of its first line. */
  readonly first: number
  /** For the eye: what goes on in a further row is one more. */
  readonly shown: number
}

function inBlocks(rows: readonly CodeRow[], firstLine: number): readonly RowBlock[] {
  const blocks: RowBlock[] = []
  let first = firstLine
  for (let at = 0; at < rows.length; at += ROWS_PER_BLOCK) {
    const some = rows.slice(at, at + ROWS_PER_BLOCK)
    const lines = some.reduce((sum, row) => sum + row.lines, 0)
    blocks.push({ rows: some, first, shown: some.reduce((sum, row) => sum + (row.lines || 1), 0) })
    first += lines
  }
  return blocks
}

interface BlockProps {
  readonly block: RowBlock
  readonly lazy: boolean
  readonly marked: MarkedLines | undefined
}

function Block({ block, lazy, marked }: BlockProps) {
  const place = useRef<HTMLDivElement>(null)
  const isWanted = marked !== undefined && marked.from >= block.first && marked.from < block.first + block.shown
  const [near, setNear] = useState(!lazy || isWanted || typeof IntersectionObserver === 'undefined')
  useEffect(() => {
    if (near || !place.current) return
    const watcher = new IntersectionObserver((seen) => seen.some((entry) => entry.isIntersecting) && setNear(true), {
      rootMargin: NEAR,
    })
    watcher.observe(place.current)
    return () => watcher.disconnect()
  }, [near])
  if (!near) return <div ref={place} data-row="" data-lines={block.shown} style={{ height: `${block.rows.length * 1.55}em` }} />
  const marks = marksIn(block, marked)
  return (
    <div style={{ counterReset: `line ${block.first - 1}` }}>
      {block.rows.map((row, index) => (
        <Row key={index} row={row} mark={marks[index]} />
      ))}
    </div>
  )
}

type Mark = 'first' | 'further' | undefined

/** For each row of a block, whether it is one of those that somebody was led to. */
function marksIn({ rows, first }: RowBlock, marked: MarkedLines | undefined): readonly Mark[] {
  if (!marked) return []
  let next = first
  return rows.map(({ lines }) => {
    next += lines
    const line = next - Math.max(1, lines)
    return line < marked.from || line > marked.to ? undefined : line === marked.from && lines > 0 ? 'first' : 'further'
  })
}

const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'center' })

const Row = memo(function Row({ row, mark }: { readonly row: CodeRow; readonly mark: Mark }) {
  const { kind, tokens, lines } = row
  if (kind === 'blank')
    return (
      <div data-row="" data-lines={lines} className="parley-code-line" style={{ counterIncrement: `line ${lines}` }}>
        <mark data-hidden-sign="" className="rounded bg-bad-wash px-1 text-[0.85em] text-bad">
          ↵×{lines}
        </mark>
      </div>
    )
  return (
    <div
      data-row=""
      data-marked={mark}
      ref={mark === 'first' ? intoView : undefined}
      className={`parley-code-line ${kind === 'more' ? 'parley-code-more' : ''} ${mark ? 'bg-parley-wash' : ''}`}
    >
      {tokens.map((token, index) => (
        <span key={`${index}:${token.className}`} className={token.className}>
          <Characters text={token.text} />
        </span>
      ))}
      {tokens.every((token) => token.text === '') && '\u200b'}
    </div>
  )
})

/** What a view draws as one row: a line, the rest of a very long one, or lines that are all blank. */
export interface CodeRow {
  readonly kind: 'line' | 'more' | 'blank'
  readonly tokens: readonly Token[]
  /** How many lines of the text it stands for. */
  readonly lines: number
}

/** A row must fit into a window, or its end could never be on screen together with its beginning. */
const ROW_LENGTH = 600
/** A few blank lines part paragraphs; more of them push what follows out of sight. */
const MOST_BLANK = 8

const lengthOf = (tokens: readonly Token[]) => tokens.reduce((length, token) => length + token.text.length, 0)
const isBlank = (tokens: readonly Token[]) => tokens.every((token) => token.text.trim() === '')

export function codeRows(lines: readonly (readonly Token[])[]): readonly CodeRow[] {
  const rows: CodeRow[] = []
  for (let at = 0; at < lines.length; ) {
    let end = at
    while (end < lines.length && isBlank(lines[end] ?? [])) end += 1
    if (end - at > MOST_BLANK) {
      rows.push({ kind: 'blank', tokens: [], lines: end - at })
      at = end
    } else rows.push(...rowsOf(lines[at++] ?? []))
  }
  return rows
}

function rowsOf(tokens: readonly Token[]): readonly CodeRow[] {
  if (lengthOf(tokens) <= ROW_LENGTH) return [{ kind: 'line', tokens, lines: 1 }]
  const rows: Token[][] = [[]]
  let room = ROW_LENGTH
  for (const token of tokens) {
    for (let from = 0; from < token.text.length; ) {
      const to = whole(token.text, Math.min(token.text.length, from + room))
      rows.at(-1)?.push({ ...token, text: token.text.slice(from, to) })
      room -= to - from
      from = to
      if (room <= 0 && rows.push([])) room = ROW_LENGTH
    }
  }
  return rows
    .filter((row) => row.length > 0)
    .map((row, index) => ({ kind: index === 0 ? 'line' : 'more', tokens: row, lines: index === 0 ? 1 : 0 }))
}

/** Never between the halves of one character. */
const whole = (text: string, at: number) => (/[\ud800-\udbff]/.test(text[at - 1] ?? '') && at < text.length ? at + 1 : at)
