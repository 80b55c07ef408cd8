import type { BrokenCall, ToolCall } from '@parley/dialects'
import { useMemo } from 'react'
import { MessageRenderer, type MessageRendererProps } from './message-renderer.tsx'

export interface ToolCallRendererProps extends Omit<MessageRendererProps, 'message'> {
  /** The call as it was read, or as it could not be read. */
  readonly part: ToolCall | BrokenCall
  /** Tells this call from others with the same id, which models write. Absent: the call's own id. */
  readonly id?: string
}

/** One call as a card: what it would do, Execute, Edit, Reject, and what came of it. */
export function ToolCallRenderer({ part, id = part.id, ...rest }: ToolCallRendererProps) {
  const message = useMemo(() => ({ role: 'assistant' as const, id, parts: [part] }), [part, id])
  return <MessageRenderer {...rest} message={message} />
}
