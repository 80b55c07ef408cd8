export type { Grant, GrantOffer, GrantScope } from './approval/grant.ts'
export type { CallQuestion, Decision, Mode, Policy, Rule, RuleNote, Verdict } from './approval/verdict.ts'
export type { Choice, Conversation, Done, ReviewChoice } from './conversation/conversation-contract.ts'
export { GrowingText } from './conversation/growing-text.ts'
export { emptyInput, growInput, type PartialField, type PartialInput } from './conversation/partial-input.ts'
export type {
  AnswerMessage,
  AnswerPart,
  Branch,
  CallStage,
  CallState,
  KnownCall,
  KnownStage,
  MalformedCall,
  StreamingCall,
  ThreadMessage,
  ThreadState,
  ThreadStatus,
  UserMessage,
} from './conversation/thread-state.ts'
export type { CallPhase, CallRecord, Ending, GateReason, HumanQuestion } from './ledger/call-record.ts'
export type { Checked, Effect, Executor, Language, Preview, Tool, ToolContext, ToolOutput } from './tools/tool.ts'
export type { ProgressLine, TurnEnd, TurnEvent } from './turn/turn-event.ts'
