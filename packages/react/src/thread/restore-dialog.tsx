import { type FileSystem, type LoggedOperation, ROOT } from '@parley/browser/files'
import type { Sentence } from '@parley/dialects'
import { useEffect, useState } from 'react'
import { errorSentence } from '../language/sentences.ts'
import { useWords } from '../language/words.tsx'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Problem } from '../parts/problem.tsx'

interface RestoreDialogProps {
  readonly files: FileSystem
  /** The moment to go back to, in milliseconds since 1970. */
  readonly time: number
  readonly onConversation: () => void
  readonly onClose: () => void
}

const YOU = { actor: 'user' } as const

interface Since {
  readonly version: number
  readonly operations: readonly LoggedOperation[]
}

/** What has happened to the files since then. */
function useSince({ history }: FileSystem, time: number): Since | undefined {
  const [since, setSince] = useState<Since>()
  useEffect(() => {
    let left = false
    const read = async () => {
      const version = await history.versionAt(time)
      const operations = (await history.operations()).filter((operation) => operation.version > version)
      if (!left) setSince({ version, operations })
    }
    void read()
    return () => {
      left = true
    }
  }, [history, time])
  return since
}

/** Back to a message: its files, the conversation, or both; what would change is listed first. */
export default function RestoreDialog({ files, time, onConversation, onClose }: RestoreDialogProps) {
  const words = useWords()
  const since = useSince(files, time)
  const [problem, setProblem] = useState<string | Sentence>()
  const paths = [...new Set(since?.operations.flatMap((operation) => operation.paths))]
  const restore = (then: () => void) => {
    if (!since) return
    files.history.restoreAll(ROOT, since.version, YOU).then(
      () => then(),
      (error: unknown) => setProblem(errorSentence(error)),
    )
  }
  return (
    <Dialog open onClose={onClose} title={words.restore.title} description={words.restore.text}>
      {paths.length === 0 ? (
        <p className="mb-3 text-[13px] text-soft">{words.restore.unchanged}</p>
      ) : (
        <ul
          aria-label={words.restore.changed}
          className="mb-3 max-h-40 overflow-y-auto rounded-lg bg-well px-3 py-2 font-mono text-xs"
        >
          {paths.map((path) => (
            <li key={path}>{path}</li>
          ))}
        </ul>
      )}
      <Problem text={problem} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button disabled={paths.length === 0} onClick={() => restore(onClose)}>
          {words.restore.files}
        </Button>
        <Button
          onClick={() => {
            onClose()
            onConversation()
          }}
        >
          {words.restore.conversation}
        </Button>
        <Button
          disabled={paths.length === 0}
          onClick={() =>
            restore(() => {
              onClose()
              onConversation()
            })
          }
        >
          {words.restore.both}
        </Button>
      </div>
    </Dialog>
  )
}
