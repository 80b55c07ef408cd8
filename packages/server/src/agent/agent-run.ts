import type { ChatEvent } from '../chat/chat-event.ts'
import type { ServerContext } from '../server-context.ts'
import type { Answer } from './agent-state.ts'

/** One stretch of work on a thread, from a question or an answer to where somebody else must act. */
export interface AgentRun {
  readonly server: ServerContext
  readonly threadId: string
  /** What somebody said about a call. Absent: nothing yet. */
  readonly answerTo: (callId: string) => Answer | undefined
  /** Tells whoever listens. */
  readonly emit: (events: readonly ChatEvent[]) => void
  /** Aborted when the user stops the turn, and when this replica must let go of the thread. */
  readonly signal: AbortSignal
  /** Whether the user stopped the turn. */
  readonly isCancelled: () => boolean
  /** Throws once the thread may be in somebody else's hands: from then on nothing may be done or stored. */
  readonly demandLease: () => void
}
