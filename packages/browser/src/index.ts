export { agentEventsIn } from './agent/agent-event.ts'
export type { AgentOptions } from './agent/agent-options.ts'
export { guestOf, isGuestThread } from './agent/guest-thread.ts'
export { openPlacedConversation } from './agent/placed-conversation.ts'
export { createServerThreads, type ServerThreadList, type ServerThreads } from './agent/server-threads.ts'
export { createThreadClient, type ThreadClient } from './agent/thread-client.ts'
export type { PendingCall, ServerThread } from './agent/thread-document.ts'
export type { Grant, GrantOffer, GrantScope } from './approval/grants.ts'
export { type GrantBook, memoryGrants } from './approval/grants.ts'
export { type HouseOptions, housePolicy, policy } from './approval/policy.ts'
export { alwaysAsk, denyPaths } from './approval/rules.ts'
export type { CallQuestion, Decision, Mode, Opinion, Policy, Rule, RuleNote, Verdict } from './approval/verdict.ts'
export type { Capsule, CapsuleFile, CapsuleFiles } from './capsule/capsule.ts'
export { parseCapsule, type ReadCapsule } from './capsule/capsule-schema.ts'
export {
  type Allowance,
  type AskedCall,
  type Comparison,
  compareCalls,
  type Difference,
} from './capsule/compare/compare-calls.ts'
export { forkCapsule } from './capsule/compare/fork-capsule.ts'
export { type ModelReplayOptions, type ReplayedAnswer, replayOnModel } from './capsule/compare/replay-on-model.ts'
export { overlookedIn, type ReplayedCapsule, replayCsv, replayJsonLines } from './capsule/compare/replay-report.ts'
export { type ExportOptions, exportCapsule } from './capsule/export-capsule.ts'
export type { ForeignMessage, ForeignThread } from './capsule/foreign/foreign-thread.ts'
export { createKnown, type ImportForeignOptions, importForeign } from './capsule/foreign/import-foreign.ts'
export { type ReadForeign, readForeign } from './capsule/foreign/read-foreign.ts'
export { type ImportOptions, importCapsule } from './capsule/import-capsule.ts'
export { fenced } from './capsule/pages/fenced.ts'
export { readSpokenThread, type SpokenPiece, type SpokenThread, type SpokenTurn } from './capsule/pages/spoken-thread.ts'
export { type PageWords, threadMarkdown } from './capsule/pages/thread-markdown.ts'
export { escapeHtml, type PageOptions, threadPage } from './capsule/pages/thread-page.ts'
export type { CapsuleReceipts } from './capsule/receipts/seal-capsule.ts'
export type { ServerReceipts } from './capsule/receipts/server-receipts.ts'
export { type IntactCapsule, type Verified, verifyCapsule } from './capsule/receipts/verify-capsule.ts'
export { type Replayed, type ReplayOptions, replayCapsule } from './capsule/replay-capsule.ts'
export {
  TRAINING_FORMATS,
  type TrainingFormat,
  type TrainingLines,
  type TrainingOptions,
  trainingLines,
} from './capsule/training/training-lines.ts'
export { type TranscriptLine, transcriptOf } from './capsule/transcript.ts'
export { openConversation } from './conversation/conversation.ts'
export type { Choice, ChoiceForAll, Conversation, Done, ReviewChoice, ThreadMoves } from './conversation/conversation-contract.ts'
export type { ConversationOptions, RequestOptions } from './conversation/conversation-options.ts'
export type { AnyDialectReader } from './conversation/read-again.ts'
export { shareConversations } from './conversation/share-conversations.ts'
export { type ToolState, toolStateOf, WAITING_STAGES } from './conversation/state/call-stage.ts'
export { emptyInput, GrowingText, growInput, type PartialField, type PartialInput } from './conversation/state/partial-input.ts'
export type { ServerSide, ServerStatus, TimelineStep } from './conversation/state/server-side.ts'
export type {
  AnswerMessage,
  AnswerPart,
  Branch,
  CallStage,
  CallState,
  KnownCall,
  KnownStage,
  StreamingCall,
  ThreadMessage,
  ThreadState,
  ThreadStatus,
  UserMessage,
} from './conversation/state/thread-state.ts'
export type { CallPhase, CallRecord, Ending, GateReason, HumanQuestion, Replay } from './ledger/call-record.ts'
export { toldSentence } from './ledger/call-record.ts'
export type { CallHistory, Ledger } from './ledger/ledger.ts'
export { fingerprintOf, memoryLedger } from './ledger/ledger.ts'
export { type Locks, memoryLocks, webLocks } from './ledger/locks.ts'
export type { Receipt } from './ledger/receipts/receipt.ts'
export { fingerprintOfKey, type PublicKey, type Signature, type Signer } from './ledger/receipts/signature.ts'
export { needsPerson, send as sentRecord } from './ledger/transitions.ts'
export { isPageModel } from './page-model/page-model.ts'
export { type AuditRow, auditRows } from './storage/audit/audit-rows.ts'
export { csvText } from './storage/audit/csv-text.ts'
export { auditCsv, auditJsonLines } from './storage/audit/write-audit.ts'
export { type FoundTools, openFoundTools } from './storage/found-tools.ts'
export type { KeptValue } from './storage/kept-value.ts'
export { type OpenThreadStorageOptions, openThreadStorage } from './storage/open-thread-storage.ts'
export { openThreadModel, type ThreadModel } from './storage/thread-model.ts'
export { memoryThreadStorage, type ThreadStorage } from './storage/thread-storage.ts'
export type { Found, Hit, StoredThread, ThreadNode, ThreadRecord, ThreadStore } from './storage/thread-store.ts'
export { type BrowserJsEvalOptions, createBrowserJsEval } from './tools/browser-js-eval.ts'
export { createFilesBridge } from './tools/browser-js-eval-files.ts'
export { type CodeModeOptions, withCodeMode } from './tools/code-mode.ts'
export { defineTool, enabledTools, type ShapedOutput, type ToolDefinition, toolOutput, toolsetsOf } from './tools/define-tool.ts'
export { createDeleteFile } from './tools/delete-file.ts'
export { createEditFile } from './tools/edit-file.ts'
export { effectsBy } from './tools/effects/known-effects.ts'
export { createExecutor, type ExecutorOptions } from './tools/executor.ts'
export { FILE_TOOLSET } from './tools/file-tool.ts'
export { createFileTools } from './tools/file-tools.ts'
export { createListDirectory } from './tools/list-directory.ts'
export { createMoveFile } from './tools/move-file.ts'
export { type Question, questionIn } from './tools/question.ts'
export { createReadFile } from './tools/read-file.ts'
export { createSearchFiles } from './tools/search-files.ts'
export type {
  Checked,
  Effect,
  ExecutedResult,
  Executor,
  Language,
  OwnEffect,
  Preview,
  Tool,
  ToolContext,
  ToolFace,
  ToolIcon,
  ToolOutput,
} from './tools/tool.ts'
export { createWriteFile } from './tools/write-file.ts'
export type { Exchange } from './transport/exchange-log.ts'
export {
  type ExchangeStore,
  type LogOptions,
  logExchanges,
  maskHeaders,
  memoryExchanges,
  toCurl,
} from './transport/exchange-log.ts'
export { type ExchangeListener, httpTransport, type SentRequest, type TransportOptions } from './transport/http-transport.ts'
export { withoutPictures } from './transport/without-pictures.ts'
export { judgeCall } from './turn/judge-call.ts'
export { type ResultGate, redact, resultGate, SECRET_SIGNS, type SecretSign, trimMiddle } from './turn/result-gate.ts'
export { type ForPerson, forPerson, type PersonNote } from './turn/result-words.ts'
export { runTurn, type TurnOptions } from './turn/run-turn.ts'
export { type ScriptedAnswer, type ScriptOptions, scriptedRespond } from './turn/scripted-respond.ts'
export type { AnswerNotes, ProgressLine, TurnEnd, TurnEvent } from './turn/turn-event.ts'
export type { BrowserSentenceId } from './words/sentence-id.ts'
