import type { KnownCall, ProgressLine } from '@parley/browser'
import { plainText, type ToolResult } from '@parley/dialects'
import { useState } from 'react'
import { CodeView, FOLD_LINES } from '../code/code-view.tsx'
import { useWords } from '../language/words.tsx'

const COLOURS: { readonly [Level in ProgressLine['level']]: string } = {
  log: '',
  info: '',
  debug: 'text-faint',
  warn: 'text-wait',
  error: 'text-bad',
}

const NOTES = new Set<KnownCall['stage']>(['rejected', 'expired', 'interrupted'])

/** What came of it: the console while it runs, then the result, or why there is none. */
export function CallOutcome({ call }: { readonly call: KnownCall }) {
  const words = useWords()
  const { stage, record, progress } = call
  if (stage === 'rejected') {
    const reason = record.decision?.kind === 'reject' ? record.decision.reason : undefined
    return <Note text={reason === undefined ? words.call.reasonNone : `${words.call.reason}: ${reason}`} />
  }
  if (stage === 'expired') return <Note text={words.call.expiredWhy} />
  return (
    <>
      {stage === 'interrupted' && <Note text={words.call.interruptedWhy} />}
      {progress.length > 0 && <Console lines={progress} />}
      {record.result && !NOTES.has(stage) && <Result result={record.result} bad={stage !== 'succeeded'} />}
    </>
  )
}

function Note({ text }: { readonly text: string }) {
  return <p className="text-[13px] text-soft">{text}</p>
}

function Console({ lines }: { readonly lines: readonly ProgressLine[] }) {
  const words = useWords()
  return (
    <div>
      <p className="mb-1 text-xs font-medium text-faint">{words.call.console}</p>
      <section
        aria-label={words.call.console}
        // A region that scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="max-h-52 overflow-auto rounded-lg bg-well/70 px-3 py-2 font-mono text-xs leading-relaxed"
      >
        {lines.map((line, index) => (
          <div key={index} className={`break-all whitespace-pre-wrap ${COLOURS[line.level]}`}>
            {line.text}
          </div>
        ))}
      </section>
    </div>
  )
}

function Result({ result, bad }: { readonly result: ToolResult; readonly bad: boolean }) {
  const words = useWords()
  const [open, setOpen] = useState(false)
  const plain = plainText(result)
  const text = bad ? words.said(plain) : plain
  const title = bad ? words.call.error : words.call.result
  // An error comes with numbered lines of its own; a second column of numbers would only confuse.
  const [characters, lines] = bad ? [3000, FOLD_LINES - 1] : [400, 6]
  if (text.length > characters || text.split('\n', FOLD_LINES).length > lines)
    return <CodeView text={text} language="text" label={title} title={title} open={open} onOpen={() => setOpen(true)} />
  return (
    <div data-testid="call-result">
      <p className="mb-1 text-xs font-medium text-faint">{title}</p>
      <pre
        className={`rounded-lg px-3 py-2 font-mono text-[13px] break-words whitespace-pre-wrap ${bad ? 'bg-bad-wash text-bad' : 'bg-well/70'}`}
      >
        {text === '' ? words.call.noOutput : text}
      </pre>
    </div>
  )
}
