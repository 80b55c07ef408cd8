import { type MarkLike, MarkSet, MORE, markId, NO } from '../../engine/marks.ts'
import type { Reader } from '../../engine/source.ts'
import { ALL_TYPES, type JsonType } from '../values/schema-types.ts'

/** White space that may stand between a closing tag and what proves that it is one. */
const MOST_SPACE = 64

/** Whether a mark counts, by what stands behind it: `MORE`, `NO`, or a number above zero when it does. */
export type Counts = (text: string, behind: number, ended: boolean) => number

/** What a mark means inside a value. */
export interface ValueMark {
  readonly marks: readonly MarkLike[]
  /** Whether the value ends here. Absent: it does not. */
  readonly ends?: Counts
  /** The mark belongs to the value that it ends; otherwise it is left unread. */
  readonly closes?: true
  /** It ends the outermost element, and with it all calls that were begun. */
  readonly last?: true
}

export type Meaning = Omit<ValueMark, 'marks'>

/** Whether a mark belongs to something that the value shows as a whole; `text` is what it matched. */
type IsInside = (id: string, meaning: Meaning, text: string) => boolean

/** Where a value may end, ready to be looked for. */
export interface ValueEnds {
  readonly list: readonly ValueMark[]
  readonly set: MarkSet
  readonly meanings: ReadonlyMap<string, Meaning>
}

export function valueEnds(list: readonly ValueMark[]): ValueEnds {
  const meanings = new Map<string, Meaning>()
  for (const { marks, ...meaning } of list)
    for (const mark of marks) meanings.set(markId(mark), { ...meanings.get(markId(mark)), ...meaning })
  return { list, set: new MarkSet(list.flatMap(({ marks }) => marks)), meanings }
}

/**
 * Reads a raw value. Such values have no escapes, so a closing tag may be part of one; it counts only when the
 * structure goes on behind it:
 *
 *     <parameter=code>print("</parameter>")</parameter>
 *                            ^^^^^^^^^^^^                 a value
 *                                          ^^^^^^^^^^^^   its end, for </function> follows
 */
export class TaggedValue implements Reader {
  done = false
  /** How the value ended; `torn` when the text ended first. */
  end: 'closed' | 'cut' | 'torn' = 'torn'
  readonly #ends: ValueEnds
  readonly #sink: (text: string) => void
  readonly #isInside: IsInside

  constructor(ends: ValueEnds, sink: (text: string) => void, isInside: IsInside = () => false) {
    this.#ends = ends
    this.#sink = sink
    this.#isInside = isInside
  }

  read(text: string, at: number, ended: boolean): number {
    const { set, meanings } = this.#ends
    let place = set.nextHead(text, at)
    while (place < text.length) {
      const match = set.matchAt(text, place, ended)
      if (match === MORE) break
      if (match !== NO) {
        const { id } = match.mark
        const meaning = meanings.get(id) ?? {}
        const behind = place + match.length
        const counts = this.#isInside(id, meaning, text.slice(place, behind)) ? NO : (meaning.ends?.(text, behind, ended) ?? NO)
        if (counts === MORE) break
        if (counts !== NO) {
          if (place > at) this.#sink(text.slice(at, place))
          this.done = true
          this.end = meaning.closes ? 'closed' : 'cut'
          return meaning.closes ? behind : place
        }
      }
      place = set.nextHead(text, place + 1)
    }
    if (place > at) this.#sink(text.slice(at, place))
    this.done = ended
    return place
  }
}

/** One of `marks`, or the end, comes behind white space. */
// @__NO_SIDE_EFFECTS__
export function before(marks: readonly string[]): Counts {
  const set = new MarkSet(marks)
  return (text, at, ended) => {
    const space = text.slice(at, at + MOST_SPACE).search(/\S|$/)
    if (at + space === text.length) return ended ? 1 : MORE
    if (space === MOST_SPACE) return 1
    const match = set.matchAt(text, at + space, ended)
    return match === MORE || match === NO ? match : 1
  }
}

/** The line ends here, or a tag follows. */
export const lineEnds: Counts = (text, at, ended) => {
  const rest = text.slice(at, at + MOST_SPACE).replace(/^[ \t]+/, '')
  if (rest === '') return ended || text.length - at >= MOST_SPACE ? 1 : MORE
  return /^[\r\n<]/.test(rest) ? 1 : NO
}

export const always: Counts = () => 1

const STRING: ReadonlySet<JsonType> = /* @__PURE__ */ new Set(['string'])

type Types = ReadonlySet<JsonType>

/** What a value says of itself counts where the schema allows it; a declared string stays one. */
export function declaredTypes(types: Types, isString: boolean | undefined): Types {
  if (isString === undefined) return types
  if (isString) return types.size === 0 || types.has('string') ? STRING : types
  return types.size === 0 ? ALL_TYPES : types
}

/** The same where an attribute names the type: `<param name="year" type="number">`. */
export function typeAttribute(attributes: ReadonlyMap<string, string>, types: Types): Types {
  const type = attributes.get('type')
  return declaredTypes(types, type === undefined ? undefined : type === 'string')
}
