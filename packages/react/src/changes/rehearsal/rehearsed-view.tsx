import type { Kept, Rehearsal, RehearsedChange } from '@parley/browser/rehearsal'
import { useCallback } from 'react'
import { useLateWords } from '../../language/late-words.ts'
import { Button } from '../../parts/button.tsx'
import { ChangeView } from '../change-view.tsx'
import type { Passages } from '../take-back.ts'
import { ConflictView } from './conflict-view.tsx'
import { agreedText, discardPassages, keepPassages, type RehearsedFile, readRehearsed, useRehearsed } from './rehearsed-files.ts'

interface RehearsedViewProps {
  readonly rehearsal: Rehearsal
  readonly change: RehearsedChange
  readonly act: (work: Promise<Kept | undefined | void>) => void
  readonly fail: (error: unknown) => void
}

/** One change of the copy, beside what the file is now. */
export function RehearsedView({ rehearsal, change, act, fail }: RehearsedViewProps) {
  const { path, isStale } = change
  const read = useCallback((from: Rehearsal) => readRehearsed(from, path, isStale), [path, isStale])
  const file = useRehearsed(rehearsal, read, fail)
  if (!file) return null
  const merged = file.merged && agreedText(file.merged, [])
  if (isStale && merged === undefined)
    return (
      <ConflictView
        file={file}
        pieces={file.merged}
        onKeep={(text) => act(keepWhole(rehearsal, file, text))}
        onYours={() => act(rehearsal.discard([path]))}
        onRehearsed={() => act(rehearsal.keep([path], { overwrites: true }))}
      />
    )
  return <Plain rehearsal={rehearsal} change={change} act={act} file={file} merged={merged} />
}

interface PlainProps extends Omit<RehearsedViewProps, 'fail'> {
  readonly file: RehearsedFile
  /** What both sides make together. Absent: the file was not changed meanwhile. */
  readonly merged: string | undefined
}

function Plain({ rehearsal, change: { path, type }, act, file, merged }: PlainProps) {
  const words = useLateWords()
  const keep = () => act(merged === undefined ? rehearsal.keep([path]) : keepWhole(rehearsal, file, merged))
  const note = merged === undefined ? (type === 'folder' ? words.rehearsal.folderHint : undefined) : words.rehearsal.merged
  const passageActions = [
    { title: words.rehearsal.keepPassage, onPress: (passages: Passages) => act(keepPassages(rehearsal, file, passages)) },
    { title: words.rehearsal.discardPassage, onPress: (passages: Passages) => act(discardPassages(rehearsal, file, passages)) },
  ]
  return (
    <ChangeView
      change={file}
      note={note}
      actions={
        <>
          <Button tone="primary" data-action="keep-file" onClick={keep}>
            {merged === undefined ? words.rehearsal.keepFile : words.rehearsal.keepMerged}
          </Button>
          <Button data-action="discard-file" onClick={() => act(rehearsal.discard([path]))}>
            {merged === undefined ? words.rehearsal.discardFile : words.rehearsal.allYours}
          </Button>
        </>
      }
      passageActions={merged === undefined ? passageActions : []}
    />
  )
}

/** What a person made of both sides is all there is of the file: nothing of it goes on waiting. */
async function keepWhole(rehearsal: Rehearsal, { path, original }: RehearsedFile, text: string): Promise<Kept | undefined> {
  return original && (await rehearsal.keepText(path, text, original.entry, { whole: true }))
}
