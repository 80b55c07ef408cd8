import { type FileEntry, type FileSystem, type Path } from '@parley/browser/files'
import type { Sentence } from '@parley/dialects'
import { useEffect, useState } from 'react'
import { errorSentence } from '../language/sentences.ts'
import { YOU } from './use-file-tree.ts'

export type FileText =
  | { readonly kind: 'loading' }
  | { readonly kind: 'text'; readonly text: string; readonly version: number }
  | { readonly kind: 'binary' }
  | { readonly kind: 'failed'; readonly error: Sentence }

async function readText(files: FileSystem, path: Path): Promise<FileText> {
  try {
    const { entry, data } = await files.read(path, YOU)
    return typeof data === 'string' ? { kind: 'text', text: data, version: entry.version } : { kind: 'binary' }
  } catch (error) {
    return { kind: 'failed', error: errorSentence(error) }
  }
}

/** The present content, read anew when the file has another version. */
export function useFileText(files: FileSystem, { path, version }: FileEntry): FileText {
  const [known, setKnown] = useState<{ readonly version: number; readonly text: FileText }>()
  useEffect(() => {
    let left = false
    void readText(files, path).then((text) => {
      if (!left) setKnown({ version, text })
      return text
    })
    return () => {
      left = true
    }
  }, [files, path, version])
  return known?.text ?? { kind: 'loading' }
}
