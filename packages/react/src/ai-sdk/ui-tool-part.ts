import type { BrokenCall, ToolCall } from '@parley/dialects'

/** What the AI SDK knows about one call inside a `UIMessage`: a part named `tool-…`, or `dynamic-tool`. */
export interface UiToolPart {
  readonly type: string
  readonly toolCallId: string
  readonly state:
    | 'input-streaming'
    | 'input-available'
    | 'approval-requested'
    | 'approval-responded'
    | 'output-available'
    | 'output-error'
    | 'output-denied'
  /** Only in a `dynamic-tool`; otherwise the name is in `type`. */
  readonly toolName?: string | undefined
  readonly input?: unknown
  /** The arguments as text: so far while they stream, or as they were when nobody could read them. */
  readonly rawInput?: unknown
  readonly output?: unknown
  readonly errorText?: string | undefined
  /** Set while a tool of the server waits for the user, and afterwards. */
  readonly approval?: UiApproval | undefined
  /** Ran at the model's vendor: nobody here has a part in it. */
  readonly providerExecuted?: boolean | undefined
}

export interface UiApproval {
  readonly id: string
  /** Absent: the user has not answered. */
  readonly approved?: boolean | undefined
  /** Why the user said so. */
  readonly reason?: string | undefined
  /** Why the server asks. */
  readonly requestReason?: string | undefined
}

/** What the user said to a tool of the server, as `addToolApprovalResponse` takes it. */
export interface UiApprovalResponse {
  readonly id: string
  readonly approved: boolean
  readonly reason?: string
}

/** Whether a part of a `UIMessage` is a call. */
export function isUiToolPart<Part extends { readonly type: string }>(part: Part): part is Part & UiToolPart {
  return (part.type.startsWith('tool-') || part.type === 'dynamic-tool') && 'toolCallId' in part
}

/** A tool named `call` makes a part of type `tool-call`, which is also the type of ours: the id's name tells them apart. */
export function isUiPart(part: ToolCall | BrokenCall | UiToolPart): part is UiToolPart {
  return 'toolCallId' in part
}

export function toolNameOf(part: UiToolPart): string {
  return part.type === 'dynamic-tool' ? (part.toolName ?? '') : part.type.slice('tool-'.length)
}
