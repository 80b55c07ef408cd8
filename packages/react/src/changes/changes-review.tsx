import type { FileSystem, Path } from '@parley/browser/files'
import type { Sentence } from '@parley/dialects'
import { useCallback, useEffect, useState } from 'react'
import { useLateWords } from '../language/late-words.ts'
import { errorSentence } from '../language/sentences.ts'
import { Button } from '../parts/button.tsx'
import { Problem } from '../parts/problem.tsx'
import { ChangeView } from './change-view.tsx'
import { takeBackFile, takeBackPassages } from './take-back.ts'
import { reviewerOf, type TurnChange, turnChanges } from './turn-changes.ts'

interface ChangesReviewProps {
  readonly files: FileSystem
  /** The keys of the calls whose changes are shown. */
  readonly calls: readonly string[]
}

/** Everything that one turn did to files: which ones, what in each, and the way back for a passage, a file, or all. */
export function ChangesReview({ files, calls }: ChangesReviewProps) {
  const words = useLateWords()
  const [problem, setProblem] = useState<string | Sentence>()
  const fail = useCallback((error: unknown) => setProblem(errorSentence(error)), [])
  const changes = useTurnChanges(files, calls.join('\n'), fail)
  const [chosen, setChosen] = useState<Path>()
  const shown = changes?.find(({ path }) => path === chosen) ?? changes?.[0]
  const current = changes?.filter(({ isCurrent }) => isCurrent) ?? []
  const reviewer = reviewerOf(calls)
  const takeAllBack = async () => {
    for (const change of current) await takeBackFile(files, change, reviewer)
  }
  return (
    <div className="@container flex min-h-0 flex-1 flex-col gap-2">
      <Problem text={problem} />
      {changes?.length === 0 && <p className="text-sm text-soft">{words.changes.none}</p>}
      {changes && shown && (
        <div className="flex min-h-0 flex-1 flex-col gap-2 @2xl:flex-row @2xl:gap-4">
          <div className="flex shrink-0 flex-col gap-2 @2xl:w-56">
            <ChangeList changes={changes} shown={shown} onChoose={setChosen} />
            <Button
              tone="danger"
              data-action="take-all-back"
              disabled={current.length === 0}
              onClick={() => void takeAllBack().catch(fail)}
            >
              {words.changes.takeAll}
            </Button>
          </div>
          <ChangeView
            key={shown.path}
            change={shown}
            onTakeBack={() => void takeBackFile(files, shown, reviewer).catch(fail)}
            onTakePassage={(passages) => void takeBackPassages(files, shown, passages, reviewer).catch(fail)}
          />
        </div>
      )}
    </div>
  )
}

interface ChangeListProps {
  readonly changes: readonly TurnChange[]
  readonly shown: TurnChange
  readonly onChoose: (path: Path) => void
}

function ChangeList({ changes, shown, onChoose }: ChangeListProps) {
  const words = useLateWords()
  const kindOf = ({ before, after }: TurnChange) => {
    if (before.kind === 'absent') return words.call.newFile
    return after.kind === 'absent' ? words.changes.gone : ''
  }
  return (
    <ul aria-label={words.changes.review} className="max-h-32 overflow-y-auto @2xl:max-h-none @2xl:min-h-0 @2xl:flex-1">
      {changes.map((change) => (
        <li key={change.path}>
          <button
            type="button"
            aria-current={change === shown || undefined}
            onClick={() => onChoose(change.path)}
            className={`flex min-h-9 w-full items-center gap-2 rounded-lg px-2 py-1 text-left pointer-coarse:min-h-11 ${change === shown ? 'bg-parley-wash' : 'hover:bg-well'}`}
          >
            <span className="min-w-0 flex-1 font-mono text-xs wrap-anywhere">{change.path}</span>
            <span className="text-xs text-soft">{kindOf(change)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** What is left of the changes of these calls, as the files change. */
function useTurnChanges(files: FileSystem, calls: string, onProblem: (error: unknown) => void) {
  const [changes, setChanges] = useState<readonly TurnChange[]>()
  useEffect(() => {
    let left = false
    const read = () =>
      turnChanges(files, calls.split('\n')).then((found) => {
        if (!left) setChanges(found)
        return found
      }, onProblem)
    void read()
    const end = files.watch(() => void read())
    return () => {
      left = true
      end()
    }
  }, [files, calls, onProblem])
  return changes
}
