import { type FileEntry, type FileSystem, type Path } from '@parley/browser/files'
import type { Sentence } from '@parley/dialects'
import { useEffect, useState } from 'react'
import { errorSentence } from '../language/sentences.ts'
import { YOU } from './use-file-tree.ts'

export type FileText =
  | { readonly kind: 'loading' }
  | { readonly kind: 'text'; readonly text: string; readonly version: number }
  /** `wide`: text all the same, as spreadsheets of Windows write it. To be looked at; written again it would be another file. */
  | { readonly kind: 'binary'; readonly wide?: string }
  | { readonly kind: 'failed'; readonly error: Sentence }

/** UTF-16 with the mark that it begins with. Undefined: it is none, or not one to its end. */
export function wideText(bytes: Uint8Array): string | undefined {
  const mark = `${bytes[0]} ${bytes[1]}`
  const encoding = mark === '255 254' ? 'utf-16le' : mark === '254 255' ? 'utf-16be' : undefined
  try {
    return encoding && new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

async function readText(files: FileSystem, path: Path): Promise<FileText> {
  try {
    const { entry, data } = await files.read(path, YOU)
    if (typeof data === 'string') return { kind: 'text', text: data, version: entry.version }
    const wide = wideText(data)
    return { kind: 'binary', ...(wide !== undefined && { wide }) }
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
