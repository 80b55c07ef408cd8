import type { Conversation, Executor, RuleNote } from '@parley/browser'
import type { JsonValue } from '@parley/dialects'
import { type ComponentType, createContext, type ReactNode, useContext } from 'react'

/** What the buttons of a card need of a conversation. Each method answers with a sentence when nothing was changed. */
export type CallDesk = Pick<
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

export interface CallSurroundings {
  readonly desk: CallDesk
  /** Knows the tools, so that a card can name what a call would touch. */
  readonly executor: Pick<Executor, 'find'>
  /** Takes back what a call did to files. Absent: there are none to restore. */
  readonly restoreFiles?: (callId: string) => Promise<string | undefined>
  /** Opens the place where rules and grants are listed. Absent: there is none. */
  readonly seeRule?: (note: RuleNote) => void
  /** Forms for tools that ask a person, by tool name. Absent: a plain form. */
  readonly forms?: ReadonlyMap<string, HumanForm>
  /** Whether E, R, A, D, J and K work inside a focused card. */
  readonly letterKeys: boolean
}

const CallContext = createContext<CallSurroundings | undefined>(undefined)

export function CallSurroundingsProvider({
  value,
  children,
}: {
  readonly value: CallSurroundings
  readonly children: ReactNode
}) {
  return <CallContext value={value}>{children}</CallContext>
}

export function useCallSurroundings(): CallSurroundings {
  const value = useContext(CallContext)
  if (!value) throw new Error('A call card must be inside a CallSurroundingsProvider.')
  return value
}
