export { type AutoOptions, auto, createAuto } from './auto.ts'
export { type CollectedMessage, collectMessage, unfinishedPart } from './canonical/collect-message.ts'
export { writeExactly } from './canonical/exact-numbers.ts'
export {
  type ClientFaultCode,
  type Fault,
  type FaultCode,
  FaultError,
  faultOf,
  type ServerFaultCode,
} from './canonical/fault.ts'
export {
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  MAX_JSON_DEPTH,
  nestsTooDeep,
  ownValue,
} from './canonical/json.ts'
export type {
  AnswerShape,
  AssistantMessage,
  ChatRequest,
  KnownTool,
  Message,
  Settings,
  ToolChoice,
  ToolSpec,
} from './canonical/message.ts'
export { brokenWords, deniedWords, editedResult, uneditedResult, wordsResult } from './canonical/outcome-words.ts'
export {
  type BrokenCall,
  type FilePart,
  type Flaw,
  inputJson,
  type Outcome,
  plainText,
  type ReasoningPart,
  type SpokenCall,
  type SpokenPart,
  type TextPart,
  type ToolCall,
  type ToolResult,
} from './canonical/part.ts'
export {
  type Catalogue,
  type Fluency,
  fill,
  isValues,
  isWording,
  reworded,
  type Said,
  type Say,
  type Sentence,
  type Slots,
  speaker,
  type Value,
  type Values,
  type Wording,
} from './canonical/sentence.ts'
export type { EndReason, PartEvent, StreamEvent, Usage } from './canonical/stream-event.ts'
export { appendEvent } from './canonical/stream-event.ts'
export { countToSummarise, furthestSummary, type Summary, toldMessages, withSummary } from './canonical/summary.ts'
export { summaryQuestion } from './canonical/summary-question.ts'
export { inARow, problemOf } from './canonical/words.ts'
export { defineDialect } from './define-dialect.ts'
export { defuse } from './defuse.ts'
export type {
  Dialect,
  DialectDefinition,
  DialectParser,
  DialectTraits,
  Grammar,
  ParserOptions,
  ReasoningMarks,
} from './dialect.ts'
export { canonicalXml, createCanonicalXml } from './dialects/canonical-xml.ts'
export { createToolify } from './dialects/toolify.ts'
export { createParser, type DialectChoice, readAnswer, readStream } from './door.ts'
export { dialectFor, dialects, findDialect, type NamedDialect, requireDialect } from './find-dialect.ts'
export type { CallGrammar, GrammarKit } from './grammar/call-grammar.ts'
export { toolChoiceSchema } from './grammar/tool-choice-schema.ts'
export { shapeGrammar, type ToolGrammar, toolGrammar } from './grammar/tool-grammar.ts'
export { type ToolTags, toolTags } from './grammar/tool-tags.ts'
export { type LeakNetOptions, withLeakNet } from './leak-net/with-leak-net.ts'
export { lowerRequest } from './lower-request.ts'
export { carefulMender, generousMender, type Mender } from './mender.ts'
export { isReasoningModel } from './names/model-name.ts'
export { browserJs } from './prompt/fragments/browser-js.ts'
export { browserPython } from './prompt/fragments/browser-python.ts'
export { vfs } from './prompt/fragments/vfs.ts'
export { explainToolsets, withToolsets } from './prompt/tool-context.ts'
export { ToolContextBuilder, type ToolContextOptions } from './prompt/tool-context-builder.ts'
export { type DescribableSchema, type ToolDeclaration, type Toolset, toToolSpec } from './prompt/toolset.ts'
export type { DialectId } from './registry.generated.ts'
export type { Mended } from './repair/mend.ts'
export type { Layer, Respond } from './respond.ts'
export type { DialectSentenceId } from './sentence-id.ts'
export { FIND_TOOLS, queryOf } from './tool-search/find-tools.ts'
export { findFunctions, toolFunction, toolFunctions } from './tool-search/tool-functions.ts'
export { ASSUMED_CONTEXT, loadOf, type ToolLoad, tokensOf } from './tool-search/tool-load.ts'
export { createToolSearch, type SearchedTool, searchAmong, type ToolSearch } from './tool-search/tool-search.ts'
export { convertToolCallsToXml, type NativeToolCall } from './transcript/convert-tool-calls.ts'
export { formatTranscript } from './transcript/format-transcript.ts'
export { parseTranscript } from './transcript/parse-transcript.ts'
export { readXmlHistory, type XmlMessage } from './transcript/read-xml-history.ts'
export { extractToolInvocations } from './transcript/tool-invocations.ts'
export { createXmlConverter, type ToolCallDelta, type XmlConverter } from './transcript/xml-converter.ts'
export { taughtDialects, usualDialect } from './usual-dialect.ts'
export { type CheckedAnswer, checkAnswer } from './validate/check-answer.ts'
export { type Coerced, coerceInput } from './validate/coerce-input.ts'
export type { Problem } from './validate/problem.ts'
export { type CheckedCall, checkCall, validateInput } from './validate/validate-input.ts'
export { type WithDialectOptions, withDialect } from './with-dialect.ts'
