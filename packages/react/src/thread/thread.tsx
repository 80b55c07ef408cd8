import { AuiIf, ThreadPrimitive, useAuiState } from '@assistant-ui/react'
import type { AnswerMessage, ThreadMessage, ThreadState } from '@parley/browser'
import { ArrowDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { DockProvider } from '../call-card/dock/dock-context.tsx'
import { CallDock } from '../call-card/fetched-cards.tsx'
import { useWords } from '../language/words.tsx'
import { fetchedPart, partOfTalk, WhenFetched } from '../parts/fetched.tsx'
import { AnswerMessageView, callsOf } from './answer-message-view.tsx'
import { heightOf, isFar, useDrawn } from './draw-later.tsx'
import { holdEnd } from './held-end.ts'
import { type OpenThread, OpenThreadProvider, useOpenState } from './open-thread.tsx'
import { useSteps, useUnfolded } from './steps/use-steps.ts'
import { type MessagePlace, threadIndex } from './thread-index.ts'
import { ThreadNotice } from './thread-notice.tsx'
import { FoldedProvider, useFold, useFolded } from './use-fold.ts'
import { useTalkBegins } from './use-talk-begins.ts'
import { UserMessageView } from './user-message-view.tsx'

const SummaryFold = fetchedPart(() => import('../talk/summary-fold.tsx'))
const ForeignCallBar = partOfTalk(() => import('./foreign-call-bar.tsx'))

interface ThreadProps extends OpenThread {
  readonly state: ThreadState
  readonly welcome: ReactNode
  /** Below the messages, above the end of the page: composer and its chips. */
  readonly children: ReactNode
}

/** One conversation, from the first message to the composer. */
export function Thread({ conversation, state, files, welcome, children }: ThreadProps) {
  const words = useWords()
  // There is nothing newest to go to: the greeting is read from its beginning.
  const isEmpty = state.messages.length === 0
  useTalkBegins(!isEmpty)
  const { isFolded, setFolded, folded } = useFold(state.summary)
  useUnfolded(state)
  return (
    <OpenThreadProvider conversation={conversation} state={state} {...(files && { files })}>
      <DockProvider calls={state.calls}>
        <ThreadPrimitive.Root className="flex min-h-0 flex-1 flex-col">
          <ThreadPrimitive.Viewport
            data-thread-view=""
            autoScroll={!isEmpty}
            scrollToBottomOnInitialize={!isEmpty}
            className="relative flex min-h-0 flex-1 flex-col overflow-y-auto scroll-smooth"
          >
            <div className="mx-auto flex w-full max-w-[46rem] flex-1 flex-col px-4 pt-6 pb-4 max-sm:px-3">
              <AuiIf condition={(s) => s.thread.isEmpty}>{welcome}</AuiIf>
              <div ref={holdEnd} className="space-y-6">
                {state.summary && (
                  <WhenFetched waiting={null} failed={null}>
                    <SummaryFold conversation={conversation} summary={state.summary} isFolded={isFolded} onFold={setFolded} />
                  </WhenFetched>
                )}
                <FoldedProvider value={folded}>
                  <ThreadPrimitive.Messages>{() => <MessageSwitch />}</ThreadPrimitive.Messages>
                </FoldedProvider>
                <WhenFetched waiting={null} failed={null}>
                  <ForeignCallBar />
                </WhenFetched>
                <ThreadNotice />
              </div>
            </div>
          </ThreadPrimitive.Viewport>
          <div className="relative mx-auto flex min-h-0 w-full max-w-[46rem] flex-col gap-2 px-4 pb-[max(0.75rem,env(safe-area-inset-bottom))] max-sm:px-2">
            {!isEmpty && (
              <ThreadPrimitive.ScrollToBottom
                aria-label={words.thread.scrollDown}
                className="absolute -top-12 left-1/2 z-10 grid size-9 -translate-x-1/2 place-items-center rounded-full border border-line bg-sheet shadow-md disabled:hidden pointer-coarse:size-11"
              >
                <ArrowDown className="size-4" />
              </ThreadPrimitive.ScrollToBottom>
            )}
            <CallDock calls={state.calls} />
            {children}
          </div>
        </ThreadPrimitive.Root>
      </DockProvider>
    </OpenThreadProvider>
  )
}

function MessageSwitch() {
  const state = useOpenState()
  const id = useAuiState((s) => s.message.id)
  const isFolded = useFolded().has(id)
  const place = threadIndex(state).places.get(id)
  return place && !isFolded ? <PlacedMessage place={place} state={state} /> : null
}

interface PlacedProps {
  readonly place: MessagePlace
  readonly state: ThreadState
}

function PlacedMessage({ place, state }: PlacedProps) {
  const { message, fromEnd } = place
  if (message.role === 'assistant') return <PlacedAnswer message={message} place={place} state={state} />
  return (
    <Drawn message={message} parts={message.parts} fromEnd={fromEnd}>
      <UserMessageView message={message} far={isFar(fromEnd)} />
    </Drawn>
  )
}

interface DrawnProps extends Pick<MessagePlace, 'message' | 'fromEnd'> {
  /** Those of its parts that are in sight. */
  readonly parts: ThreadMessage['parts']
  readonly children: ReactNode
}

function Drawn({ message, parts, fromEnd, children }: DrawnProps) {
  const [isDrawn, ref] = useDrawn(fromEnd)
  if (isDrawn) return children
  return <div ref={ref} data-message-id={message.id} hidden={parts.length === 0} style={{ height: heightOf(parts) }} />
}

function PlacedAnswer({ message, place, state }: PlacedProps & { readonly message: AnswerMessage }) {
  const { begin = message, steps, isLast, finished, fromEnd } = place
  const { line, parts, isFolded } = useSteps(message, begin, finished)
  const calls = callsOf(message, state.calls)
  const [first] = calls
  return (
    <Drawn
      message={message}
      parts={isFolded ? message.parts.filter((_, index) => !parts.has(index)) : message.parts}
      fromEnd={fromEnd}
    >
      <AnswerMessageView
        message={message}
        calls={calls}
        firstOrdinal={first ? (threadIndex(state).ordinals.get(first.key) ?? 0) : 1}
        begin={begin}
        steps={steps}
        finished={finished}
        line={line}
        foldable={parts}
        isFolded={isFolded}
        last={isLast}
        far={isFar(fromEnd)}
      />
    </Drawn>
  )
}
