import type { CallState, KnownCall, ThreadState } from '@parley/browser'
import { toldSentence } from '@parley/browser'
import type { Rehearsal } from '@parley/browser/rehearsal'
import type { CallCardContext } from '../../call-card/call-actions.tsx'
import { effectsOf, inputOf } from '../../call-card/subject/call-subject.ts'
import { useLateWords } from '../../language/late-words.ts'
import { useRehearsed } from './rehearsed-files.ts'

interface RehearsedCallsProps {
  readonly rehearsal: Rehearsal
  readonly state: Pick<ThreadState, 'messages' | 'calls'>
  readonly executor: CallCardContext['executor']
}

const beginning = (rehearsal: Rehearsal) => rehearsal.began()
const unsaid = () => undefined

/** What the rehearsal did beside changing files: programs it ran, and calls that it did not make. */
export function RehearsedCalls({ rehearsal, state, executor }: RehearsedCallsProps) {
  const words = useLateWords()
  const began = useRehearsed(rehearsal, beginning, unsaid)
  const calls = began === undefined ? [] : rehearsedCalls(state, began)
  const programs = calls.filter((call) => call.stage !== 'blocked' && runsCode(executor, call))
  const refused = calls.filter(({ stage }) => stage === 'blocked')
  return (
    <>
      <CallLines title={words.rehearsal.programs} calls={programs} />
      <CallLines title={words.rehearsal.refused} calls={refused} />
    </>
  )
}

const isRehearsed = (call: CallState | undefined): call is KnownCall =>
  call !== undefined && call.stage !== 'streaming' && call.record.verdict?.rehearsed === true

const runsCode = (executor: CallCardContext['executor'], call: KnownCall): boolean =>
  effectsOf(executor, call.record.call.name, inputOf(call)).some(({ kind }) => kind === 'run-code')

/** The calls of the turn in which the copy was first changed, and of every turn since. */
function rehearsedCalls({ messages, calls }: RehearsedCallsProps['state'], began: number): readonly KnownCall[] {
  const first = messages.findLastIndex(({ role, createdAt }) => role === 'user' && createdAt <= began)
  return messages
    .slice(Math.max(0, first))
    .flatMap((message) =>
      message.role === 'assistant' ? message.parts.flatMap((part) => (part.type === 'call' ? [calls.get(part.key)] : [])) : [],
    )
    .filter(isRehearsed)
}

function CallLines({ title, calls }: { readonly title: string; readonly calls: readonly KnownCall[] }) {
  const words = useLateWords()
  if (calls.length === 0) return null
  return (
    <section className="text-[13px]">
      <h3 className="font-medium">{title}</h3>
      <ul className="max-h-24 overflow-y-auto text-soft">
        {calls.map((call) => (
          <li key={call.key} className="wrap-anywhere">
            {words.said(toldSentence(call) ?? call.record.call.name)}
          </li>
        ))}
      </ul>
    </section>
  )
}
