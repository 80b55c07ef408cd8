import { MarkSet } from '../../engine/marks.ts'
import type { Step } from '../../engine/readers.ts'
import type { Source } from '../../engine/source.ts'
import type { JsonType } from '../values/schema-types.ts'
import { HeadReader } from './tag-head.ts'
import { always, before, lineEnds, type ValueEnds, valueEnds } from './tagged-value.ts'
import type { writeWrapped } from './write-tags.ts'

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
  /** `newline`: one line break at each end of a value belongs to the markup. */
  readonly space: 'newline' | 'keep'
  /** Makes JSON text of a list or an object in the dialect's own spelling, if it is in that. Absent: they are written as JSON. */
  readonly literal?: (text: string) => string | undefined
  /** The attribute of a call's tag that holds its id, where there is one. */
  readonly idAttribute?: string
  /** Whether a name may be the end of a path, closed like a tag: `Library/find_book>{`. */
  readonly paths?: true
  /** Words that say nothing and may stand between elements. */
  readonly noise?: readonly string[]
  /** `readCdata`, where values may be written as `<![CDATA[…]]>`. Absent: that is text as any other. */
  readonly cdata?: (source: Source, sink: (text: string) => void) => Step<boolean>
  /** Parameters that hold all the others as one JSON object, unless the tool has one of that name; `write` is `writeWrapped`. */
  readonly wrappers?: { readonly names: readonly string[]; readonly write: typeof writeWrapped }
  /** What a value may be that says of itself what it is, by its schema: see `declaredTypes`. Absent: the schema alone decides. */
  readonly typesByAttribute?: (attributes: ReadonlyMap<string, string>, types: ReadonlySet<JsonType>) => ReadonlySet<JsonType>
}

/** A shape, ready to read: its marks are gathered once. */
export interface TaggedMarks extends TaggedShape {
  readonly blockClose: MarkSet
  readonly callOpen: MarkSet
  readonly callClose: MarkSet
  readonly parameterOpen: MarkSet
  readonly contentOpen: MarkSet
  readonly noiseMarks: MarkSet
  readonly callHead: HeadReader
  readonly parameterHead: HeadReader
  readonly value: ValueEnds
}

export function taggedMarks(shape: TaggedShape): TaggedMarks {
  const { call, parameter, space, noise = [] } = shape
  const { open: blockOpen = [], close: blockClose = [] } = shape.block ?? {}
  const breaks = space === 'newline' ? ['\n', '\r\n'] : []
  const withBreaks = (close: string): readonly string[] => [close, ...breaks.map((line) => line + close)]
  const last = shape.block ? blockClose : call.close
  const calls = [...call.open, ...blockOpen, ...blockClose, ...noise]
  return {
    ...shape,
    blockClose: new MarkSet(blockClose),
    callOpen: new MarkSet(call.open),
    callClose: new MarkSet(call.close),
    parameterOpen: new MarkSet(parameter.open),
    contentOpen: new MarkSet(parameter.contentOpen ?? breaks),
    noiseMarks: new MarkSet(noise),
    callHead: new HeadReader(call),
    parameterHead: new HeadReader(parameter),
    value: valueEnds([
      { marks: parameter.close.flatMap(withBreaks), ends: before([...parameter.open, ...call.close, ...calls]), closes: true },
      { marks: parameter.open.map((open) => `\n${open}`), ends: always },
      ...(shape.block ? [{ marks: call.close.flatMap(withBreaks), ends: before(calls) }] : []),
      {
        marks: last.flatMap((close) => (breaks.length > 0 ? breaks.map((line) => line + close) : close)),
        ends: lineEnds,
        last: true,
      },
    ]),
  }
}
