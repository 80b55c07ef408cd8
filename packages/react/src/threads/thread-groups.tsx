import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { type TalkWords, useTalkWords } from '../language/talk-words.ts'
import { useLanguageTag } from '../language/words.tsx'
import { Button } from '../parts/button.tsx'
import { groupThreads, type ThreadGroup } from './group-threads.ts'
import type { ListedThread, ThreadListing } from './use-thread-list.ts'

interface ThreadGroupsProps {
  readonly listing: ThreadListing
  readonly renderRow: (thread: ListedThread) => ReactNode
}

const NAME = 'px-2.5 pt-3 pb-1 text-xs font-medium text-faint'

/** The conversations under their days. Folders and the archive can be folded. */
export function ThreadGroups({ listing, renderRow }: ThreadGroupsProps) {
  const words = useTalkWords()
  const tag = useLanguageTag()
  const groups = groupThreads(listing.threads, new Date(listing.readAt))
  return groups.map((group) => {
    const rows = <Rows threads={group.threads} renderRow={renderRow} />
    const name = nameOf(group, words, tag)
    if (group.kind === 'folder' || group.kind === 'archive')
      return (
        <Foldable key={group.key} id={group.key} name={name} count={group.threads.length} isOpen={group.kind === 'folder'}>
          {rows}
        </Foldable>
      )
    return (
      <Plain key={group.key} name={name}>
        {rows}
      </Plain>
    )
  })
}

function nameOf({ kind, name, at = 0 }: ThreadGroup<unknown>, { talks }: TalkWords, tag: string): string {
  if (kind === 'folder') return name ?? ''
  if (kind === 'older') return new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric' }).format(at)
  return talks[kind]
}

/** Who takes in the conversations of years has thousands, and each row would be drawn at every change of any of them. */
const DRAWN_AT_FIRST = 60

function Rows({ threads, renderRow }: { readonly threads: readonly ListedThread[] } & Pick<ThreadGroupsProps, 'renderRow'>) {
  const words = useTalkWords()
  const [most, setMost] = useState(DRAWN_AT_FIRST)
  const rest = Math.min(threads.length - most, most)
  return (
    <>
      {threads.slice(0, most).map(renderRow)}
      {rest > 0 && (
        <li>
          <Button tone="quiet" className="w-full text-parley" onClick={() => setMost(most + rest)}>
            {words.talks.moreHits({ count: rest })}
          </Button>
        </li>
      )}
    </>
  )
}

function Plain({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={NAME}>
        {name}
      </h2>
      <ul>{children}</ul>
    </section>
  )
}

interface FoldableProps {
  readonly id: string
  readonly name: string
  readonly count: number
  /** Until somebody folds it, or opens it. */
  readonly isOpen: boolean
  readonly children: ReactNode
}

function Foldable({ id, name, count, isOpen, children }: FoldableProps) {
  const [open, setOpen] = useKeptFold(id, isOpen)
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)} className="group/fold">
      <summary className={`${NAME} flex cursor-default items-center gap-1 rounded-lg hover:text-ink`}>
        <ChevronRight aria-hidden="true" className="-ml-1 size-3.5 shrink-0 group-open/fold:rotate-90" />
        <span className="min-w-0 flex-1 truncate">{name}</span>
        <span>{count}</span>
      </summary>
      {open && <ul>{children}</ul>}
    </details>
  )
}

/** Remembered in this browser. */
function useKeptFold(id: string, otherwise: boolean): readonly [boolean, (open: boolean) => void] {
  const key = `parley-fold:${id}`
  const [open, setOpen] = useState(() => {
    const kept = localStorage.getItem(key)
    return kept === null ? otherwise : kept === 'open'
  })
  const keep = (next: boolean) => {
    setOpen(next)
    if (next === otherwise) localStorage.removeItem(key)
    else localStorage.setItem(key, next ? 'open' : 'folded')
  }
  return [open, keep]
}
