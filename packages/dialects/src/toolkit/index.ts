export { writeExactly } from '../canonical/exact-numbers.ts'
export { bareCalls } from './bare-call-mark.ts'
export { Damage } from './damage.ts'
export { declaredTypes } from './declared-types.ts'
export { readCalls, readJsonBlock } from './json-block.ts'
export { type JsonCalls, jsonCalls } from './json-calls.ts'
export { type JsonForms, jsonForms } from './json-forms.ts'
export { type JsonInTag, jsonInTag } from './json-in-tag.ts'
export { type Lesson, teach } from './lesson.ts'
export { type Mark, type MarkLike, MarkSet } from './marks.ts'
export { type CallHead, type NamedCalls, namedCalls } from './named-calls.ts'
export { readCdata } from './read-cdata.ts'
export {
  expect,
  peek,
  peekSolid,
  readObject,
  readText,
  readValue,
  readWholeText,
  type Step,
  skipSpace,
  take,
} from './read-json.ts'
export type { Reading } from './reading.ts'
export { type Bounds, endAtMark, endDamaged, readOtherForm, salvageCalls } from './salvage.ts'
export { type MarkSequence, SPACE, sequenceMark, WORD } from './sequence-mark.ts'
export { spacedJson } from './spaced-json.ts'
export { taggedGrammar } from './tagged-block.ts'
export type { TaggedShape } from './tagged-shape.ts'
export { type DeclarationStyle, declareTool } from './typescript-tools.ts'
export { argumentsJson, callJson, callListJson, toolJson, toolListJson } from './write-calls.ts'
export { writeArguments } from './write-tags.ts'
export { writeWrapped } from './write-wrapped.ts'
