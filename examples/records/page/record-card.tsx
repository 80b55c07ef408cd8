import { plainText } from '@parley/dialects'
import type { ToolRender, ToolRenderProps } from '@parley/react'
import { useState } from 'react'
import { z } from 'zod'
import { recordFields } from '../shared/piece-record.ts'
import { RecordLine } from './record-line.tsx'
import { useWords } from './use-words.tsx'

const outcome = z.object({ success: z.boolean() })

/** `create-record` in each of its states: the form while it waits, one line once it is settled. */
export const RecordCard: ToolRender = ({ args, state, result, resume }) => {
  const words = useWords()
  const [problem, setProblem] = useState<string>()
  const fields = recordFields.safeParse(args).data
  if (!fields)
    return (
      <p className="text-sm text-bad">
        {words.record.failed} {result && `· ${plainText(result)}`}
      </p>
    )
  const answer = async (value: Answer) => {
    const done = await resume(value)
    setProblem(done.ok ? undefined : done.error)
  }
  return (
    <div className="max-w-md space-y-2">
      {state === 'requires-action' ? (
        <ConfirmForm {...fields} onAnswer={answer} />
      ) : (
        <SettledLine {...fields} state={state} result={result} />
      )}
      {problem !== undefined && (
        <p role="alert" className="text-sm text-bad">
          {problem}
        </p>
      )}
    </div>
  )
}

type Answer = 'confirmed' | 'cancelled'
type Fields = z.output<typeof recordFields>

interface SettledLineProps extends Fields, Pick<ToolRenderProps, 'state'> {
  readonly result: ToolRenderProps['result'] | undefined
}

function SettledLine({ state, result, ...fields }: SettledLineProps) {
  const words = useWords()
  if (state === 'idle' || state === 'running') return <RecordLine mark="under" title={words.record.keeping} {...fields} />
  if (state !== 'output-available')
    return <RecordLine mark="failed" title={words.record.failed} note={result ? plainText(result) : ''} {...fields} />
  const kept = outcome.safeParse(result?.data).data?.success === true
  return <RecordLine mark={kept ? 'kept' : 'cancelled'} title={kept ? words.record.kept : words.record.cancelled} {...fields} />
}

function ConfirmForm({ orderName, amount, onAnswer }: Fields & { readonly onAnswer: (answer: Answer) => Promise<void> }) {
  const words = useWords()
  const [busy, setBusy] = useState(false)
  const answer = (value: Answer) => {
    setBusy(true)
    void onAnswer(value).finally(() => setBusy(false))
  }
  return (
    <section aria-label={words.record.confirmTitle} className="rounded-xl border border-wait/50 bg-sheet p-4 shadow-sm">
      <h3 className="font-semibold">{words.record.confirmTitle}</h3>
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
        <dt className="text-soft">{words.record.order}</dt>
        <dd className="min-w-0 font-medium break-words">{orderName}</dd>
        <dt className="text-soft">{words.record.amount}</dt>
        <dd className="font-medium tabular-nums">{words.record.pieces(amount)}</dd>
      </dl>
      <fieldset disabled={busy} className="mt-4 flex gap-2">
        <button
          type="button"
          onClick={() => answer('confirmed')}
          className="min-h-11 flex-1 rounded-lg bg-accent px-4 font-medium text-accent-ink hover:bg-accent-strong disabled:opacity-60"
        >
          {words.record.confirm}
        </button>
        <button
          type="button"
          onClick={() => answer('cancelled')}
          className="min-h-11 flex-1 rounded-lg border border-line-strong/60 px-4 hover:bg-well disabled:opacity-60"
        >
          {words.record.cancel}
        </button>
      </fieldset>
    </section>
  )
}
