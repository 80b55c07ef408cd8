import type { ThreadStore } from '@parley/browser'
import { MessageSquarePlus, Search } from 'lucide-react'
import { useState } from 'react'
import { useTalkWords } from '../language/talk-words.ts'
import { Button } from '../parts/button.tsx'
import { FoundThreads } from './found-threads.tsx'
import { ThreadGroups } from './thread-groups.tsx'
import { type Asked, type ThreadAnswers, ThreadQuestion } from './thread-question.tsx'
import { ThreadRow } from './thread-row.tsx'
import type { ThreadListing } from './use-thread-list.ts'
import { useThreadSearch } from './use-thread-search.ts'

export interface ThreadListProps extends ThreadAnswers {
  readonly listing: ThreadListing
  readonly store: ThreadStore
  readonly current: string
  readonly onOpen: (id: string) => void
  readonly onHit: (id: string, messageId: string, words: string) => void
  readonly onNew: () => void
  readonly onMark: (id: string, mark: 'pinned' | 'archived', on: boolean) => void
}

export function ThreadList(props: ThreadListProps) {
  const words = useTalkWords()
  const [asked, setAsked] = useState<Asked>()
  const [sought, setSought] = useState('')
  const search = useThreadSearch(props.store, sought)
  return (
    <nav aria-label={words.thread.list} className="flex min-h-0 flex-1 flex-col gap-2">
      <Button onClick={props.onNew} className="w-full">
        <MessageSquarePlus aria-hidden="true" className="size-4" />
        {words.thread.new}
      </Button>
      <label className="flex min-h-9 items-center gap-2 rounded-lg border border-line bg-sheet px-2.5 focus-within:border-parley">
        <Search aria-hidden="true" className="size-4 text-faint" />
        <span className="sr-only">{words.talks.search}</span>
        <input
          type="search"
          value={sought}
          placeholder={words.talks.search}
          onChange={(event) => setSought(event.target.value)}
          className="min-w-0 flex-1 bg-transparent text-[13px] outline-none placeholder:text-faint [&::-webkit-search-cancel-button]:grayscale"
        />
      </label>
      {search ? (
        <FoundThreads
          search={search}
          threads={props.listing.threads}
          current={props.current}
          onOpen={props.onOpen}
          onHit={(id, messageId) => props.onHit(id, messageId, search.words.trim())}
        />
      ) : (
        <div className="-mx-1 min-h-0 flex-1 overflow-y-auto px-1">
          <ThreadGroups
            listing={props.listing}
            renderRow={(thread) => (
              <ThreadRow
                key={thread.id}
                thread={thread}
                current={thread.id === props.current}
                onOpen={() => props.onOpen(thread.id)}
                onAsk={(question) => setAsked({ question, thread })}
                onMark={(mark, on) => props.onMark(thread.id, mark, on)}
              />
            )}
          />
        </div>
      )}
      {asked && <ThreadQuestion {...props} threads={props.listing.threads} asked={asked} onClose={() => setAsked(undefined)} />}
    </nav>
  )
}
