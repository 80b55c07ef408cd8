import { MessagePrimitive } from '@assistant-ui/react'
import type { AnswerMessage, CallState, ThreadState } from '@parley/browser'
import { Bot, RefreshCw } from 'lucide-react'
import { memo, useState } from 'react'
import { CallCard } from '../call-card/fetched-cards.tsx'
import { useWords, type Words } from '../language/words.tsx'
import { AnswerText } from '../markdown/answer-text.tsx'
import { IconButton } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { DialogAway } from '../parts/dialog.tsx'
import { fetchedPart, WhenFetched } from '../parts/fetched.tsx'
import { BranchPicker } from './branch-picker.tsx'
import { drawnAs } from './draw-later.tsx'
import { useOpenThread } from './open-thread.tsx'
import { Reasoning } from './reasoning.tsx'
import { TextAfterCall } from './text-after-call.tsx'

const AgainWith = fetchedPart(() => import('./again-with.tsx'))
const AnswerFoot = fetchedPart(() => import('../cost/answer-foot.tsx'))
const ChangesLine = fetchedPart(() => import('../changes/changes-line.tsx'))

interface PartsProps {
  readonly message: AnswerMessage
  /** The calls of this message, in the order written. */
  readonly calls: readonly CallState[]
  /** The number of its first call in the thread, from 1. */
  readonly firstOrdinal: number
}

interface AnswerMessageViewProps extends PartsProps {
  /** The first answer of its turn. */
  readonly begin: AnswerMessage
  /** Whether no further answer follows directly: only then are there buttons below it. */
  readonly last: boolean
  /** The answers of the turn up to this one. */
  readonly steps: readonly AnswerMessage[]
  /** The calls of the whole turn, where it ends with this answer. */
  readonly turn: readonly CallState[]
  /** Whether so many messages follow that it is hardly ever on the screen. */
  readonly far: boolean
}

export const callsOf = (message: AnswerMessage, calls: ThreadState['calls']): readonly CallState[] =>
  message.parts.flatMap((part) => (part.type === 'call' ? (calls.get(part.key) ?? []) : []))

const isSameList = (before: readonly unknown[], after: readonly unknown[]): boolean =>
  before.length === after.length && before.every((each, index) => each === after[index])

const isSame = (before: AnswerMessageViewProps, after: AnswerMessageViewProps): boolean =>
  before.message === after.message &&
  before.last === after.last &&
  before.far === after.far &&
  before.begin.id === after.begin.id &&
  before.begin.branch.index === after.begin.branch.index &&
  before.begin.branch.ids.length === after.begin.branch.ids.length &&
  before.firstOrdinal === after.firstOrdinal &&
  isSameList(before.calls, after.calls) &&
  isSameList(before.steps, after.steps) &&
  isSameList(before.turn, after.turn)

/** Drawn again only when this very message, or one of its calls, has changed. */
export const AnswerMessageView = memo(function AnswerMessageView({
  message,
  begin,
  calls,
  firstOrdinal,
  last,
  steps,
  turn,
  far,
}: AnswerMessageViewProps) {
  const words = useWords()
  const text = message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
  return (
    <MessagePrimitive.Root {...drawnAs(message, far)} className="group/message space-y-3" data-role="assistant">
      <h2 className="sr-only">{words.thread.model}</h2>
      <Parts message={message} calls={calls} firstOrdinal={firstOrdinal} />
      <EndNote message={message} />
      {turn.length > 0 && (
        <WhenFetched waiting={null} failed={null}>
          <ChangesLine calls={turn} />
        </WhenFetched>
      )}
      {last && message.progress !== 'streaming' && (
        <div className="flex min-h-8 flex-wrap items-center gap-x-1">
          <WhenFetched waiting={null} failed={null}>
            <AnswerFoot steps={steps} />
          </WhenFetched>
          <div className="flex shrink-0 items-center opacity-0 transition-opacity group-focus-within/message:opacity-100 group-hover/message:opacity-100 group-last/message:opacity-100 pointer-coarse:opacity-100">
            {text.trim() !== '' && <CopyButton text={text} label={words.thread.copyMessage} />}
            <AnswerAgain messageId={begin.id} />
            <BranchPicker branch={begin.branch} />
            {begin.id !== message.id && <BranchPicker branch={message.branch} />}
          </div>
        </div>
      )}
    </MessagePrimitive.Root>
  )
}, isSame)

function Parts({ message, calls, firstOrdinal }: PartsProps) {
  return message.parts.map((part, index) => {
    if (part.type === 'text') {
      const dialect = dialectBefore(message, calls, index)
      if (dialect === undefined) return <AnswerText key={index} text={part.text} open={part.open === true} />
      return <TextAfterCall key={index} text={part.text} open={part.open === true} dialect={dialect} />
    }
    if (part.type === 'reasoning') return <Reasoning key={index} text={part.text} open={part.open === true} />
    const place = calls.findIndex((call) => call.key === part.key)
    const call = calls[place]
    return call && <CallCard key={part.key} call={call} ordinal={firstOrdinal + place} />
  })
}

/** The dialect of the call that stands before a part in the same answer. Absent: none does, or it was spoken natively. */
function dialectBefore(message: AnswerMessage, calls: readonly CallState[], index: number): string | undefined {
  const before = message.parts.slice(0, index).findLast((part) => part.type === 'call')
  const call = calls.find(({ key }) => key === before?.key)
  return call && call.stage !== 'streaming' ? (call.record.call.dialect ?? call.record.broken?.dialect) : undefined
}

function AnswerAgain({ messageId }: { readonly messageId: string }) {
  const words = useWords()
  const { conversation } = useOpenThread()
  const [choosing, setChoosing] = useState(false)
  const again = () => void conversation.retry(messageId)
  const close = () => setChoosing(false)
  return (
    <>
      <IconButton label={words.thread.regenerate} onClick={again}>
        <RefreshCw className="size-4" />
      </IconButton>
      <IconButton label={words.thread.regenerateWith} onClick={() => setChoosing(true)}>
        <Bot className="size-4" />
      </IconButton>
      {choosing && (
        <WhenFetched waiting={null} failed={<DialogAway title={words.thread.regenerateWith} onClose={close} />}>
          <AgainWith onChosen={again} onClose={close} />
        </WhenFetched>
      )}
    </>
  )
}

function EndNote({ message }: { readonly message: AnswerMessage }) {
  const words = useWords()
  const note = endNote(message, words)
  return note === undefined ? null : <p className="text-[13px] text-wait">{note}</p>
}

/** Why an answer ends where it does, when its own words do not show it. */
export function endNote(
  { reason, progress, parts }: Pick<AnswerMessage, 'reason' | 'progress' | 'parts'>,
  { thread }: Words,
): string | undefined {
  if (reason === 'length') return thread.cutShort
  if (reason === 'filtered') return thread.filtered
  const says = parts.some((part) => part.type === 'call' || (part.type === 'text' && part.text.trim() !== ''))
  return progress === 'whole' && !says ? thread.saidNothing : undefined
}
