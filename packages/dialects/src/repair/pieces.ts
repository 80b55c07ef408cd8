import { CommentScan } from './comment-scan.ts'

/** A string of almost-JSON, a comment, or what stands between them. */
export interface Piece {
  /** What opened the string; empty outside of strings. */
  readonly quote: string
  /** The text, without the quotes around it. */
  readonly text: string
  readonly isComment?: true
}

/** What closes a string that was opened so. */
const CLOSERS: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['`', '`'],
  ['“', '”“'],
  ['‘', '’‘'],
])

/**
 * Takes almost-JSON apart into its strings, its comments and the rest. Only `"` opens a string anywhere; other quotes do where a key
 * or a value may begin, and they close where one may end:
 *
 *     {'title': 'It's Momo'}
 *               ^  ^      ^   opens, belongs to the word, closes
 *
 * Undefined when the text breaks off inside a string: nobody knows how that would have gone on.
 */
export function piecesOf(text: string): readonly Piece[] | undefined {
  const pieces: Piece[] = []
  const comments = new CommentScan(text)
  let from = 0
  for (let at = 0; at < text.length; at++) {
    const comment = comments.endAt(at)
    if (comment !== undefined) {
      pieces.push({ quote: '', text: text.slice(from, at) }, { quote: '', text: text.slice(at, comment), isComment: true })
      from = comment
      at = from - 1
      continue
    }
    const quote = quoteAt(text, at)
    if (quote === '') continue
    const begin = at + quote.length
    const end = quote.length === 3 ? text.indexOf(quote, begin) : stringEnd(text, begin, quote)
    if (end < 0) return undefined
    pieces.push({ quote: '', text: text.slice(from, at) }, { quote, text: text.slice(begin, end) })
    from = end + quote.length
    at = from - 1
  }
  pieces.push({ quote: '', text: text.slice(from) })
  return pieces
}

/** The text again, after its pieces were changed. Undefined where `piecesOf` is. */
export function rewrite(text: string, change: (piece: Piece) => Piece): string | undefined {
  return piecesOf(text)
    ?.map(change)
    .map(({ quote, text: inner }) => (quote === '' ? inner : `${quote}${inner}${closerOf(quote)}`))
    .join('')
}

export function rewriteOutside(text: string, change: (outside: string) => string): string | undefined {
  return rewrite(text, (piece) => (piece.quote === '' && !piece.isComment ? { quote: '', text: change(piece.text) } : piece))
}

export function rewriteStrings(text: string, change: (inside: string) => string): string | undefined {
  return rewrite(text, (piece) => (piece.quote === '' ? piece : { quote: piece.quote, text: change(piece.text) }))
}

const closerOf = (quote: string): string => CLOSERS.get(quote)?.charAt(0) ?? quote

function quoteAt(text: string, at: number): string {
  const char = text.charAt(at)
  if (!CLOSERS.has(char) || (char !== '"' && !mayBegin(text, at))) return ''
  const triple = char.repeat(3)
  return (char === '"' || char === "'") && text.startsWith(triple, at) ? triple : char
}

function stringEnd(text: string, begin: number, quote: string): number {
  const closers = CLOSERS.get(quote) ?? quote
  for (let at = begin; at < text.length; at++) {
    const char = text.charAt(at)
    if (char === '\\') at++
    else if (closers.includes(char) && (quote === '"' || mayEnd(text, at + 1))) return at
  }
  return -1
}

const SPACE = /\s/

function mayBegin(text: string, at: number): boolean {
  let before = at - 1
  while (before >= 0 && SPACE.test(text.charAt(before))) before--
  return before < 0 || '{[,:('.includes(text.charAt(before))
}

function mayEnd(text: string, at: number): boolean {
  let after = at
  while (after < text.length && SPACE.test(text.charAt(after))) after++
  return after === text.length || ',:}])'.includes(text.charAt(after))
}
