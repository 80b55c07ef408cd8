import type { Sentence, Wording } from '@parley/dialects'

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
