import { FileError } from './file-error.ts'
import { type Path, ROOT } from './path.ts'

export function notAFolder(path: Path): FileError {
  return new FileError('ENOTDIR', path, `${path} is a file, not a folder. Choose another path or remove the file first.`)
}

export function isAFolder(path: Path): FileError {
  return new FileError('EISDIR', path, `${path} is a folder, not a file. List it, or choose a file in it.`)
}

export function taken(path: Path): FileError {
  return new FileError('EEXIST', path, `${path} exists already. Choose another path or remove it first.`)
}

export function rootStays(): FileError {
  return new FileError('EINVAL', ROOT, 'The root folder cannot be moved, copied or removed. Choose what is in it.')
}
