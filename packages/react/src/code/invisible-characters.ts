/**
 * Characters that change how code reads without being seen: direction overrides, zero-width marks, tags, controls, a
 * carriage return or a line separator where nobody expects a new line. And blanks enough to push code out of sight.
 *
 *     if (admin‮ ⁦// only admins⁩ ⁦) {     what a person sees is not what runs
 *     1 + 1                                … 160 blanks …          ; await files.delete('/a')
 */
const HIDDEN =
  // Naming the unseen is the point here.
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class
  /(?<sign>[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff9-\ufffb]|\r(?!\n)|\udb40[\udc00-\udfff])|(?<blanks>[\t \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]{8,})/g

/** Indentation is seldom deeper, and a line that goes on behind more is made to be overlooked. */
const MANY_BLANKS = 40
const TAB_WIDTH = 8

export interface Glimpse {
  readonly text: string
  /** `U+202E` for a character that would not be seen, `␣×160` for blanks that hide what follows; absent for ordinary text. */
  readonly code?: string
}

/** The text in pieces, each unseen character on its own. Joining the pieces gives the text back. */
export function splitInvisible(text: string): readonly Glimpse[] {
  const pieces: Glimpse[] = []
  let from = 0
  for (const { index, 0: found, groups } of text.matchAll(HIDDEN)) {
    const code = groups?.['blanks'] === undefined ? nameOf(found) : blanksName(found)
    if (code === undefined) continue
    if (index > from) pieces.push({ text: text.slice(from, index) })
    pieces.push({ text: found, code })
    from = index + found.length
  }
  if (from < text.length || pieces.length === 0) pieces.push({ text: text.slice(from) })
  return pieces
}

export const hasInvisible = (text: string): boolean => splitInvisible(text).some((piece) => piece.code !== undefined)

const nameOf = (sign: string) => `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

function blanksName(blanks: string): string | undefined {
  const width = blanks.length + (blanks.split('\t').length - 1) * (TAB_WIDTH - 1)
  return width < MANY_BLANKS ? undefined : `␣×${blanks.length}`
}
