import { literalMark, type Mark, MarkSet, MORE, NO } from '../../engine/marks.ts'
import { attributesOf } from './tag.ts'
import type { TaggedMarks, TagShape } from './tagged-shape.ts'

/** What the marks of parameters that a value swallowed are found under. */
export const LOST = 'lost parameter'
/** No head of a parameter is longer. */
const MOST_HEAD = 96

/**
 * Marks of a parameter that a damaged tag made part of the value before it, from the tag that is whole to the end of
 * the head:
 *
 *     <param name="title">Momo<param><param name="year">1973</param>
 *                                    ^^^^^^^^^^^^^^^^^^
 *     <param name="title">Momo</param>param name="year">1973</param>
 *                             ^^^^^^^^^^^^^^^^^^^^^^^^^
 */
export function lostParameters({ parameter, value }: TaggedMarks): readonly Mark[] {
  const { open, close, headEnd } = parameter
  const ends = new MarkSet(headEnd)
  const begins = new MarkSet([...headEnd, '<', '\n'])
  // What follows a closing tag that counts is no part of the value.
  const counts = value.list.find(({ closes }) => closes)?.ends ?? (() => NO)
  return [
    ...open.map((tag) => headBehind(tag, begins, headEnd)),
    ...close.map((tag) => headBehind(tag, ends, headEnd, (text, at, ended) => (counts(text, at, ended) === NO ? 1 : NO))),
  ]
}

/** A tag with a head behind it, which one of `stops` ends; `isOne` says whether what stands behind the tag can be that. */
function headBehind(tag: string, stops: MarkSet, headEnd: readonly string[], isOne: Mark['match'] = () => 1): Mark {
  const literal = literalMark(tag)
  const reach = tag.length + MOST_HEAD
  return {
    id: LOST,
    lead: tag,
    reach,
    match(text, at, ended) {
      const length = literal.match(text, at, ended)
      if (length < 0) return length
      if (isOne(text, at + length, ended) === NO) return NO
      for (let place = stops.nextHead(text, at + length); place < at + reach; place = stops.nextHead(text, place + 1)) {
        const found = stops.matchAt(text, place, ended)
        if (place === text.length || found === MORE) return MORE
        if (found !== NO) return headEnd.includes(found.mark.id) ? place - at : NO
      }
      return NO
    },
  }
}

/** The name in the text of such a mark: its attribute's, or else the last word. */
export function lostName(text: string, { attribute = '' }: TagShape): string {
  return attributesOf(text).get(attribute) ?? /[\w.-]+(?=\W*$)/.exec(text)?.[0] ?? ''
}
