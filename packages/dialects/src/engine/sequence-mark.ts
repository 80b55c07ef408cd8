import { literalMark, type Mark, MORE, NO } from './marks.ts'
import { isSpace } from './readers.ts'

/** No more characters stand where a sequence leaves room. */
const MOST_ROOM = 64

/** Blanks, tabs and line breaks, or nothing. */
export const SPACE = { room: 'space' } as const
/** Letters, digits, `_`, `-`, `.` or nothing, as in the language of a fence. */
export const WORD = { room: 'word' } as const

type Element = string | typeof SPACE | typeof WORD

/** What a mark with room in it is made of. */
export type MarkSequence = readonly [string, ...Element[]]

/**
 * A mark with room in it:
 *
 *     sequenceMark('calls', ['{', SPACE, '"tool_calls"'])     {  "tool_calls"
 */
// @__NO_SIDE_EFFECTS__
export function sequenceMark(id: string, elements: MarkSequence): Mark {
  return {
    id,
    lead: elements[0],
    reach: elements.reduce((sum, element) => sum + (typeof element === 'string' ? element.length : MOST_ROOM), 0),
    match(text, at, ended) {
      let index = at
      for (const element of elements) {
        if (typeof element === 'string') {
          if (!text.startsWith(element, index)) {
            return text.length - index < element.length && element.startsWith(text.slice(index)) ? MORE : NO
          }
          index += element.length
        } else {
          const fits = element.room === 'space' ? isSpace : isWord
          const full = index + MOST_ROOM
          while (index < full && fits(text.charCodeAt(index))) index++
          // At the edge of a chunk a word may go on; a mark must not be shorter for it.
          if (index === text.length && index < full && !ended) return MORE
        }
      }
      return index - at
    },
  }
}

/** A literal that counts only where `next` stands behind it; `next` itself is left unread. */
// @__NO_SIDE_EFFECTS__
export function followedBy(literal: string, next: string): Mark {
  const both = literalMark(literal + next)
  return {
    ...both,
    id: literal,
    match: (text, at, ended) => Math.min(both.match(text, at, ended), literal.length),
  }
}

/** Several marks with the same beginning, which is looked at once for all of them. */
// @__NO_SIDE_EFFECTS__
export function withLead(lead: string, marks: readonly [Mark, ...Mark[]]): Mark {
  const first = literalMark(lead)
  return {
    id: marks[0].id,
    lead,
    reach: Math.max(...marks.map(({ reach }) => reach)),
    match(text, at, ended) {
      const led = first.match(text, at, ended)
      if (led < 0) return led
      const lengths = marks.map((mark) => mark.match(text, at, ended))
      return lengths.find((length) => length > 0) ?? (lengths.includes(MORE) ? MORE : NO)
    },
  }
}

const isWord = (code: number): boolean => /[\w.-]/.test(String.fromCharCode(code))

/** No run of known words is longer. */
const MOST_WORDS = 320

/**
 * Marks for any run of `words`, in whatever order, up to `end`; one for each character that such a run may begin with.
 *
 *     wordsMarks('header', ['to=', 'user', '<|channel|>', 'final', ' '], '<|message|>')     to=user <|channel|>final<|message|>
 */
// @__NO_SIDE_EFFECTS__
export function wordsMarks(id: string, words: readonly string[], end: string): readonly Mark[] {
  const known = [end, ...words].toSorted((one, other) => other.length - one.length)
  const heads = new Set(known.map((word) => word.charAt(0)))
  return Array.from(heads, (lead) => ({
    id,
    lead,
    reach: MOST_WORDS,
    match(text, at) {
      let index = at
      while (index - at < MOST_WORDS) {
        const word = known.find((one) => text.startsWith(one, index))
        if (word === undefined) {
          const rest = text.slice(index, index + end.length + MOST_WORDS)
          return known.some((one) => one.startsWith(rest)) ? MORE : NO
        }
        index += word.length
        if (word === end) return index - at
      }
      return NO
    },
  }))
}
