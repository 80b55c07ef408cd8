import type { Opener } from '../opener.ts'
import type { Pair, Template } from '../template.ts'
import type { TagShape } from './tagged-shape.ts'
import type { ValueSpelling } from './write-tags.ts'

/** Other spellings of the marks of an element. */
export type OtherMarks = Partial<Pick<TagShape, 'open' | 'headEnd' | 'close'>>

/** Calls with an element for every parameter. */
export interface TagsShape {
  /** One call; the slots are `$name`, `$parameters` and `$place`, counted from 1. */
  readonly call: Template
  /** One parameter; the slots are `$key`, `$value`, and where a value says what it is, `$type` or `$string` (`true`, `false`). */
  readonly parameter: Template
  /** Between two calls. Absent: nothing. */
  readonly between?: string
  /** What stands around the calls. Absent: they stand bare. */
  readonly section?: Pair
  /** Whether every call has a section of its own. Absent: all share one. */
  readonly sectionEach?: true
  /** What stands around every call and is not needed to read it. Absent: nothing. */
  readonly around?: Pair
  /** How values are spelled. Absent: strings as they are, everything else as JSON. */
  readonly values?: ValueSpelling
  /** What stands before the names of tags, and what else may: `<｜DSML｜invoke`, `<|DSML|invoke`. Each is read by its own marks alone. Absent: nothing else. */
  readonly prefix?: string
  readonly otherPrefixes?: readonly string[]
  /** What may stand behind the names of tags, in any of them: `<tool_call>`, `<tool_call:opensource>`. Absent: what is written. */
  readonly otherSuffixes?: readonly string[]
  /** Other marks that are read. Absent: none. */
  readonly also?: {
    readonly section?: OtherMarks
    readonly call?: OtherMarks
    readonly parameter?: OtherMarks
  }
  /** Another form of both that is read where a call begins like that. Absent: none. */
  readonly otherwise?: { readonly call: Template; readonly parameter: Template }
  /** Words that say nothing and may stand between elements. Absent: none. */
  readonly noise?: readonly string[]
  /** Parameters that hold all the others as one JSON object, unless the tool has one of that name. Absent: none. */
  readonly wrappers?: readonly string[]
  /** Values with one of these characters stand in a CDATA section. Absent: there are no such sections. */
  readonly cdata?: string
  /** Whether a tag may be run together with its attribute: `<functionname="f">`. Absent: not. */
  readonly runTogether?: true
  /** Whether JSON may stand behind a path that is closed like a tag and ends with the name: `Library/find_book>{`. Absent: not. */
  readonly paths?: true
  /** The attribute of a call's tag that holds its id. Absent: it has none. */
  readonly idAttribute?: string
  /** By what `auto` knows it. Absent: by the section and the first call in it, or else by what opens a call. */
  readonly knownBy?: readonly Opener[]
}
