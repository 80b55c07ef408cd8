import type { KnownCall } from '@parley/browser'
import type { BrokenCall, JsonObject } from '@parley/dialects'
import { useState } from 'react'
import { Characters } from '../code/code-view.tsx'
import { useWords } from '../language/words.tsx'
import { Button } from '../parts/button.tsx'
import { BrokenCallEditor } from './broken-call-editor.tsx'
import { useCallSurroundings } from './call-actions.tsx'
import { CallFrame } from './call-frame.tsx'
import { Problem } from './problem.tsx'
import { usePress } from './use-press.ts'

/** Where a UTF-16 offset lies, counted from 1. */
export function positionOf(source: string, at: number): { readonly line: number; readonly column: number } {
  const before = source.slice(0, at)
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') }
}

interface MalformedCallCardProps {
  readonly call: KnownCall
  readonly broken: BrokenCall
  readonly ordinal: number
}

export function MalformedCallCard({ call, broken, ordinal }: MalformedCallCardProps) {
  const words = useWords()
  const { desk } = useCallSurroundings()
  const { problem, busy, press } = usePress()
  const [editing, setEditing] = useState(false)
  const name = broken.name ?? broken.offer?.name ?? words.call.unnamed
  const said = words.said(broken.problem)
  const save = (toolName: string, input: JsonObject) => press(() => desk.editBroken(call.key, { name: toolName, input }))
  return (
    <CallFrame call={call} ordinal={ordinal} name={name} sentence={said}>
      <p className="text-sm">{broken.offer ? `${said} ${words.call.offered}` : said}</p>
      <BrokenSource broken={broken} />
      {editing && <BrokenCallEditor broken={broken} busy={busy} onSave={save} onClose={() => setEditing(false)} />}
      <Problem text={problem} />
      {call.stage === 'malformed' && !editing && (
        <div className="flex flex-wrap gap-2">
          {broken.offer && (
            <Button tone="primary" data-action="primary" disabled={busy} onClick={() => press(() => desk.takeOffer(call.key))}>
              {words.action.takeUp}
            </Button>
          )}
          <Button
            tone={broken.offer ? 'plain' : 'primary'}
            data-action={broken.offer ? 'resend' : 'primary'}
            disabled={busy}
            onClick={() => press(() => desk.resendCall(call.key))}
          >
            {words.action.askResend}
          </Button>
          <Button data-action="edit" disabled={busy} onClick={() => setEditing(true)}>
            {words.action.editByHand}
          </Button>
          <Button disabled={busy} onClick={() => press(() => desk.treatAsText(call.key))}>
            {words.action.treatAsText}
          </Button>
        </div>
      )}
    </CallFrame>
  )
}

function BrokenSource({ broken }: { readonly broken: BrokenCall }) {
  const words = useWords()
  const { source, at } = broken
  const place = at === undefined ? undefined : positionOf(source, at)
  return (
    <figure>
      {place && <figcaption className="mb-1 text-xs text-faint">{words.call.malformedAt(place.line, place.column)}</figcaption>}
      <section
        aria-label={words.call.source}
        // A region that scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="max-h-72 overflow-auto rounded-lg border border-line bg-well/60 px-3 py-2 font-mono text-[12.5px] leading-[1.55] break-all whitespace-pre-wrap"
      >
        {at === undefined ? (
          <Characters text={source} />
        ) : (
          <>
            <Characters text={source.slice(0, at)} />
            <mark className="rounded-sm bg-bad-wash px-px text-bad outline-1 outline-bad">{source[at] ?? '⏹'}</mark>
            <Characters text={source.slice(at + 1)} />
          </>
        )}
      </section>
    </figure>
  )
}
