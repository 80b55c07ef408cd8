export { functionIds, type IdSpelling, idsAsTheyAre, shortIds } from './id-spellings.ts'
export { jsonDialect } from './json/json-dialect.ts'
export type { JsonShape } from './json/json-shape.ts'
export { twoExamples } from './json/two-examples.ts'
export { type UnmarkedCalls, unmarkedCalls } from './json/unmarked-calls.ts'
export type { LessonShape } from './lesson-shape.ts'
export { headReader } from './named/call-head.ts'
export { namedDialect } from './named/named-dialect.ts'
export type { NamedShape } from './named/named-shape.ts'
export type { Opener } from './opener.ts'
export { type PythonShape, pythonDialect } from './python/python-dialect.ts'
export { pythonLesson } from './python/python-lesson.ts'
export { listOpeners, readAllMarked, readBareList, readMarkedCalls } from './python/read-python.ts'
export type { ResultsShape } from './results-shape.ts'
export { type CallForm, type Surroundings, shapeDialect } from './shape-dialect.ts'
export { tagsDialect } from './tags/tags-dialect.ts'
export type { TagsShape } from './tags/tags-shape.ts'
export { pythonValues, pythonWords, type ValueSpelling } from './tags/value-spelling.ts'
export { type Taught, taught } from './taught.ts'
export { fill, type Pair, type Slots, type Template } from './template.ts'
export {
  asElement,
  asFunction,
  asFunctionItem,
  asFunctionLines,
  asIndentedTypeScript,
  asLines,
  asObject,
  asObjectLines,
  asPythonValue,
  asSchema,
  asSignature,
  asTypeScript,
  type ToolSpelling,
  toolSpelling,
} from './tools/tool-spellings.ts'
