import { say } from '../words/files.ts'
import { FileError } from './file-error.ts'
import { type Path, ROOT } from './path.ts'

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
  return new FileError('EINVAL', ROOT, say('file.root'))
}
