import {
  type FileSystem,
  filesFromDrop,
  filesFromList,
  importFiles,
  isFileError,
  type OutsideFile,
  ROOT,
  type TransferProgress,
} from '@parley/browser/files'
import type { Sentence } from '@parley/dialects'
import { useEffect, useRef, useState } from 'react'
import { errorSentence } from '../language/sentences.ts'
import { YOU } from './use-file-tree.ts'

/** What became of files that were dropped or pasted somewhere on the page. */
export type TakenIn =
  | { readonly kind: 'taking'; readonly progress?: TransferProgress; cancel(): void }
  | { readonly kind: 'taken'; readonly paths: readonly string[] }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'refused'; readonly paths: readonly string[]; readonly reason: Sentence }

/** A picture on the clipboard is always called the same, and would replace the one before. */
function named(file: File): File {
  if (!/^image\.\w+$/.test(file.name)) return file
  const time = new Date()
    .toISOString()
    .replaceAll(/[-:]|\..*/g, '')
    .replace('T', '-')
  return new File([file], file.name.replace('image', `pasted-${time}`), { type: file.type })
}

/** Beside words a picture of them is often on the clipboard too: the words are meant. */
const pastedIn = ({ clipboardData }: ClipboardEvent): readonly File[] =>
  !clipboardData || clipboardData.types.includes('text/plain') ? [] : [...clipboardData.files].map(named)

async function* watched(source: AsyncIterable<OutsideFile>, paths: string[]): AsyncGenerator<OutsideFile> {
  for await (const file of source) {
    paths.push(file.path)
    yield file
  }
}

/** Files dropped or pasted anywhere on the page go to `files`; whoever takes them first, as the files panel does, has them. */
export function useTakenIn(files: FileSystem): readonly [TakenIn | undefined, () => void] {
  const [state, setState] = useState<TakenIn>()
  const queue = useRef(Promise.resolve())
  useEffect(() => {
    const stop = new AbortController()
    const take = async (source: AsyncIterable<OutsideFile>) => {
      const paths: string[] = []
      const own = new AbortController()
      const cancel = () => own.abort()
      const signal = AbortSignal.any([stop.signal, own.signal])
      setState({ kind: 'taking', cancel })
      try {
        const onProgress = (progress: TransferProgress) => setState({ kind: 'taking', progress, cancel })
        await importFiles(files, watched(source, paths), { into: ROOT, by: YOU, onProgress, signal })
        setState({ kind: 'taken', paths })
      } catch (error) {
        setState(own.signal.aborted ? { kind: 'cancelled' } : refusal(error, paths))
      }
    }
    const begin = (source: AsyncIterable<OutsideFile>) => {
      queue.current = queue.current.then(() => take(source))
    }
    const hold = (event: DragEvent) => {
      if (!event.defaultPrevented && event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      begin(filesFromDrop(event.dataTransfer.items))
    }
    const paste = (event: ClipboardEvent) => {
      const pasted = event.defaultPrevented ? [] : pastedIn(event)
      if (pasted.length === 0) return
      event.preventDefault()
      begin(filesFromList(pasted))
    }
    document.addEventListener('dragover', hold)
    document.addEventListener('drop', drop)
    document.addEventListener('paste', paste)
    return () => {
      stop.abort()
      document.removeEventListener('dragover', hold)
      document.removeEventListener('drop', drop)
      document.removeEventListener('paste', paste)
    }
  }, [files])
  return [state, () => setState(undefined)]
}

/** All of them were taken back; where one alone was the reason, the error names it. A full browser names only the root. */
function refusal(error: unknown, paths: readonly string[]): TakenIn {
  const reason = errorSentence(error)
  const isOne = isFileError(error) && error.path !== ROOT
  return { kind: 'refused', reason, paths: isOne ? [error.path.replace(/^\//, '')] : paths }
}
