import { type MarkLike, MarkSet } from './marks.ts'
import { HeadReader } from './tag-head.ts'
import { type ValueEnds, valueEnds } from './tagged-value.ts'

/** How an element is written. */
export interface TagShape {
  /** `<invoke `, `<parameter=`, `<arg_key>` */
  readonly open: readonly string[]
  /** Where the head, which holds the name, is over: `>`, `</arg_key>`. */
  readonly headEnd: readonly string[]
  /** What ends a head without belonging to it. */
  readonly headStop?: readonly string[]
  /** The attribute that holds the name; absent when the head is the name. */
  readonly attribute?: string
  /** What stands between the head and the content, if anything: `<arg_value>`. */
  readonly contentOpen?: readonly string[]
  readonly close: readonly string[]
}

/** How a dialect with one element per parameter is written. */
export interface TaggedShape {
  /** What stands around the calls; absent when they stand bare. */
  readonly block?: { readonly open: readonly string[]; readonly close: readonly string[] }
  readonly call: TagShape
  readonly parameter: TagShape
  /** `newline`: one line break at each end of a value belongs to the markup. `trim`: all white space there does. */
  readonly space: 'newline' | 'keep' | 'trim'
  /** The attribute of a call's tag that holds its id, where there is one. */
  readonly idAttribute?: string
  /** Words that say nothing and may stand between elements. */
  readonly noise?: readonly string[]
  /** Values may be written as `<![CDATA[…]]>`. */
  readonly cdata?: boolean
  /** Parameters that wrap all the others, unless the tool has one of that name. */
  readonly wrappers?: readonly string[]
  /** Whether a value says of itself that it is a string or JSON. */
  readonly declaredType?: (attributes: ReadonlyMap<string, string>) => 'string' | 'json' | undefined
}

/** A shape, ready to read: its marks are gathered once. */
export interface TaggedMarks extends TaggedShape {
  readonly blockClose: MarkSet | undefined
  readonly callOpen: MarkSet
  readonly callClose: MarkSet
  readonly parameterOpen: MarkSet
  readonly contentOpen: MarkSet | undefined
  readonly noiseMarks: MarkSet | undefined
  readonly callHead: HeadReader
  readonly parameterHead: HeadReader
  readonly value: ValueEnds
}

export function taggedMarks(shape: TaggedShape): TaggedMarks {
  const { call, parameter, space, noise = [] } = shape
  const blockClose = shape.block?.close ?? []
  const breaks = space === 'newline' ? ['\n', '\r\n'] : []
  return {
    ...shape,
    blockClose: setOf(blockClose),
    callOpen: new MarkSet(call.open),
    callClose: new MarkSet(call.close),
    parameterOpen: new MarkSet(parameter.open),
    contentOpen: setOf(parameter.contentOpen ?? breaks),
    noiseMarks: setOf(noise),
    callHead: new HeadReader(call),
    parameterHead: new HeadReader(parameter),
    value: valueEnds({
      closers: parameter.close.flatMap((close) => [close, ...breaks.map((line) => line + close)]),
      followers: [...parameter.open, ...call.close, ...blockClose, ...noise],
      cuts: [
        ...parameter.open.map((open) => `\n${open}`),
        ...call.close.map((close) => `\n${close}`),
        ...(blockClose.length > 0 ? blockClose : call.close),
      ],
    }),
  }
}

const setOf = (marks: readonly MarkLike[]): MarkSet | undefined => (marks.length > 0 ? new MarkSet(marks) : undefined)
