import type { FileEntry, FileSystem, Path } from '@parley/browser/files'
import { useEffect, useState } from 'react'
import { CodeView } from '../code/code-view.tsx'
import { languageOfPath } from '../code/language-of-path.ts'
import { useFileText } from '../files/use-file-text.ts'
import { YOU } from '../files/use-file-tree.ts'
import { useLateWords } from '../language/late-words.ts'
import Markdown from '../markdown/markdown.tsx'
import { pictureIn, TO_LOOK_AT } from './file-picture.ts'

export interface ViewProps {
  readonly files: FileSystem
  readonly entry: FileEntry
}

/** The text of a file, or the sentence why there is none. */
export function useShownText({ files, entry }: ViewProps): { readonly text?: string; readonly problem?: string } {
  const words = useLateWords()
  const content = useFileText(files, entry)
  if (content.kind === 'text') return { text: content.text }
  if (content.kind === 'loading') return {}
  return { problem: content.kind === 'binary' ? words.preview.binary : words.said(content.error) }
}

export function MarkdownView(props: ViewProps) {
  const { text, problem } = useShownText(props)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
    <div tabIndex={0} className="parley-prose min-h-0 flex-1 overflow-y-auto">
      {problem}
      {text !== undefined && <Markdown text={text} live={false} />}
    </div>
  )
}

export function TextView(props: ViewProps) {
  const { text, problem } = useShownText(props)
  const [open, setOpen] = useState(false)
  const { path } = props.entry
  return (
    <div className="min-h-0 flex-1 overflow-y-auto text-sm">
      {problem}
      {text !== undefined && (
        <CodeView text={text} language={languageOfPath(path)} label={path} open={open} onOpen={() => setOpen(true)} />
      )}
    </div>
  )
}

/** As a picture, and never as a part of the page: what a drawing would run or load does not happen, nor what would hold up the page. */
export function ImageView({ files, entry: { path, version } }: ViewProps) {
  return <Picture key={version} files={files} path={path} />
}

function Picture({ files, path }: Pick<ViewProps, 'files'> & { readonly path: Path }) {
  const words = useLateWords()
  const [shown, setShown] = useState<string>()
  const [flaw, setFlaw] = useState<'heavy' | 'broken'>()
  useEffect(() => {
    const left = new AbortController()
    const show = async () => {
      const picture = pictureIn(path, (await files.read(path, YOU)).data, TO_LOOK_AT)
      if (left.signal.aborted) return
      if (typeof picture === 'string') return setFlaw(picture)
      const url = URL.createObjectURL(picture)
      left.signal.addEventListener('abort', () => URL.revokeObjectURL(url))
      setShown(url)
    }
    void show().catch(() => setFlaw('broken'))
    return () => left.abort()
  }, [files, path])
  if (flaw) return <p className="text-sm text-soft">{flaw === 'heavy' ? words.shown.tooHeavy : words.preview.broken}</p>
  return (
    <div className="grid min-h-0 flex-1 place-items-center overflow-auto rounded-lg border border-line bg-white p-2">
      {shown && <img src={shown} alt={path} onError={() => setFlaw('broken')} className="max-h-full max-w-full" />}
    </div>
  )
}
