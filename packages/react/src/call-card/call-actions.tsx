import type { Conversation, Done, Executor, KnownCall, RuleNote, ToolState } from '@parley/browser'
import type { FilePart, JsonObject, JsonValue, ToolResult } from '@parley/dialects'
import { type ComponentType, createContext, type ReactNode, useContext } from 'react'

/** What the buttons of a card need of a conversation. Each method answers with a sentence when nothing was changed. */
export type CallActions = Pick<
  Conversation,
  | 'decide'
  | 'decideAll'
  | 'undoReject'
  | 'stopCall'
  | 'runAgain'
  | 'markFailed'
  | 'review'
  | 'answer'
  | 'resendCall'
  | 'editBroken'
  | 'takeOffer'
  | 'treatAsText'
  | 'retry'
  | 'proceed'
>

/** Draws what a running tool asks of a person. `resume` continues the tool with the answer. */
export type HumanForm = ComponentType<{ readonly payload: JsonValue; readonly resume: (answer: JsonValue) => void }>

export interface ToolRenderProps {
  /** What runs: the model's arguments, or the ones a person put in their place. */
  readonly args: JsonObject
  readonly state: ToolState
  /** What `human()` asks. Present exactly in `requires-action`. */
  readonly payload?: JsonValue
  /** What the model reads. Present once there is one. */
  readonly result?: ToolResult
  /** Continues the tool that waits in `human()`. In any other state nothing changes, and the answer says why. */
  readonly resume: (value: JsonValue) => Promise<Done>
}

/**
 * Draws the calls of one tool in the page's own way. It stands in place of the card, except where a person must decide on
 * the call itself: then the card is shown, which hides nothing.
 */
export type ToolRender = ComponentType<ToolRenderProps>

export interface CallCardContext {
  readonly actions: CallActions
  /** Knows the tools, so that a card can name what a call would touch. */
  readonly executor: Pick<Executor, 'find'>
  /** Takes back what a call did to files. Absent: there are none to restore. */
  readonly restoreFiles?: (callId: string) => Promise<string | undefined>
  /** Keeps a file of a result among those of the thread, and says where. Absent: there are none. */
  readonly saveFile?: (file: FilePart) => Promise<string>
  /** What stands below a settled card. Absent: nothing. */
  readonly viewOf?: (call: KnownCall) => ReactNode
  /** Opens the place where rules and grants are listed. Absent: there is none. */
  readonly seeRule?: (note: RuleNote) => void
  /** Forms for tools that ask a person, by tool name. Absent: a plain form. */
  readonly forms?: ReadonlyMap<string, HumanForm>
  /** Tools that are drawn in the page's own way, by tool name. Absent: each has a card. */
  readonly renders?: ReadonlyMap<string, ToolRender>
  /** Whether E, R, A, D, J and K work inside a focused card. */
  readonly letterKeys: boolean
}

const CallContext = createContext<CallCardContext | undefined>(undefined)

export function CallCardProvider({ value, children }: { readonly value: CallCardContext; readonly children: ReactNode }) {
  return <CallContext value={value}>{children}</CallContext>
}

/** Who knows the tools. Absent: a call is shown that runs elsewhere. */
export const useCallExecutor = (): CallCardContext['executor'] | undefined => useContext(CallContext)?.executor

/** Absent: there is nowhere to keep a file. */
export const useCallSaving = (): CallCardContext['saveFile'] => useContext(CallContext)?.saveFile

export function useCallCard(): CallCardContext {
  const value = useContext(CallContext)
  if (!value) throw new Error('A call card must be inside a CallCardProvider.')
  return value
}
