import type { FileSystem, Path } from '@parley/browser/files'
import type { Kept, Rehearsal, RehearsedChange } from '@parley/browser/rehearsal'
import type { Sentence } from '@parley/dialects'
import { type ReactNode, useCallback, useState } from 'react'
import { YOU } from '../../files/use-file-tree.ts'
import { type LateWords, useLateWords } from '../../language/late-words.ts'
import { errorSentence } from '../../language/sentences.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Problem } from '../../parts/problem.tsx'
import { ChangeList } from '../change-list.tsx'
import { useRehearsed } from './rehearsed-files.ts'
import { RehearsedView } from './rehearsed-view.tsx'

interface RehearsalReviewProps {
  readonly rehearsal: Rehearsal
  readonly files: FileSystem
  /** Programs and refused calls, below the files. */
  readonly children: ReactNode
  /** Shown where nothing waits. */
  readonly otherwise: ReactNode
}

const changesOf = (rehearsal: Rehearsal) => rehearsal.changes()

/** Everything that waits on the copy: keep all, some or none of it. What was kept can be taken back. */
export function RehearsalReview({ rehearsal, files, children, otherwise }: RehearsalReviewProps) {
  const words = useLateWords()
  const [problem, setProblem] = useState<string | Sentence>()
  const [kept, setKept] = useState<Kept>()
  const fail = useCallback((error: unknown) => setProblem(errorSentence(error)), [])
  const changes = useRehearsed(rehearsal, changesOf, fail)
  const act = useCallback(
    (work: Promise<Kept | undefined | void>) => {
      setProblem(undefined)
      work.then((done) => done && setKept((before) => (before ? together(before, done) : done)), fail)
    },
    [fail],
  )
  const undo = async () => {
    const conflicts: Path[] = []
    for (const call of kept?.calls ?? []) conflicts.push(...(await files.history.undo(call, YOU)).conflicts)
    setKept(undefined)
    setProblem(undoneWords(conflicts, kept?.byPerson ?? [], words))
  }
  if (!changes) return null
  return (
    <>
      <Problem text={problem} />
      {kept && <KeptNote kept={kept} onUndo={() => void undo().catch(fail)} />}
      {changes.length === 0 ? (
        otherwise
      ) : (
        <Waiting rehearsal={rehearsal} changes={changes} act={act} fail={fail} below={children} />
      )}
    </>
  )
}

const together = (one: Kept, other: Kept): Kept => ({
  kept: [...new Set([...one.kept, ...other.kept])],
  left: other.left,
  calls: [...new Set([...one.calls, ...other.calls])],
  byPerson: [...new Set([...one.byPerson, ...other.byPerson])],
})

function undoneWords(conflicts: readonly Path[], byPerson: readonly Path[], { rehearsal }: LateWords): string {
  if (conflicts.length > 0) return rehearsal.conflicts({ paths: [...conflicts, ...byPerson].join(', ') })
  return byPerson.length > 0 ? rehearsal.takenBackBut({ paths: byPerson.join(', ') }) : rehearsal.takenBack
}

function KeptNote({ kept: { kept, left, calls }, onUndo }: { readonly kept: Kept; readonly onUndo: () => void }) {
  const words = useLateWords()
  return (
    <div role="status" data-testid="rehearsal-kept" className="mb-2 flex flex-wrap items-center gap-2 text-[13px]">
      <span className="min-w-0 flex-1 wrap-anywhere">
        {words.rehearsal.kept({ count: kept.length })} {left.length > 0 && words.rehearsal.left({ paths: left.join(', ') })}
      </span>
      {calls.length > 0 && <Button onClick={onUndo}>{words.action.undo}</Button>}
    </div>
  )
}

interface WaitingProps {
  readonly rehearsal: Rehearsal
  readonly changes: readonly RehearsedChange[]
  readonly act: (work: Promise<Kept | undefined | void>) => void
  readonly fail: (error: unknown) => void
  readonly below: ReactNode
}

function Waiting({ rehearsal, changes, act, fail, below }: WaitingProps) {
  const words = useLateWords()
  const [chosen, setChosen] = useState<Path>()
  const shown = changes.find(({ path }) => path === chosen) ?? changes[0]
  return (
    <section aria-label={words.rehearsal.title} className="@container flex min-h-0 flex-1 flex-col gap-2">
      <p className="text-[13px] text-soft">{words.rehearsal.bar}</p>
      <div className="flex flex-wrap gap-2">
        <Button tone="primary" data-action="keep-all" onClick={() => act(rehearsal.keep())}>
          {words.rehearsal.keepAll}
        </Button>
        <DiscardAll count={changes.length} onDiscard={() => act(rehearsal.discard())} />
      </div>
      {shown && (
        <div className="flex min-h-0 flex-1 flex-col gap-2 @2xl:flex-row @2xl:gap-4">
          <div className="flex shrink-0 flex-col gap-2 @2xl:w-56">
            <ChangeList
              changes={changes.map((change) => ({ path: change.path, kind: kindOf(change, words) }))}
              shown={shown.path}
              onChoose={setChosen}
            />
          </div>
          <RehearsedView key={shown.path} rehearsal={rehearsal} change={shown} act={act} fail={fail} />
        </div>
      )}
      {below}
    </section>
  )
}

function kindOf({ kind, type, from }: RehearsedChange, words: LateWords): string {
  if (from) return words.rehearsal.from({ path: from.path })
  const what = kind === 'created' ? words.call.newFile : kind === 'removed' ? words.changes.gone : ''
  return type === 'folder' ? [words.rehearsal.folder, kind === 'removed' ? what : ''].join(' ').trim() : what
}

/** What is let go cannot be brought back, so it is asked. */
function DiscardAll({ count, onDiscard }: { readonly count: number; readonly onDiscard: () => void }) {
  const words = useLateWords()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button tone="danger" data-action="discard-all" onClick={() => setAsking(true)}>
        {words.rehearsal.discardAll}
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={words.rehearsal.discardTitle}
        description={words.rehearsal.discardText({ count })}
      >
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => setAsking(false)}>{words.action.cancel}</Button>
          <Button
            tone="danger"
            onClick={() => {
              setAsking(false)
              onDiscard()
            }}
          >
            {words.rehearsal.discardAll}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
