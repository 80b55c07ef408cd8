import { type FileEntry, type FileSystem, isFileError } from '@parley/browser/files'
import type { Sentence } from '@parley/dialects'
import { useState } from 'react'
import { CodeEditor } from '../code/code-editor.tsx'
import { languageOfPath } from '../code/language-of-path.ts'
import { useLateWords } from '../language/late-words.ts'
import { Button } from '../parts/button.tsx'
import { KeyHint } from '../parts/key-hint.tsx'
import { Problem } from '../parts/problem.tsx'
import { useFileText } from './use-file-text.ts'
import { YOU } from './use-file-tree.ts'

/** The person's own hand in a file. Saving over what somebody else wrote meanwhile is refused until it was seen. */
export function FileEditor({ files, entry }: { readonly files: FileSystem; readonly entry: FileEntry }) {
  const words = useLateWords()
  const content = useFileText(files, entry)
  const [draft, setDraft] = useState<{ readonly text: string; readonly version: number }>()
  const [problem, setProblem] = useState<string | Sentence>()
  if (content.kind === 'loading') return null
  if (content.kind === 'binary') return <p className="p-2 text-sm text-soft">{words.files.binary}</p>
  if (content.kind === 'failed') return <Problem text={content.error} />
  const dirty = draft !== undefined && draft.text !== content.text
  const save = () => {
    if (!draft) return
    files.write(entry.path, draft.text, YOU, { expect: draft.version }).then(
      // Kept until the file is read anew: otherwise the old text would stand there for a moment.
      ({ entry: { version } }) => setDraft({ text: draft.text, version }),
      (error: unknown) => setProblem(isFileError(error) && error.code === 'ESTALE' ? words.files.stale : String(error)),
    )
  }
  const revert = () => {
    setDraft(undefined)
    setProblem(undefined)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className="flex min-h-0 flex-1 flex-col gap-2"
      onKeyDown={(event) => {
        if (!(event.ctrlKey || event.metaKey) || event.key !== 's') return
        event.preventDefault()
        save()
      }}
    >
      <div className="min-h-0 flex-1 overflow-hidden rounded-lg border border-line">
        <CodeEditor
          fill
          text={draft?.text ?? content.text}
          language={languageOfPath(entry.path)}
          label={entry.path}
          onChange={(text) => setDraft((before) => ({ text, version: before?.version ?? content.version }))}
        />
      </div>
      <Problem text={problem} />
      {dirty && (
        <div className="flex items-center gap-2">
          <Button tone="primary" onClick={save}>
            {words.files.save}
            <KeyHint keys="Mod+S" />
          </Button>
          <Button onClick={revert}>{words.files.revert}</Button>
          <span className="text-xs text-wait">{words.files.unsaved}</span>
        </div>
      )}
    </div>
  )
}
