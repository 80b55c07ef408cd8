import type { MergedPiece } from '@parley/browser/rehearsal'
import { useState } from 'react'
import { useLateWords } from '../../language/late-words.ts'
import { PathLink } from '../../markdown/path-link.tsx'
import { Button } from '../../parts/button.tsx'
import { DiffLines } from '../change-view.tsx'
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
  const conflicts = (pieces ?? []).filter((piece) => piece.kind === 'conflict')
  const text = pieces && agreedText(pieces, choices)
  const choose = (place: number, choice: ConflictChoice) =>
    setChoices((before) => conflicts.map((_, index) => (index === place ? choice : before[index])))
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col gap-2" data-testid="rehearsal-conflict">
      <span className="font-mono text-[13px] wrap-anywhere">
        <PathLink>{file.path}</PathLink>
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
        {conflicts.map((conflict, place) => (
          <Conflict key={place} piece={conflict} choice={choices[place]} onChoose={(choice) => choose(place, choice)} />
        ))}
      </div>
    </div>
  )
}

interface ConflictProps {
  readonly piece: Extract<MergedPiece, { kind: 'conflict' }>
  readonly choice: ConflictChoice | undefined
  readonly onChoose: (choice: ConflictChoice) => void
}

const CHOICES: readonly ConflictChoice[] = ['original', 'copy', 'both']

function Conflict({ piece, choice, onChoose }: ConflictProps) {
  const words = useLateWords()
  const names = { original: words.rehearsal.yours, copy: words.rehearsal.rehearsed, both: words.rehearsal.both }
  const lines = [...toLines(piece.original, 'removed'), ...toLines(piece.copy, 'added')]
  return (
    <section className="overflow-hidden rounded-lg border border-line">
      <div className="flex flex-wrap justify-end gap-1 border-b border-line bg-well/60 p-1">
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
      <DiffLines lines={lines} />
    </section>
  )
}

const toLines = (text: string, kind: 'added' | 'removed') =>
  text
    .split('\n')
    .filter((line, index, all) => line !== '' || index < all.length - 1)
    .map((line) => ({ kind, text: line }))
