export { type CollectedMessage, collectMessage, unfinishedPart } from './canonical/collect-message.ts'
export {
  type ClientFaultCode,
  type Fault,
  type FaultCode,
  FaultError,
  faultOf,
  type ServerFaultCode,
} from './canonical/fault.ts'
export { isJsonObject, type JsonObject, type JsonSchema, type JsonValue, ownValue } from './canonical/json.ts'
export type { AssistantMessage, ChatRequest, Message, Settings, ToolChoice, ToolSpec } from './canonical/message.ts'
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
export type { EndReason, PartEvent, StreamEvent, Usage } from './canonical/stream-event.ts'
export type { Dialect, DialectDefinition, DialectParser, DialectTraits, Grammar, ParserOptions, ReasoningMarks } from './dialect.ts'
export type { Layer, Respond } from './respond.ts'
