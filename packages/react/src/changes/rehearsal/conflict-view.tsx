import type { MergedPiece } from '@parley/browser/rehearsal'
import { useState } from 'react'
import { useLateWords } from '../../language/late-words.ts'
import { Button } from '../../parts/button.tsx'
import { ChangedContent, ChangedPath, DiffLines } from '../change-view.tsx'
import { agreedText, type ConflictChoice, type RehearsedFile } from './rehearsed-files.ts'

interface ConflictViewProps {
  readonly file: RehearsedFile
  /** Absent: the texts cannot be merged line by line. */
  readonly pieces: readonly MergedPiece[] | undefined
  readonly onKeep: (text: string) => void
  readonly onYours: () => void
  readonly onRehearsed: () => void
}

/** A file that both sides changed in the same place: a person chooses, place by place or for the whole. */
export function ConflictView({ file, pieces, onKeep, onYours, onRehearsed }: ConflictViewProps) {
  const words = useLateWords()
  const [choices, setChoices] = useState<readonly (ConflictChoice | undefined)[]>([])
  const conflicts = conflictsIn(pieces ?? [])
  const text = pieces && agreedText(pieces, choices)
  const choose = (place: number, choice: ConflictChoice) =>
    setChoices((before) => conflicts.map((_, index) => (index === place ? choice : before[index])))
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col gap-2" data-testid="rehearsal-conflict">
      <span className="font-mono text-[13px] wrap-anywhere">
        <ChangedPath path={file.path} />
      </span>
      <p className="text-[13px] text-wait">{pieces ? words.rehearsal.conflict : words.rehearsal.whole}</p>
      <div className="flex flex-wrap gap-2">
        {pieces && (
          <Button tone="primary" disabled={text === undefined} onClick={() => text !== undefined && onKeep(text)}>
            {words.rehearsal.keepMerged}
          </Button>
        )}
        <Button onClick={onYours}>{words.rehearsal.allYours}</Button>
        <Button onClick={onRehearsed}>{words.rehearsal.allRehearsed}</Button>
      </div>
      <div className="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto">
        {pieces ? (
          conflicts.map((conflict, place) => (
            <Conflict key={place} {...conflict} choice={choices[place]} onChoose={(choice) => choose(place, choice)} />
          ))
        ) : (
          <ChangedContent change={file} passageActions={[]} />
        )}
      </div>
    </div>
  )
}

/** A place where both sides changed the same lines, with the lines around it. */
interface Placed {
  readonly piece: Extract<MergedPiece, { kind: 'conflict' }>
  readonly above: readonly string[]
  readonly below: readonly string[]
}

const AROUND = 3

const conflictsIn = (pieces: readonly MergedPiece[]): readonly Placed[] =>
  pieces.flatMap((piece, index) => {
    if (piece.kind !== 'conflict') return []
    const [above = [], below = []] = [pieces[index - 1], pieces[index + 1]].map((near) =>
      near?.kind === 'agreed' ? linesOf(near.text) : [],
    )
    return { piece, above: above.slice(-AROUND), below: below.slice(0, AROUND) }
  })

const linesOf = (text: string): readonly string[] =>
  text.split('\n').filter((line, index, all) => line !== '' || index < all.length - 1)

interface ConflictProps extends Placed {
  readonly choice: ConflictChoice | undefined
  readonly onChoose: (choice: ConflictChoice) => void
}

const CHOICES: readonly ConflictChoice[] = ['original', 'copy', 'both']

function Conflict({ piece, above, below, choice, onChoose }: ConflictProps) {
  const words = useLateWords()
  const names = { original: words.rehearsal.yours, copy: words.rehearsal.rehearsed, both: words.rehearsal.both }
  return (
    <section className="shrink-0 overflow-hidden rounded-lg border border-line">
      <div role="group" className="flex flex-wrap justify-end gap-1 border-b border-line bg-well/60 p-1">
        {CHOICES.map((each) => (
          <Button
            key={each}
            aria-pressed={choice === each}
            tone={choice === each ? 'primary' : 'quiet'}
            onClick={() => onChoose(each)}
            className="min-h-7 text-xs"
          >
            {names[each]}
          </Button>
        ))}
      </div>
      <Lines kind="same" lines={above} />
      <Lines title={names.original} kind="removed" lines={linesOf(piece.original)} isLeft={choice === 'copy'} />
      <Lines title={names.copy} kind="added" lines={linesOf(piece.copy)} isLeft={choice === 'original'} />
      <Lines kind="same" lines={below} />
    </section>
  )
}

interface LinesProps {
  /** Whose they are. Absent: everybody's. */
  readonly title?: string
  readonly kind: 'added' | 'removed' | 'same'
  readonly lines: readonly string[]
  /** The other side was chosen. */
  readonly isLeft?: boolean
}

function Lines({ title, kind, lines, isLeft = false }: LinesProps) {
  if (lines.length === 0 && title === undefined) return null
  return (
    <div data-left={isLeft || undefined} className="data-[left]:line-through">
      {title !== undefined && <p className="px-2 pt-1 text-xs font-medium text-soft">{title}</p>}
      <DiffLines lines={lines.map((text) => ({ kind, text }))} />
    </div>
  )
}
