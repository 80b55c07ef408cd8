import type { Done, ThreadStatus } from '@parley/browser'
import { CircleAlert, CircleHelp, MonitorSmartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWords, type Words } from '../language/words.tsx'
import { Button } from '../parts/button.tsx'
import { Problem } from '../parts/problem.tsx'
import { Quoted } from '../parts/quoted.tsx'
import { usePress } from '../parts/use-press.ts'
import { useOpenState, useOpenThread } from './open-thread.tsx'

interface Notice {
  readonly icon: ReactNode
  readonly text: string
  readonly button?: string
  readonly act?: 'retry' | 'proceed'
  readonly bad: boolean
  /** By which whoever runs the server finds it in the log. */
  readonly requestId?: string | undefined
}

function noticeFor(status: ThreadStatus, words: Words): Notice | undefined {
  if (status.kind === 'unanswered') {
    const icon = <CircleAlert aria-hidden="true" className="size-4" />
    return {
      icon,
      text: status.fault ? words.said(status.fault) : words.thread.unanswered,
      button: words.fault.retry,
      act: 'retry',
      bad: status.fault !== undefined,
      requestId: status.fault?.requestId,
    }
  }
  if (status.kind === 'question') {
    const icon = <CircleHelp aria-hidden="true" className="size-4" />
    const { capped, cappedTime, continueAnyway } = words.thread
    const text =
      status.limit === 'steps' ? capped({ steps: status.steps }) : cappedTime({ minutes: Math.round(status.runMs / 60_000) })
    return { icon, text, button: continueAnyway, act: 'proceed', bad: false }
  }
  if (status.kind === 'elsewhere') {
    return { icon: <MonitorSmartphone aria-hidden="true" className="size-4" />, text: words.thread.elsewhere, bad: false }
  }
  return undefined
}

/** What the thread needs from its user, or why nothing moves. */
export function ThreadNotice() {
  const words = useWords()
  const { conversation } = useOpenThread()
  const state = useOpenState()
  const { problem, busy, press } = usePress()
  const notice = noticeFor(state.status, words)
  if (!notice) return <Problem text={problem} />
  // What came of a stopped answer is told to the model, so it can go on behind it.
  const last = state.messages.at(-1)
  const isCut =
    state.status.kind === 'unanswered' &&
    last?.role === 'assistant' &&
    last.parts.some((part) => part.type === 'text' && part.text.trim() !== '')
  const act = (): Promise<Done> => (notice.act === 'retry' ? conversation.retry() : conversation.proceed(words.thread.goOn))
  return (
    <div
      data-testid="thread-notice"
      className={`flex flex-wrap items-center gap-3 rounded-xl border px-4 py-3 text-sm ${notice.bad ? 'border-bad/40 bg-bad-wash text-bad' : 'border-line bg-well/60 text-soft'}`}
    >
      {notice.icon}
      <span className="min-w-0 flex-1 basis-52 wrap-anywhere">
        <Quoted text={notice.text} />
        {notice.requestId !== undefined && (
          <span data-testid="request-id" className="mt-0.5 block text-xs select-all">
            {words.fault.request({ id: notice.requestId })}
          </span>
        )}
      </span>
      {isCut && (
        <Button disabled={busy} onClick={() => press(() => conversation.send(words.thread.goOnFrom))}>
          {words.thread.continueAnyway}
        </Button>
      )}
      {notice.button !== undefined && (
        <Button disabled={busy} onClick={() => press(act)}>
          {notice.button}
        </Button>
      )}
      <Problem text={problem} />
    </div>
  )
}
