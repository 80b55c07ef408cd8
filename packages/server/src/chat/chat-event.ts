import type { JsonObject } from '@parley/dialects'
import type { UiEvent } from '@parley/dialects/wire'

/** One turn on the server: the answers of the model, and what the server's own tools did in between. */
export type ChatEvent =
  | UiEvent
  /** The first event of an agent's stream: which thread, and the message that everything until the next question belongs to. */
  | { readonly type: 'turn-start'; readonly threadId: string; readonly turnId: string }
  /** The last event of an agent's stream: nothing happens on the server until somebody acts. */
  | {
      readonly type: 'turn-end'
      readonly threadId: string
      readonly status: ThreadStatus
      readonly pending: readonly PendingCall[]
    }

/** `running`: the server works on it. `waiting`: calls need the user or the page. `failed`: it stopped, and can be resumed. */
export type ThreadStatus = 'idle' | 'running' | 'waiting' | 'failed'

/** A call that a thread waits for. */
export interface PendingCall {
  readonly callId: string
  readonly name: string
  readonly input: JsonObject
  /** `page`: the page runs it and sends its result. `approval`: the server runs it once the user says so. */
  readonly kind: 'page' | 'approval'
  /** Why the user is asked. Absent for calls of the page, whose own policy decides. */
  readonly reason?: string
  /** Of a tool of somebody else's server: the definition that was looked at, without which it does not run. */
  readonly fingerprint?: string
  /** What somebody else's server says of its tool. */
  readonly says?: { readonly by: string; readonly text: string }
  /** The page must ask whether it may run it, right before it does: who made the call may have gone. */
  readonly mustClaim?: true
}
