import { type Mark, MORE, NO } from './marks.ts'

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
