import type { Path } from '@parley/browser/files'
import { Characters } from '../code/characters.tsx'
import { useLateWords } from '../language/late-words.ts'

interface ListedChange {
  readonly path: Path
  /** What became of it, in a word or none. */
  readonly kind: string
}

interface ChangeListProps {
  readonly changes: readonly ListedChange[]
  readonly shown: Path
  readonly onChoose: (path: Path) => void
}

/** The changed files, of which one is looked at. */
export function ChangeList({ changes, shown, onChoose }: ChangeListProps) {
  const words = useLateWords()
  return (
    <ul aria-label={words.changes.review} className="max-h-32 overflow-y-auto @2xl:max-h-none @2xl:min-h-0 @2xl:flex-1">
      {changes.map(({ path, kind }) => (
        <li key={path}>
          <button
            type="button"
            aria-current={path === shown || undefined}
            onClick={() => onChoose(path)}
            className={`flex min-h-9 w-full items-center gap-2 rounded-lg px-2 py-1 text-left pointer-coarse:min-h-11 ${path === shown ? 'bg-parley-wash' : 'hover:bg-well'}`}
          >
            <span className="min-w-0 flex-1 font-mono text-xs wrap-anywhere">
              <Characters text={path} />
            </span>
            <span className="text-xs text-soft">{kind}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
