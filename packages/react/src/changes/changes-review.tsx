import type { FileSystem, Path } from '@parley/browser/files'
import type { Sentence } from '@parley/dialects'
import { useCallback, useEffect, useState } from 'react'
import { useLateWords } from '../language/late-words.ts'
import { errorSentence } from '../language/sentences.ts'
import { Button } from '../parts/button.tsx'
import { Problem } from '../parts/problem.tsx'
import { ChangeList } from './change-list.tsx'
import { ChangeView } from './change-view.tsx'
import { takeBackFile, takeBackPassages } from './take-back.ts'
import { reviewerOf, type TurnChange, turnChanges } from './turn-changes.ts'

export interface ChangesReviewProps {
  readonly files: FileSystem
  /** The keys of the calls whose changes are shown. */
  readonly calls: readonly string[]
  /** The file that is looked at. Absent: the first one. */
  readonly chosen: Path | undefined
  readonly onChoose: (path: Path) => void
  readonly sideBySide?: boolean
}

/** Everything that one turn did to files: which ones, what in each, and the way back for a passage, a file, or all. */
export function ChangesReview({ files, calls, chosen, onChoose, sideBySide = false }: ChangesReviewProps) {
  const words = useLateWords()
  const [problem, setProblem] = useState<string | Sentence>()
  const fail = useCallback((error: unknown) => setProblem(errorSentence(error)), [])
  const changes = useTurnChanges(files, calls.join('\n'), fail)
  const shown = changes?.find(({ path }) => path === chosen) ?? changes?.[0]
  const current = changes?.filter(({ isCurrent }) => isCurrent) ?? []
  const reviewer = reviewerOf(calls)
  const listed = ({ path, before, after }: TurnChange) => ({
    path,
    kind: before.kind === 'absent' ? words.call.newFile : after.kind === 'absent' ? words.changes.gone : '',
  })
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
            <ChangeList changes={changes.map(listed)} shown={shown.path} onChoose={onChoose} />
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
            sideBySide={sideBySide}
            note={shown.isCurrent ? undefined : words.changes.since}
            actions={
              <Button
                data-action="take-file-back"
                disabled={!shown.isCurrent}
                onClick={() => void takeBackFile(files, shown, reviewer).catch(fail)}
              >
                {words.changes.takeBack}
              </Button>
            }
            passageActions={[
              {
                title: words.changes.takePassage,
                disabled: !shown.isCurrent,
                onPress: (passages) => void takeBackPassages(files, shown, passages, reviewer).catch(fail),
              },
            ]}
          />
        </div>
      )}
    </div>
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
