import type { FilePart } from '@parley/dialects'
import { FolderDown } from 'lucide-react'
import { useState } from 'react'
import { errorSentence } from '../language/sentences.ts'
import { useWords } from '../language/words.tsx'
import { Button, Named } from '../parts/button.tsx'
import { useCallSaving } from './call-actions.tsx'

interface KeepFileProps {
  readonly name: string
  /** Made when it is kept, and not before. */
  readonly file: () => FilePart
}

/** Puts what a result holds among the files of the thread. Nothing where there are none. */
export function KeepFile({ name, file }: KeepFileProps) {
  const words = useWords()
  const save = useCallSaving()
  const [said, setSaid] = useState<string>()
  if (!save) return null
  const keep = () => {
    save(file()).then(
      (path) => setSaid(words.call.savedAs({ path })),
      (error: unknown) => setSaid(words.said(errorSentence(error))),
    )
  }
  return (
    <>
      <span role="status" className="empty:hidden">
        {said}
      </span>
      <Button tone="quiet" onClick={keep} className="-mr-3">
        <FolderDown aria-hidden="true" className="size-4" />
        <Named shown={words.call.saveFile} spoken={words.action.full({ verb: words.call.saveFile, sentence: name })} />
      </Button>
    </>
  )
}
