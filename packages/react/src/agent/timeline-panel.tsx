import type { CallState, Conversation, TimelineStep } from '@parley/browser'
import { CircleCheck, CircleHelp, GitFork, LoaderCircle, type LucideIcon, MessageSquareText, Wrench } from 'lucide-react'
import { badgeText, StageBadge, useNow } from '../call-card/stage-badge.tsx'
import { useLanguageTag, useWords } from '../language/words.tsx'
import { Button, Named } from '../parts/button.tsx'
import { Problem } from '../parts/problem.tsx'
import { usePress } from '../parts/use-press.ts'
import { useThreadState } from '../runtime/use-studio-runtime.ts'

const ICONS: { readonly [Kind in TimelineStep['kind']]: LucideIcon } = {
  question: CircleHelp,
  calls: Wrench,
  results: CircleCheck,
  answer: MessageSquareText,
}

/** What happened in a conversation on the server, step by step, with the places it can be taken up from. */
export default function TimelinePanel({ conversation }: { readonly conversation: Conversation }) {
  const words = useWords()
  const { server, calls } = useThreadState(conversation)
  const { problem, busy, press } = usePress()
  const { moves } = conversation
  const steps = server?.steps ?? []
  if (steps.length === 0) return <p className="text-[13px] text-faint">{words.agent.timelineEmpty}</p>
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-1" data-testid="timeline">
      <p className="mb-3 text-xs text-faint">{words.agent.forkHint}</p>
      <Problem text={problem} />
      <ol className="relative ml-2.5 space-y-3 border-l border-line pl-5">
        {steps.map((step) => (
          <Step
            key={step.id}
            step={step}
            calls={calls}
            busy={busy}
            onFork={moves && step.checkpoint && (() => press(() => moves.fork(step.checkpoint?.id ?? '')))}
          />
        ))}
        {server?.status === 'running' && (
          <li className="flex items-center gap-2 text-[13px] text-parley">
            <LoaderCircle aria-hidden="true" className="size-4 animate-spin" />
            {words.agent.working}
          </li>
        )}
      </ol>
    </div>
  )
}

interface StepProps {
  readonly step: TimelineStep
  readonly calls: ReadonlyMap<string, CallState>
  readonly busy: boolean
  readonly onFork: (() => void) | undefined
}

function Step({ step, calls, busy, onFork }: StepProps) {
  const words = useWords()
  const language = useLanguageTag()
  const Icon = ICONS[step.kind]
  const kind = words.agent.step[step.kind]
  const time = step.checkpoint && new Date(step.checkpoint.at).toLocaleTimeString(language)
  return (
    <li data-step={step.kind} className="relative text-[13px]">
      <span className="absolute top-0.5 -left-[1.85rem] grid size-5 place-items-center rounded-full border border-line bg-sheet">
        <Icon aria-hidden="true" className="size-3 text-faint" />
      </span>
      <p className="flex flex-wrap items-center gap-x-2 font-medium">
        <span className="min-w-0 flex-1">{kind}</span>
        {time !== undefined && <span className="text-xs font-normal text-faint">{time}</span>}
      </p>
      {step.text !== '' && <p className="break-words text-soft">{step.text}</p>}
      {step.calls.map(({ key, name }) => (
        <CallLine key={key} name={name} call={calls.get(key)} />
      ))}
      {onFork && (
        <Button tone="quiet" disabled={busy} onClick={onFork} className="-ml-3 min-h-7 text-xs">
          <GitFork aria-hidden="true" className="size-3.5" />
          <Named
            shown={words.agent.fork}
            spoken={words.agent.forkOf({ step: `${kind}${time === undefined ? '' : `, ${time}`}` })}
          />
        </Button>
      )}
    </li>
  )
}

function CallLine({ name, call }: { readonly name: string; readonly call: CallState | undefined }) {
  const words = useWords()
  const now = useNow(call?.stage === 'running')
  return (
    <p className="mt-1 flex flex-wrap items-center gap-2">
      <code className="min-w-0 break-all font-mono text-xs">{name || words.call.unnamed}</code>
      {call && <StageBadge call={call} text={badgeText(call, words, now)} />}
    </p>
  )
}
