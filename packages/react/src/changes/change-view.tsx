import type { Path } from '@parley/browser/files'
import { type ReactNode, useMemo, useState } from 'react'
import { Characters } from '../code/characters.tsx'
import { CodeView } from '../code/code-view.tsx'
import { DiffLine } from '../code/diff-view.tsx'
import { splitInvisible } from '../code/invisible-characters.ts'
import { languageOfPath } from '../code/language-of-path.ts'
import { type ChangedLine, changedHunks, type Hunk, lineChanges, pairedLines } from '../code/line-changes.ts'
import { useLateWords } from '../language/late-words.ts'
import { PathCode } from '../markdown/paths/path-link.tsx'
import { Button } from '../parts/button.tsx'
import type { Passages } from './take-back.ts'
import type { TurnChange } from './turn-changes.ts'

interface ChangeViewProps {
  readonly change: Pick<TurnChange, 'path' | 'before' | 'after'>
  /** What can be done with the whole file. */
  readonly actions: ReactNode
  /** What is to be known of it first. */
  readonly note?: string | undefined
  /** What can be done with a changed passage. */
  readonly passageActions: readonly PassageAction[]
  /** Before and after beside each other instead of below. */
  readonly sideBySide?: boolean
}

interface PassageAction {
  readonly title: string
  readonly disabled?: boolean
  readonly onPress: (passages: Passages) => void
}

/** One changed file: what was there, what is there now, and what can be done about it. */
export function ChangeView({ change, actions, note, ...content }: ChangeViewProps) {
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 flex-1 font-mono text-[13px] wrap-anywhere">
          <ChangedPath path={change.path} />
        </span>
        {actions}
      </div>
      {note !== undefined && <p className="text-[13px] text-wait">{note}</p>}
      <div className="min-h-0 flex-1 overflow-y-auto">
        <ChangedContent change={change} {...content} />
      </div>
    </div>
  )
}

/** Leads to the file; a name with signs in it that cannot be seen shows them instead, for it is not the name it looks like. */
export function ChangedPath({ path }: { readonly path: Path }) {
  return splitInvisible(path).some(({ code }) => code !== undefined) ? <Characters text={path} /> : <PathCode>{path}</PathCode>
}

type ContentProps = Pick<ChangeViewProps, 'change' | 'passageActions' | 'sideBySide'>

/** What there was and what there is now. */
export function ChangedContent(props: ContentProps) {
  const words = useLateWords()
  const { path, before, after } = props.change
  if (before.kind === 'binary' || after.kind === 'binary') return <p className="text-sm text-soft">{words.files.binary}</p>
  if (after.kind === 'absent')
    return before.kind === 'text' && <WholeText path={`${path} · ${words.changes.gone}`} text={before.text} />
  if (before.kind === 'absent') return <WholeText path={path} text={after.text} />
  return <PassageList {...props} before={before.text} after={after.text} />
}

function WholeText({ path, text }: { readonly path: string; readonly text: string }) {
  const [open, setOpen] = useState(false)
  return <CodeView text={text} language={languageOfPath(path)} label={path} open={open} onOpen={() => setOpen(true)} />
}

interface PassageListProps extends ContentProps {
  readonly before: string
  readonly after: string
}

const countPassages = (lines: readonly ChangedLine[]): number =>
  lines.filter((line, index) => line.kind !== 'same' && (lines[index - 1]?.kind ?? 'same') === 'same').length

interface Numbered {
  readonly hunk: Hunk
  readonly passages: Passages
}

function numbered(hunks: readonly Hunk[]): readonly Numbered[] {
  let from = 0
  return hunks.map((hunk) => {
    const to = from + (hunk.kind === 'gap' ? 0 : countPassages(hunk.lines))
    const passages = { from, to }
    from = to
    return { hunk, passages }
  })
}

function PassageList({ change, before, after, passageActions, sideBySide }: PassageListProps) {
  const words = useLateWords()
  const hunks = useMemo(() => {
    const changes = lineChanges(before, after)
    return changes && numbered(changedHunks(changes.lines))
  }, [before, after])
  if (!hunks) return <WholeText path={change.path} text={after} />
  return hunks.map(({ hunk, passages }, index) =>
    hunk.kind === 'gap' ? (
      <p key={index} className="py-1 text-center text-xs text-faint">
        {words.call.unchangedLines({ count: hunk.count })}
      </p>
    ) : (
      <section key={index} data-passage="" className="overflow-hidden rounded-lg border border-line">
        <div className="flex justify-end border-b border-line bg-well/60 px-1">
          {passageActions.map(({ title, disabled, onPress }) => (
            <Button key={title} tone="quiet" disabled={disabled} onClick={() => onPress(passages)} className="min-h-7 text-xs">
              {title}
            </Button>
          ))}
        </div>
        {sideBySide ? <PairedLines lines={hunk.lines} /> : <DiffLines lines={hunk.lines} />}
      </section>
    ),
  )
}

const LINES = 'py-1 font-mono text-[12.5px] leading-[1.55]'

export function DiffLines({ lines }: { readonly lines: readonly ChangedLine[] }) {
  return (
    <div className={LINES}>
      {lines.map((line, row) => (
        <DiffLine key={row} line={line} wrap />
      ))}
    </div>
  )
}

/** What was there on the left, what is there now on the right. */
function PairedLines({ lines }: { readonly lines: readonly ChangedLine[] }) {
  return (
    <div className={LINES}>
      {pairedLines(lines).map((pair, row) => (
        <div key={row} data-pair="" className="grid grid-cols-2 divide-x divide-line">
          {[pair.before, pair.after].map((line, side) => (
            <div key={side} className={`min-w-0 [&>*]:h-full ${line ? '' : 'bg-well/50'}`}>
              {line && <DiffLine line={line} wrap />}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
