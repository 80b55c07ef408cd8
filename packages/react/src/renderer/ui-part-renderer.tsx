import type { ToolCall, ToolResult } from '@parley/dialects'
import { useMemo, useState } from 'react'
import { toolNameOf, type UiApprovalResponse, type UiToolPart } from '../ai-sdk/ui-tool-part.ts'
import { MessageRenderer, type MessageRendererProps } from './message-renderer.tsx'
import { ShownCallCard } from './shown-call-card.tsx'
import { callOf } from './ui-part-call.ts'

export interface UiPartRendererProps extends Omit<MessageRendererProps, 'message'> {
  readonly part: UiToolPart
  readonly id: string
  /** Whether the answer it stands in is whole: no call of an answer that may still break off runs. Absent: it is. */
  readonly complete?: boolean
  /** Hears what the user says to a tool of the server: hand it to `addToolApprovalResponse`. */
  readonly onApproval?: (response: UiApprovalResponse) => PromiseLike<void> | void
}

/**
 * A call of a `UIMessage`. One of the page's own tools whose arguments are complete and which nobody has answered is asked
 * about and run here; everything else is shown as the message tells it.
 */
export function UiPartRenderer({ part, id, complete = true, onApproval, ...rest }: UiPartRendererProps) {
  const [isRunHere, setRunHere] = useState(false)
  const onResult = (result: ToolResult, call: ToolCall) => {
    setRunHere(true)
    rest.onResult(result, call)
  }
  const isOurs = rest.executor.find(toolNameOf(part)) !== undefined
  const isReady = part.state === 'input-available'
  if (isOurs && isReady && !complete) return <ShownCallCard part={{ ...part, state: 'input-streaming' }} id={id} />
  if (isOurs && (isReady || isRunHere)) return <PageCall {...rest} part={part} id={id} onResult={onResult} />
  return <ShownCallCard part={part} id={id} onApproval={onApproval} />
}

/** Clients make a new part at every change; the call in it is the one that was complete first, and nobody has its result. */
function PageCall({ part, id, ...rest }: Omit<UiPartRendererProps, 'onApproval' | 'complete'>) {
  const [call] = useState(() => callOf(part))
  const message = useMemo(() => ({ role: 'assistant' as const, id, parts: [call] }), [id, call])
  return <MessageRenderer {...rest} untold message={message} />
}
