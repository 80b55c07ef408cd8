import { type ToolCallMessagePartProps, useAuiState } from '@assistant-ui/react'
import type { Conversation, Executor, Policy } from '@parley/browser'
import { isJsonObject, ownValue, type ToolResult } from '@parley/dialects'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { OpenedMessage } from '../renderer/message-renderer.tsx'
import { ShownCallCard } from '../renderer/shown-call-card.tsx'
import { isEnded } from '../renderer/ui-part-call.ts'
import { UiPartRenderer, type UiPartRendererProps } from '../renderer/ui-part-renderer.tsx'
import { type StandShelf, standingOf } from './attend-call.ts'
import { toResponse, toUiPart } from './to-ui-part.ts'

export interface CardOptions
  extends Pick<UiPartRendererProps, 'policy' | 'storage' | 'forms' | 'renders' | 'letterKeys' | 'language'> {
  readonly executor: Executor
  readonly policy: Policy
  readonly shelf: StandShelf
}

/** Ids written by models repeat; with the message they conversation in they do not. */
function usePartId(toolCallId: string): string {
  const message = useAuiState((state) => state.message.id)
  return `${message}-${toolCallId}`
}

/** A tool that a person is part of: the card drives it, and a reload comes back to where it was. */
export function HumanCallCard({ options, ...props }: ToolCallMessagePartProps & { readonly options: CardOptions }) {
  const { shelf: _, ...rest } = options
  const id = usePartId(props.toolCallId)
  const onResult = (result: ToolResult) => props.addResult(toResponse(result))
  const isWhole = props.status.type !== 'running'
  return <UiPartRenderer {...rest} part={toUiPart(props)} id={id} complete={isWhole} untold onResult={onResult} />
}

/** A tool that assistant-ui starts. Its card joins the running call as soon as that waits for a person. */
export function FrontendCallCard({ options, ...props }: ToolCallMessagePartProps & { readonly options: CardOptions }) {
  const { interrupt, resume } = props
  const conversation = useShelved(options.shelf, interrupt?.payload)
  const standing = useStanding(conversation)
  const isBehind = interrupt !== undefined && standing !== undefined && standing !== 'waiting'
  useEffect(() => {
    if (isBehind) resume(null)
  }, [isBehind, resume])
  const id = usePartId(props.toolCallId)
  const part = toUiPart(props)
  // A part that was ended by somebody else, such as a new message of the user, is over: nothing may be pressed any more.
  if (conversation && (standing === 'settled' || !isEnded(part)))
    return <OpenedMessage {...options} conversation={conversation} />
  if (part.state === 'input-available' && props.status.type === 'requires-action')
    return <LeftCallCard options={options} part={part} id={id} addResult={props.addResult} />
  return <ShownCallCard part={part} id={id} />
}

interface LeftCallCardProps extends Pick<UiPartRendererProps, 'part' | 'id'> {
  readonly options: CardOptions
  readonly addResult: ToolCallMessagePartProps['addResult']
}

/** The page went away before the call had a result, and assistant-ui does not start it again: a person says whether to. */
function LeftCallCard({ options, part, id, addResult }: LeftCallCardProps) {
  const { shelf: _, ...rest } = options
  const policy = useMemo(() => askFirst(rest.policy), [rest.policy])
  const onResult = (result: ToolResult) => addResult(toResponse(result))
  return <UiPartRenderer {...rest} part={part} id={id} policy={policy} untold onResult={onResult} />
}

function askFirst(policy: Policy): Policy {
  return (question) => {
    const verdict = policy(question)
    if (verdict.kind !== 'allow') return verdict
    const reason = 'The page was closed before this call had a result. It may have run; you decide whether it runs now.'
    return { kind: 'ask', rule: 'left-behind', author: 'page', reason, offers: [] }
  }
}

/** Kept once found: after the decision there is no interrupt any more, and the card still shows the call as it runs. */
function useShelved(shelf: StandShelf, payload: unknown): Conversation | undefined {
  const name = isJsonObject(payload) ? ownValue(payload, 'conversation') : undefined
  const found = typeof name === 'string' ? shelf.get(name) : undefined
  const [kept, setKept] = useState(found)
  if (found && found !== kept) setKept(found)
  return found ?? kept
}

const nobody = () => () => {}

function useStanding(conversation: Conversation | undefined): ReturnType<typeof standingOf> | undefined {
  return useSyncExternalStore(
    conversation ? (listener) => conversation.subscribe(listener) : nobody,
    () => conversation && standingOf(conversation),
  )
}
