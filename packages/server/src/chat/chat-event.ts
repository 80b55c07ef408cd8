import type { StreamEvent, ToolResult } from '@parley/dialects'

/** One turn on the server: the answers of the model, and what the server's own tools did in between. */
export type ChatEvent =
  | StreamEvent
  | { readonly type: 'tool-result'; readonly result: ToolResult }
  /** A backend tool waits for the user. The signature binds the answer to this very call. */
  | {
      readonly type: 'approval-request'
      readonly callId: string
      readonly approvalId: string
      readonly signature: string
      readonly reason?: string
    }
