import type { Sentence, Wording } from '@parley/dialects'
import { say } from '../words/files.ts'
import type { Path } from './path.ts'

export type FileErrorCode =
  | 'ENOENT'
  | 'EISDIR'
  | 'ENOTDIR'
  | 'EEXIST'
  | 'ENOTEMPTY'
  | 'EACCES'
  | 'EINVAL'
  | 'ENOSPC'
  | 'ENAMETOOLONG'
  /** The file is no longer the version that the caller built upon. Nothing was written. */
  | 'ESTALE'

/** A file operation that was refused. Nothing was changed. `message` says what happened, then what to do. */
export class FileError extends Error {
  override name = 'FileError'
  readonly code: FileErrorCode
  /** The path as the caller would write it. */
  readonly path: string
  /** The message for other languages. Absent: somebody else wrote it. */
  readonly words?: Wording

  constructor(code: FileErrorCode, path: string, sentence: string | Sentence, options?: ErrorOptions) {
    const { message, words } = typeof sentence === 'string' ? { message: sentence } : sentence
    super(message, options)
    if (words) this.words = words
    this.code = code
    this.path = path
  }
}

/** Works on errors that crossed a realm, where the class is another one. */
export function isFileError(error: unknown): error is FileError {
  return error instanceof Error && error.name === 'FileError' && 'code' in error && 'path' in error
}

export function notAFolder(path: Path): FileError {
  return new FileError('ENOTDIR', path, say('file.no-folder', { path }))
}

export function isAFolder(path: Path): FileError {
  return new FileError('EISDIR', path, say('file.is-folder', { path }))
}

export function taken(path: Path): FileError {
  return new FileError('EEXIST', path, say('file.exists', { path }))
}

export function rootStays(): FileError {
  return new FileError('EINVAL', '/', say('file.root'))
}

/** Whether a browser failed because its quota or its disk is full. A full disk has no name of its own; only the words tell. */
export function isOutOfRoom(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error.name === 'QuotaExceededError') return true
  return error.name === 'UnknownError' && /\b(space|quota|disk|full)\b/i.test(error.message)
}
