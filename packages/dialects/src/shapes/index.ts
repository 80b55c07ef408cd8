export { type UnmarkedCalls, unmarkedCalls } from './json/bare-call-mark.ts'
export type { JsonShape } from './json/json-dialect.ts'
export { jsonDialect, twoExamples } from './json/json-dialect.ts'
export type { NamedShape } from './named/named-dialect.ts'
export { headReader, namedDialect } from './named/named-dialect.ts'
export type { Opener } from './opener.ts'
export { type PythonShape, pythonDialect, pythonLesson } from './python/python-dialect.ts'
export { listOpeners, readAllMarked, readBareList, readMarkedCalls } from './python/read-python.ts'
export type { LessonShape, ResultsShape } from './shape-dialect.ts'
export { type CallForm, type Surroundings, shapeDialect, type Taught, taught } from './shape-dialect.ts'
export { tagsDialect } from './tags/tags-dialect.ts'
export type { TagsShape } from './tags/tags-shape.ts'
export { pythonValues, pythonWords, type ValueSpelling } from './tags/write-tags.ts'
export { fill, functionIds, type IdSpelling, idsAsTheyAre, type Pair, type Slots, shortIds, type Template } from './template.ts'
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
