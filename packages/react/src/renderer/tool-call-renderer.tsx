import type { BrokenCall, ToolCall } from '@parley/dialects'
import { useMemo } from 'react'
import { isUiPart, type UiToolPart } from '../ai-sdk/ui-tool-part.ts'
import { MessageRenderer, type MessageRendererProps } from './message-renderer.tsx'
import { UiPartRenderer, type UiPartRendererProps } from './ui-part-renderer.tsx'

export interface ToolCallRendererProps
  extends Omit<MessageRendererProps, 'message'>,
    Pick<UiPartRendererProps, 'onApproval' | 'complete'> {
  /** The call as it was read, or as it could not be read; or the part of an AI SDK `UIMessage` that holds it. */
  readonly part: ToolCall | BrokenCall | UiToolPart
  /** Tells this call from others with the same id, which models write. Absent: the call's own id. */
  readonly id?: string
}

/** One call as a card: what it would do, Execute, Edit, Reject, and what came of it. */
export function ToolCallRenderer({ part, id, onApproval, complete = true, ...rest }: ToolCallRendererProps) {
  if (!isUiPart(part)) return <OneCall {...rest} part={part} id={id ?? part.id} />
  const own = { part, complete, id: id ?? part.toolCallId, ...(onApproval && { onApproval }) }
  return <UiPartRenderer {...rest} {...own} />
}

interface OneCallProps extends Omit<MessageRendererProps, 'message'> {
  readonly part: ToolCall | BrokenCall
  readonly id: string
}

function OneCall({ part, id, ...rest }: OneCallProps) {
  const message = useMemo(() => ({ role: 'assistant' as const, id, parts: [part] }), [part, id])
  return <MessageRenderer {...rest} message={message} />
}
