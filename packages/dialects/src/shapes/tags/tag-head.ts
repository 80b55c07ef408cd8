import { MarkSet } from '../../engine/marks.ts'
import { type Step, UntilMark } from '../../engine/readers.ts'
import type { Source } from '../../engine/source.ts'
import { attributesOf } from './tag.ts'
import type { TagShape } from './tagged-shape.ts'

/** The rest of an opening tag. */
export interface Head {
  /** Empty when the tag names nothing: then it was only mentioned. */
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly selfClosed: boolean
}

const MOST_HEAD = 512

/**
 * Reads what stands between a tag's opening mark and its end:
 *
 *     <parameter name="title" string="true">
 *               ^^^^^^^^^^^^^^^^^^^^^^^^^^^
 */
export class HeadReader {
  readonly #shape: TagShape
  readonly #ends: MarkSet

  constructor(shape: TagShape) {
    this.#shape = shape
    this.#ends = new MarkSet([...shape.headEnd, ...(shape.headStop ?? []), '<'])
  }

  *read(source: Source): Step<Head | undefined> {
    let text = ''
    const { found } = yield* source.run(new UntilMark(this.#ends, (piece) => (text += text.length > MOST_HEAD ? '' : piece)))
    if (found === undefined || text.length > MOST_HEAD) return undefined
    const ended = this.#shape.headEnd.includes(found.text)
    if (!ended) {
      source.giveBack(found.text)
      if (!this.#shape.headStop?.includes(found.text)) return undefined
    }
    const selfClosed = found.text === '>' && text.endsWith('/')
    const head = selfClosed ? text.slice(0, -1) : text
    const attributes = attributesOf(head)
    return { name: this.#nameIn(head, attributes), attributes, selfClosed }
  }

  #nameIn(head: string, attributes: ReadonlyMap<string, string>): string {
    const { attribute } = this.#shape
    if (attribute === undefined) return head.trim().replace(/^=*(["']?)(.*)\1$/s, '$2')
    // An attribute may be run together with its tag: `<functionname="f">`.
    return attributes.get(attribute) ?? /^\s*(["'])(.*?)\1/s.exec(head)?.[2] ?? ''
  }
}
