import type { Found, Hit } from '@parley/browser'
import { useState } from 'react'
import { useTalkWords } from '../language/talk-words.ts'
import type { ListedThread } from './use-thread-list.ts'
import type { ThreadSearch } from './use-thread-search.ts'

interface FoundThreadsProps {
  readonly search: ThreadSearch
  /** All there are now: one that was found may have another title since, or be deleted. */
  readonly threads: readonly ListedThread[]
  readonly current: string
  readonly onOpen: (threadId: string) => void
  readonly onHit: (threadId: string, messageId: string) => void
}

/** Where the words stand: each conversation with its last places, each of them the way there. */
export function FoundThreads({ search, threads, current, onOpen, onHit }: FoundThreadsProps) {
  const words = useTalkWords()
  const { isOver } = search
  const found = search.found.flatMap((one) => {
    const now = threads.find(({ id }) => id === one.thread.id)
    return now ? [{ ...one, thread: { ...one.thread, title: now.title } }] : []
  })
  return (
    <>
      <p role="status" className="px-2.5 text-[13px] text-faint empty:hidden">
        {!isOver && words.talks.searching}
        {isOver && found.length === 0 && words.talks.noneFound}
      </p>
      <ul className="-mx-1 min-h-0 flex-1 overflow-y-auto px-1">
        {found.map((one) => (
          <FoundThread
            key={one.thread.id}
            found={one}
            words={search.words.trim()}
            current={one.thread.id === current}
            onOpen={() => onOpen(one.thread.id)}
            onHit={(messageId) => onHit(one.thread.id, messageId)}
          />
        ))}
      </ul>
    </>
  )
}

interface FoundThreadProps {
  readonly found: Found
  readonly words: string
  readonly current: boolean
  readonly onOpen: () => void
  readonly onHit: (messageId: string) => void
}

const ROW = 'block min-h-9 w-full rounded-lg px-2.5 py-1.5 text-left hover:bg-well pointer-coarse:min-h-11'

/** As many places as are shown of a conversation before somebody asks for all. */
const FIRST = 3

function FoundThread({ found: { thread, hits, count }, words: sought, current, onOpen, onHit }: FoundThreadProps) {
  const words = useTalkWords()
  const [isWhole, setWhole] = useState(false)
  const last = hits.at(-1)
  const shown = hits.toReversed().slice(0, isWhole ? hits.length : FIRST)
  return (
    <li className="border-b border-line py-1 last:border-0">
      <button type="button" className={ROW} onClick={() => (last ? onHit(last.messageId) : onOpen())}>
        <span className={`block truncate text-[13px] ${current ? 'font-semibold' : 'font-medium'}`}>
          <MarkedTitle title={thread.title || words.thread.untitled} sought={sought} />
        </span>
        <span className="block text-xs text-faint">
          {[thread.archived && words.talks.archive, count > 0 && words.talks.hits({ count })].filter(Boolean).join(' · ')}
        </span>
      </button>
      {shown.map((hit) => (
        <button key={hit.messageId} type="button" className={ROW} data-hit="" onClick={() => onHit(hit.messageId)}>
          <Excerpt hit={hit} />
        </button>
      ))}
      {shown.length < hits.length && (
        <button type="button" className={`${ROW} text-xs text-parley`} onClick={() => setWhole(true)}>
          {words.talks.moreHits({ count: hits.length - shown.length })}
        </button>
      )}
    </li>
  )
}

const MARK = 'rounded-xs bg-wait-wash text-wait'

function Excerpt({ hit: { excerpt, at, length } }: { readonly hit: Hit }) {
  return (
    <span className="line-clamp-2 text-xs wrap-anywhere text-soft">
      {excerpt.slice(0, at)}
      <mark className={MARK}>{excerpt.slice(at, at + length)}</mark>
      {excerpt.slice(at + length)}
    </span>
  )
}

function MarkedTitle({ title, sought }: { readonly title: string; readonly sought: string }) {
  const at = title.toLowerCase().indexOf(sought.toLowerCase())
  if (at === -1) return title
  return (
    <>
      {title.slice(0, at)}
      <mark className={MARK}>{title.slice(at, at + sought.length)}</mark>
      {title.slice(at + sought.length)}
    </>
  )
}
