import { MessagePrimitive } from '@assistant-ui/react'
import type { AnswerMessage, AnswerPart, CallState, ThreadState } from '@parley/browser'
import { Bot, RefreshCw } from 'lucide-react'
import { Fragment, memo, type ReactNode, useRef, useState } from 'react'
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
import type { FinishedTurn } from './steps/finished-turn.ts'
import { setTurnFold } from './steps/turn-folds.ts'
import { useUntilFound } from './steps/until-found.ts'
import { TextAfterCall } from './text-after-call.tsx'
import { isSameList } from './thread-index.ts'

const AgainWith = fetchedPart(() => import('./again-with.tsx'))
const AnswerFoot = fetchedPart(() => import('../cost/answer-foot.tsx'))
const StepsLine = fetchedPart(() => import('./steps/steps-line.tsx'))
const ChangesLine = fetchedPart(() => import('../changes/changes-line.tsx'))

interface PartsProps {
  readonly message: AnswerMessage
  /** The turn whose steps fold to a line that stands here. */
  readonly line: FinishedTurn | undefined
  /** The places of the parts that can be folded. */
  readonly foldable: ReadonlySet<number>
  readonly isFolded: boolean
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
  /** The turn, once it is over. */
  readonly finished: FinishedTurn | undefined
  /** Whether so many messages follow that it is hardly ever on the screen. */
  readonly far: boolean
}

export const callsOf = (message: AnswerMessage, calls: ThreadState['calls']): readonly CallState[] =>
  message.parts.flatMap((part) => (part.type === 'call' ? (calls.get(part.key) ?? []) : []))

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
  before.finished === after.finished &&
  before.line === after.line &&
  before.foldable === after.foldable &&
  before.isFolded === after.isFolded

/** Drawn again only when this very message, or one of its calls, has changed. */
export const AnswerMessageView = memo(function AnswerMessageView(props: AnswerMessageViewProps) {
  const { message, begin, last, steps, finished, line, foldable, isFolded, far } = props
  const words = useWords()
  const text = message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
  const isBehind = isFolded && foldable.size === message.parts.length && endNote(message, words) === undefined
  const isHidden = isBehind && line === undefined
  const root = useRef<HTMLDivElement>(null)
  useUntilFound(root, isHidden, () => setTurnFold(begin.id, 'open'))
  return (
    <MessagePrimitive.Root
      ref={root}
      {...drawnAs(isFolded ? message.parts.filter((_, index) => !foldable.has(index)) : message.parts, far, isHidden)}
      className={`group/message space-y-3 ${isBehind ? 'mb-0!' : ''}`}
      data-role="assistant"
    >
      <h2 className="sr-only">{words.thread.model}</h2>
      <Parts {...props} />
      <EndNote message={message} />
      {last && finished && finished.calls.length > 0 && (
        <WhenFetched waiting={null} failed={null}>
          <ChangesLine calls={finished.calls} />
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

function Parts(props: PartsProps & { readonly begin: AnswerMessage }) {
  const { message, line, foldable, isFolded, begin } = props
  const [first] = foldable
  const unfold = () => setTurnFold(begin.id, 'open')
  return message.parts.map((part, index) => (
    <Fragment key={part.type === 'call' ? part.key : index}>
      {line && index === first && (
        <WhenFetched waiting={<div className="h-7 pointer-coarse:h-11" />} failed={null}>
          <StepsLine turn={line} isFolded={isFolded} />
        </WhenFetched>
      )}
      <PartPlace isFolded={isFolded && foldable.has(index)} onFound={unfold}>
        <Part {...props} part={part} index={index} />
      </PartPlace>
    </Fragment>
  ))
}

interface PartPlaceProps {
  readonly isFolded: boolean
  readonly onFound: () => void
  readonly children: ReactNode
}

/** Stays where it is when its turn folds, so that what is opened in it stays open. */
function PartPlace({ isFolded, onFound, children }: PartPlaceProps) {
  const place = useRef<HTMLDivElement>(null)
  useUntilFound(place, isFolded, onFound)
  return (
    <div ref={place} hidden={isFolded} data-answer-part="" className={`space-y-3 empty:hidden ${isFolded ? 'm-0!' : ''}`}>
      {children}
    </div>
  )
}

interface PartProps extends PartsProps {
  readonly part: AnswerPart
  readonly index: number
}

function Part({ message, calls, firstOrdinal, part, index }: PartProps) {
  if (part.type === 'text') {
    const dialect = dialectBefore(message, calls, index)
    if (dialect === undefined) return <AnswerText text={part.text} open={part.open === true} />
    return <TextAfterCall text={part.text} open={part.open === true} dialect={dialect} />
  }
  if (part.type === 'reasoning') return <Reasoning text={part.text} open={part.open === true} />
  const place = calls.findIndex((call) => call.key === part.key)
  const call = calls[place]
  return call && <CallCard call={call} ordinal={firstOrdinal + place} />
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
