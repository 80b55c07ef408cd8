import type { Sentence } from '@parley/dialects'
import { type ReactNode, useState } from 'react'
import { errorSentence } from '../language/sentences.ts'
import { useWords } from '../language/words.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Problem } from '../parts/problem.tsx'
import { forgetDraft } from '../thread/kept-draft.ts'
import { ThreadList } from '../threads/thread-list.tsx'
import type { StudioServices } from './studio-services.ts'
import { goToThread } from './thread-address.ts'
import { useThreadList } from './use-thread-list.ts'

interface ThreadSidebarProps {
  readonly services: StudioServices
  readonly current: string
  readonly open: boolean
  /** Beside the thread, or over it. */
  readonly beside: boolean
  readonly onClose: () => void
  /** The way into the waiting room. */
  readonly room: ReactNode
}

export const newThreadId = (): string => crypto.randomUUID()

export function ThreadSidebar({ services, current, open, beside, onClose, room }: ThreadSidebarProps) {
  const words = useWords()
  const [search, setSearch] = useState('')
  const [problem, setProblem] = useState<string | Sentence>()
  const threads = useThreadList(services, search, current)
  const go = (id: string) => {
    goToThread(id)
    if (!beside) onClose()
  }
  const remove = (id: string, files: 'delete' | 'keep') => {
    if (id === current) goToThread(threads.find((thread) => thread.id !== id)?.id ?? newThreadId())
    setProblem(undefined)
    forgetDraft(id)
    services.remove(id, files).catch((error: unknown) => setProblem(errorSentence(error)))
  }
  const list = (
    <ThreadList
      threads={threads}
      current={current}
      search={search}
      onSearch={setSearch}
      onOpen={go}
      onNew={() => go(newThreadId())}
      onRename={(id, title) => void services.storage.threads.change(id, (thread) => ({ ...thread, title, titledBy: 'person' }))}
      countFiles={services.countFiles}
      onDelete={remove}
    />
  )
  if (!beside)
    return (
      <Dialog open={open} onClose={onClose} title={words.panel.threads} shape="sheet-left">
        <div className="flex min-h-0 flex-1 flex-col gap-2">
          {room}
          <Problem text={problem} />
          {list}
        </div>
      </Dialog>
    )
  if (!open) return null
  return (
    <aside aria-label={words.panel.threads} className="flex w-64 shrink-0 flex-col gap-3 border-r border-line bg-well/40 p-3">
      <p className="flex items-center gap-2 px-1 text-[15px] font-semibold tracking-tight">
        <img src="/icon.svg" alt="" className="size-5" />
        Parley
      </p>
      {room}
      <Problem text={problem} />
      {list}
    </aside>
  )
}
