export { writeExactly } from './canonical/exact-numbers.ts'
export { flaw } from './canonical/flaws.ts'
export { resultText } from './canonical/outcome-words.ts'
export { say } from './canonical/words.ts'
export { CallWriter } from './engine/call-writer.ts'
export { CLOSER_MISSING, Damage, INTERRUPTED } from './engine/damage.ts'
export { findTool, withoutNamespace } from './engine/known-tool.ts'
export { literalMark, type Mark, type MarkLike, MarkSet, MORE, NO, specialTokens } from './engine/marks.ts'
export { nameAhead } from './engine/name-ahead.ts'
export { type Opening } from './engine/prose.ts'
export { HeadText, Here, peek, peekSolid, type Step, skipSpace, take, UntilMark, WordReader } from './engine/readers.ts'
export { type MarkSequence, SPACE, sequenceMark, WORD, withLead, wordsMarks } from './engine/sequence-mark.ts'
export { Source } from './engine/source.ts'
export { readDelimitedBody, readFreeBody } from './shapes/delimited/delimited-body.ts'
export { readElementCall } from './shapes/elements/element-call.ts'
export { type ElementStyle } from './shapes/elements/element-value.ts'
export { readElements, writeElements } from './shapes/elements/elements.ts'
export { bareCallMarks, bareCalls } from './shapes/json/bare-call-mark.ts'
export { readInput } from './shapes/json/call-shape.ts'
export { closeBlock, type JsonForms, jsonForms, readCalls, readJsonBlock, skipUnseen } from './shapes/json/json-block.ts'
export { type JsonCalls, jsonCalls, type OtherBlocks, refusals } from './shapes/json/json-calls.ts'
export { argumentsJson, lineJson, sortedJson, sortedKeys, sortedMembers, spacedJson } from './shapes/json/json-spellings.ts'
export { keyedShape } from './shapes/json/keyed-shape.ts'
export { expect, readObject, readText, readValue, readWholeText } from './shapes/json/read-json.ts'
export {
  type CallHead,
  type NamedCalls,
  type NamedRun,
  namedCallReader,
  namedCalls,
  namedRun,
  readArguments,
} from './shapes/named/named-calls.ts'
export { readPlainInput } from './shapes/named/plain-input.ts'
export { type OwnLiterals, readOwnCall } from './shapes/own/own-literals.ts'
export { formatPythonCalls, readPythonCalls } from './shapes/python/python-calls.ts'
export { readPythonValue } from './shapes/python/python-value.ts'
export { type FallbackReaders } from './shapes/reading/fallback-readers.ts'
export { type Reading } from './shapes/reading/reading.ts'
export {
  type Bounds,
  ENTANGLED,
  endAtMark,
  endDamaged,
  endInPlace,
  readOtherForm,
  salvageCalls,
  unreadable,
} from './shapes/reading/salvage.ts'
export { cdata, encodeAttribute, readCdata } from './shapes/tags/tag.ts'
export { type Head, HeadReader } from './shapes/tags/tag-head.ts'
export { readTagged, taggedGrammar } from './shapes/tags/tagged-block.ts'
export { type TaggedMarks, type TaggedShape, taggedMarks } from './shapes/tags/tagged-shape.ts'
export { declaredTypes, typeAttribute } from './shapes/tags/tagged-value.ts'
export { writeArguments, writeWrapped } from './shapes/tags/write-tags.ts'
export { callNumber } from './shapes/template.ts'
export { pythonFunction, pythonParameters } from './shapes/tools/python-tools.ts'
export { bareJson, choiceLines, functionOf } from './shapes/tools/tool-spellings.ts'
export { type DeclarationStyle, declareTool } from './shapes/tools/typescript-tools.ts'
export { InputWriter } from './shapes/values/input-writer.ts'
export { typeOf } from './shapes/values/schema-types.ts'
export { EntityText, WithoutMark } from './shapes/values/text-filters.ts'
export { YamlBody } from './shapes/yaml/yaml-body.ts'
export { parseYaml, yamlJson } from './shapes/yaml/yaml-subset.ts'
