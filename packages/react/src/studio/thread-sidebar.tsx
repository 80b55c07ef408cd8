import type { ThreadRecord } from '@parley/browser'
import type { ReactNode } from 'react'
import { useWords } from '../language/words.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { markDeleted } from '../threads/deleted-threads.ts'
import { ThreadList } from '../threads/thread-list.tsx'
import { useThreadList } from '../threads/use-thread-list.ts'
import { SidebarFrame } from './sidebar-frame.tsx'
import type { StudioServices } from './studio-services.ts'
import { goToMessage, goToThread, newThreadId } from './thread-address.ts'

interface ThreadSidebarProps {
  readonly services: StudioServices
  readonly current: string
  /** Beside the thread, or over it. */
  readonly beside: boolean
  readonly onClose: () => void
  /** The way into the waiting room. */
  readonly room: ReactNode
}

/** The conversations, and everything that is done with a whole one. */
export default function ThreadSidebar({ services, current, beside, onClose, room }: ThreadSidebarProps) {
  const words = useWords()
  const { threads: store } = services.storage
  const listing = useThreadList(services, current)
  const leave = () => {
    if (!beside) onClose()
  }
  const go = (id: string) => {
    goToThread(id)
    leave()
  }
  const remove = (id: string, files: 'delete' | 'keep') => {
    if (id === current) goToThread(listing.threads.find((thread) => thread.id !== id && !thread.archived)?.id ?? newThreadId())
    leave()
    void markDeleted(services, id, files, Date.now())
  }
  const change = (id: string, step: (thread: ThreadRecord) => ThreadRecord) => void store.change(id, step)
  const list = (
    <ThreadList
      listing={listing}
      store={store}
      current={current}
      onOpen={go}
      onHit={(id, message, sought) => {
        goToMessage(id, { message, words: sought })
        leave()
      }}
      onNew={() => go(newThreadId())}
      onRename={(id, title) => change(id, (thread) => ({ ...thread, title, titledBy: 'person' }))}
      onFolder={(id, folder) => change(id, (thread) => inFolder(thread, folder))}
      onMark={(id, mark, on) => change(id, (thread) => marked(thread, mark, on))}
      countFiles={services.countFiles}
      onDelete={remove}
    />
  )
  if (!beside)
    return (
      <Dialog open onClose={onClose} title={words.panel.threads} shape="sheet-left">
        <div className="flex min-h-0 flex-1 flex-col gap-2">
          {room}
          {list}
        </div>
      </Dialog>
    )
  return (
    <SidebarFrame>
      {room}
      {list}
    </SidebarFrame>
  )
}

function inFolder({ folder: _before, ...thread }: ThreadRecord, folder: string): ThreadRecord {
  return { ...thread, ...(folder !== '' && { folder }) }
}

function marked(record: ThreadRecord, mark: 'pinned' | 'archived', on: boolean): ThreadRecord {
  const { [mark]: _before, ...thread } = record
  return on ? { ...thread, [mark]: true } : thread
}
