export { Damage } from './damage.ts'
export { readCalls, readJsonBlock } from './json-block.ts'
export { type Lesson, teach } from './lesson.ts'
export { type Mark, type MarkLike, MarkSet } from './marks.ts'
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
export { type Bounds, salvageCalls } from './salvage.ts'
export { SPACE, sequenceMark, WORD } from './sequence-mark.ts'
export { taggedGrammar } from './tagged-block.ts'
export type { TaggedShape } from './tagged-shape.ts'
