/**
 * Characters that change how code reads without being seen: direction overrides, zero-width marks, tags, controls.
 *
 *     if (admin‮ ⁦// only admins⁩ ⁦) {     what a person sees is not what runs
 */
const INVISIBLE =
  // Naming the unseen is the point here.
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|\udb40[\udc00-\udfff]/g

export interface Glimpse {
  readonly text: string
  /** `U+202E` for a character that would not be seen; absent for ordinary text. */
  readonly code?: string
}

export const hasInvisible = (text: string): boolean => {
  INVISIBLE.lastIndex = 0
  return INVISIBLE.test(text)
}

/** The text in pieces, each unseen character on its own. Joining the pieces gives the text back. */
export function splitInvisible(text: string): readonly Glimpse[] {
  const pieces: Glimpse[] = []
  let from = 0
  for (const match of text.matchAll(INVISIBLE)) {
    if (match.index > from) pieces.push({ text: text.slice(from, match.index) })
    pieces.push({ text: match[0], code: `U+${(match[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}` })
    from = match.index + match[0].length
  }
  if (from < text.length || pieces.length === 0) pieces.push({ text: text.slice(from) })
  return pieces
}
