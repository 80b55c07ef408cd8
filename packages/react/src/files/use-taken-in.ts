import {
  type FileSystem,
  filesFromDrop,
  filesFromList,
  importFiles,
  isFileError,
  type OutsideFile,
  type Path,
  ROOT,
  type TransferProgress,
} from '@parley/browser/files'
import type { Sentence } from '@parley/dialects'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { errorSentence } from '../language/sentences.ts'
import { YOU } from './use-file-tree.ts'

/** What became of files that were dropped or pasted somewhere on the page. */
export type TakenIn =
  | { readonly kind: 'taking'; readonly progress?: TransferProgress; cancel(): void }
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

async function* watched(source: AsyncIterable<OutsideFile>, came: OutsideFile[]): AsyncGenerator<OutsideFile> {
  for await (const file of source) {
    came.push(file)
    yield file
  }
}

interface TakingIn {
  /** Absent: nothing is under way, and nothing went wrong. */
  readonly state: TakenIn | undefined
  readonly forget: () => void
  /** Takes files in behind those that are coming. */
  readonly take: (source: AsyncIterable<OutsideFile>) => void
}

type OnTaken = (files: readonly Pick<OutsideFile, 'path' | 'size'>[]) => void

/** Files dropped or pasted anywhere on the page go to `files`; whoever takes them first, as the files panel does, has them. */
export function useTakenIn(files: FileSystem, apart: readonly Path[], onTaken: OnTaken): TakingIn {
  const [state, setState] = useState<TakenIn>()
  const queue = useRef(Promise.resolve())
  const leaving = useRef(new AbortController())
  const takeOne = async (source: AsyncIterable<OutsideFile>) => {
    const came: OutsideFile[] = []
    const own = new AbortController()
    const cancel = () => own.abort()
    const signal = AbortSignal.any([leaving.current.signal, own.signal])
    setState({ kind: 'taking', cancel })
    try {
      const onProgress = (progress: TransferProgress) => setState({ kind: 'taking', progress, cancel })
      await importFiles(files, watched(source, came), { into: ROOT, apart, by: YOU, onProgress, signal })
      setState(undefined)
      onTaken(came)
    } catch (error) {
      const paths = came.map(({ path }) => path)
      setState(own.signal.aborted ? { kind: 'cancelled' } : refusal(error, paths))
    }
  }
  const take = (source: AsyncIterable<OutsideFile>) => {
    queue.current = queue.current.then(() => takeOne(source))
  }
  const taken = useEffectEvent(take)
  useEffect(() => {
    leaving.current = new AbortController()
    const hold = (event: DragEvent) => {
      if (!event.defaultPrevented && event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      taken(filesFromDrop(event.dataTransfer.items))
    }
    const paste = (event: ClipboardEvent) => {
      const pasted = event.defaultPrevented ? [] : pastedIn(event)
      if (pasted.length === 0) return
      event.preventDefault()
      taken(filesFromList(pasted))
    }
    document.addEventListener('dragover', hold)
    document.addEventListener('drop', drop)
    document.addEventListener('paste', paste)
    return () => {
      leaving.current.abort()
      document.removeEventListener('dragover', hold)
      document.removeEventListener('drop', drop)
      document.removeEventListener('paste', paste)
    }
  }, [])
  return { state, forget: () => setState(undefined), take }
}

/** All of them were taken back; where one alone was the reason, the error names it. A full browser names only the root. */
function refusal(error: unknown, paths: readonly string[]): TakenIn {
  const reason = errorSentence(error)
  const isOne = isFileError(error) && error.path !== ROOT
  return { kind: 'refused', reason, paths: isOne ? [error.path.replace(/^\//, '')] : paths }
}
