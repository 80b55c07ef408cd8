import { useTalkWords } from '../language/talk-words.ts'
import { DialogAway } from '../parts/dialog.tsx'
import { fetchedPart, WhenFetched } from '../parts/fetched.tsx'
import type { Question } from './thread-row.tsx'
import type { ListedThread } from './use-thread-list.ts'

const RenameDialog = fetchedPart(() => import('./rename-dialog.tsx'))
const FolderDialog = fetchedPart(() => import('./folder-dialog.tsx'))
const DeleteThreadDialog = fetchedPart(() => import('./delete-thread-dialog.tsx'))

export interface Asked {
  readonly question: Question
  readonly thread: ListedThread
}

/** What is done once somebody has answered. */
export interface ThreadAnswers {
  readonly onRename: (id: string, title: string) => void
  readonly onFolder: (id: string, folder: string) => void
  readonly countFiles: (id: string) => Promise<number>
  readonly onDelete: (id: string, files: 'delete' | 'keep') => void
}

interface ThreadQuestionProps extends ThreadAnswers {
  readonly asked: Asked
  readonly threads: readonly ListedThread[]
  readonly onClose: () => void
}

/** The dialog that asks it. */
export function ThreadQuestion({ asked: { question, thread }, threads, onClose, ...answers }: ThreadQuestionProps) {
  const words = useTalkWords()
  const titles = { rename: words.thread.rename, folder: words.talks.folder, delete: words.talks.deleteTitle }
  const then =
    <Values extends readonly unknown[]>(act: (id: string, ...values: Values) => void) =>
    (...values: Values) => {
      act(thread.id, ...values)
      onClose()
    }
  const folders = [...new Set(threads.flatMap(({ folder }) => folder ?? []))]
  return (
    <WhenFetched waiting={null} failed={<DialogAway title={titles[question]} onClose={onClose} />}>
      {question === 'rename' && <RenameDialog title={thread.title} onClose={onClose} onSave={then(answers.onRename)} />}
      {question === 'folder' && (
        <FolderDialog folder={thread.folder ?? ''} folders={folders} onClose={onClose} onSave={then(answers.onFolder)} />
      )}
      {question === 'delete' && (
        <DeleteThreadDialog
          onServer={thread.onServer}
          countFiles={() => answers.countFiles(thread.id)}
          onClose={onClose}
          onDelete={then(answers.onDelete)}
        />
      )}
    </WhenFetched>
  )
}
