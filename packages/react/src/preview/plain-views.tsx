import { type FileEntry, type FileSystem, type Path, parentOf } from '@parley/browser/files'
import { useMemo, useState } from 'react'
import type { MarkedLines } from '../code/code-lines.tsx'
import { CodeView } from '../code/code-view.tsx'
import { languageOfPath } from '../code/language-of-path.ts'
import { firstLines } from '../code/source-lines.ts'
import { useFileText } from '../files/use-file-text.ts'
import { useLateWords } from '../language/late-words.ts'
import { AnswerText } from '../markdown/answer-text.tsx'
import { AnswerFilesContext } from '../markdown/paths/answer-files.tsx'
import { TO_LOOK_AT } from './file-picture.ts'
import { useFilePicture } from './use-file-picture.ts'

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
  if (content.kind === 'binary' && content.wide !== undefined) return { text: content.wide }
  return { problem: content.kind === 'binary' ? words.preview.binary : words.said(content.error) }
}

/** More of a file is not drawn at once: the page would stand still. */
const MOST_MARKDOWN = 100_000

/** Names in it are seen from its own folder. */
export function MarkdownView(props: ViewProps) {
  const words = useLateWords()
  const { text, problem } = useShownText(props)
  const { files, entry } = props
  const around = useMemo(() => ({ files, folder: parentOf(entry.path) }), [files, entry.path])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
    <div tabIndex={0} className="min-h-0 flex-1 overflow-y-auto">
      {problem}
      {text !== undefined && text.length > MOST_MARKDOWN && <p className="text-sm text-wait">{words.preview.cut}</p>}
      <AnswerFilesContext value={around}>
        {text !== undefined && <AnswerText text={text.slice(0, MOST_MARKDOWN)} open={false} />}
      </AnswerFilesContext>
    </div>
  )
}

const MOST_TEXT = 200_000
const MOST_LINES = 10_000

/** What is drawn of a text: one line of 20 MB, and half a million lines, hold up the page alike. */
export const beginningOf = (text: string): string => firstLines(text.slice(0, MOST_TEXT), MOST_LINES)

export function TextView({ marked, ...props }: ViewProps & { readonly marked?: MarkedLines }) {
  const words = useLateWords()
  const { text, problem } = useShownText(props)
  const shown = useMemo(() => text && beginningOf(text), [text])
  const [open, setOpen] = useState(false)
  const { path } = props.entry
  return (
    <div className="min-h-0 flex-1 overflow-y-auto text-sm">
      {problem}
      {shown !== text && <p className="pb-2 text-wait">{words.preview.cut}</p>}
      {shown !== undefined && (
        <CodeView
          text={shown}
          language={languageOfPath(path)}
          label={path}
          open={open}
          onOpen={() => setOpen(true)}
          marked={marked}
        />
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
  const [isBroken, setBroken] = useState(false)
  const picture = useFilePicture({ files, path, limits: TO_LOOK_AT })
  const flaw = isBroken ? 'broken' : picture.flaw
  if (flaw) return <p className="text-sm text-soft">{flaw === 'heavy' ? words.shown.tooHeavy : words.preview.broken}</p>
  return (
    <div className="grid min-h-0 flex-1 place-items-center overflow-auto rounded-lg border border-line bg-white p-2">
      {picture.url !== undefined && (
        <img src={picture.url} alt={path} onError={() => setBroken(true)} className="max-h-full max-w-full" />
      )}
    </div>
  )
}
