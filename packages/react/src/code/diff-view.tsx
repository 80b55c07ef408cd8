import { useMemo } from 'react'
import { useWords } from '../language/words.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { Characters } from './characters.tsx'
import { CodeView } from './code-view.tsx'
import { languageOfPath } from './language-of-path.ts'
import { type ChangedLine, changedHunks, lineChanges } from './line-changes.ts'

interface DiffViewProps {
  readonly path: string
  readonly before: string | undefined
  readonly after: string
  /** Only what changes with a few lines around it, or both texts whole. */
  readonly compact: boolean
  readonly onToggleCompact: () => void
  readonly open: boolean
  readonly onOpen: () => void
  /** It stands in a card that waits: nothing lies beyond an edge, and the card scrolls instead of it. */
  readonly whole?: boolean
}

export function DiffView({ path, before, after, compact, onToggleCompact, open, onOpen, whole = false }: DiffViewProps) {
  const words = useWords()
  const changes = useMemo(() => (before === undefined ? undefined : lineChanges(before, after)), [before, after])
  if (!changes) {
    const title = before === undefined ? `${path} · ${words.call.newFile}` : path
    return (
      <CodeView
        text={after}
        language={languageOfPath(path)}
        label={path}
        title={title}
        open={open}
        onOpen={onOpen}
        whole={whole}
      />
    )
  }
  const hunks = compact ? changedHunks(changes.lines) : [{ kind: 'lines' as const, lines: changes.lines }]
  return (
    <div className={`rounded-lg border border-line bg-sheet ${whole ? '' : 'overflow-hidden'}`}>
      <div className="flex min-h-9 items-center gap-2 rounded-t-lg border-b border-line bg-well/60 pl-3 text-xs text-soft">
        <span className="min-w-0 flex-1 font-mono break-all">
          <Characters text={path} />
        </span>
        <span className="font-mono text-good">+{changes.added}</span>
        <span className="font-mono text-bad">−{changes.removed}</span>
        <button
          type="button"
          aria-pressed={compact}
          onClick={onToggleCompact}
          className="rounded px-1.5 py-1 hover:bg-well hover:text-ink"
        >
          {words.action.toggleDiff}
        </button>
        <CopyButton text={after} />
      </div>
      <section
        aria-label={path}
        // A region that scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={whole ? undefined : 0}
        className={`py-1 font-mono text-[12.5px] leading-[1.55] ${whole ? '' : 'max-h-[28rem] overflow-auto'}`}
      >
        {hunks.map((hunk, index) =>
          hunk.kind === 'gap' ? (
            <div
              key={index}
              className="border-y border-line/60 bg-well/50 px-3 text-center text-xs text-faint first:border-t-0 last:border-b-0"
            >
              {words.call.unchangedLines({ count: hunk.count })}
            </div>
          ) : (
            hunk.lines.map((line, row) => <DiffLine key={`${index}:${row}`} line={line} wrap={whole} />)
          ),
        )}
      </section>
    </div>
  )
}

const LOOK: { readonly [Kind in ChangedLine['kind']]: readonly [sign: string, className: string] } = {
  same: [' ', ''],
  added: ['+', 'bg-good-wash'],
  removed: ['−', 'bg-bad-wash'],
}

export function DiffLine({ line, wrap }: { readonly line: ChangedLine; readonly wrap: boolean }) {
  const [sign, look] = LOOK[line.kind]
  return (
    <div data-row="" className={`flex ${wrap ? '' : 'w-max min-w-full'} ${look}`}>
      <span aria-hidden="true" className="w-11 shrink-0 select-none pr-2 text-right text-faint">
        {line.after ?? line.before}
      </span>
      <span className={`w-5 shrink-0 select-none font-semibold ${line.kind === 'added' ? 'text-good' : 'text-bad'}`}>{sign}</span>
      <span className={`min-w-0 pr-3 ${wrap ? 'wrap-anywhere whitespace-pre-wrap' : 'whitespace-pre'}`}>
        <Characters text={line.text} />
      </span>
    </div>
  )
}
