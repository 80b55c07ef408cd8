import type { JsonObject } from '@parley/dialects'
import type { UiEvent } from '@parley/dialects/wire'
import type { ToolProgress } from '../tools/backend-tool.ts'
import type { NotOffered } from '../tools/remote-tool.ts'

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
  /** A call of the server's was begun at this time. */
  | { readonly type: 'call-begun'; readonly callId: string; readonly at: number }
  /** How far a call of the server's is, as its tool tells. */
  | ({ readonly type: 'call-progress'; readonly callId: string } & ToolProgress)
  /** Chosen tools that the model is not told of any more. */
  | { readonly type: 'tools-not-offered'; readonly tools: readonly NotOffered[] }

/** `running`: the server works on it. `waiting`: calls need the user or the page. `failed`: it stopped, and can be resumed. */
export type ThreadStatus = 'idle' | 'running' | 'waiting' | 'failed'

/** A call that a thread waits for. */
export interface PendingCall {
  readonly callId: string
  readonly name: string
  readonly input: JsonObject
  /**
   * `page`: the page runs it and sends its result. `approval`: the server runs it once the user says so. `input`: it was begun, and asks
   * something back.
   */
  readonly kind: 'page' | 'approval' | 'input'
  /** Why the user is asked. Absent for calls of the page, whose own policy decides. */
  readonly reason?: string
  /** Of a tool of somebody else's server: the definition that was looked at, without which it does not run. */
  readonly fingerprint?: string
  /** What somebody else's server says of its tool. */
  readonly says?: { readonly by: string; readonly text: string }
  /** The page must ask whether it may run it, right before it does: who made the call may have gone. */
  readonly mustClaim?: true
  /** It runs a program, which may call the server's own tools while it waits. */
  readonly mayCall?: true
  /** Of `input`: what is asked, and which of the call's questions it is, from 0. */
  readonly question?: JsonObject
  readonly asks?: number
}
