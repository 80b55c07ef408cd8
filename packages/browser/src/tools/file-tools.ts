import type { FileSystem } from '../files/file-system.ts'
import { createDeleteFile } from './delete-file.ts'
import { createEditFile } from './edit-file.ts'
import type { SeenVersions } from './file-tool.ts'
import { createListDirectory } from './list-directory.ts'
import { createMoveFile } from './move-file.ts'
import { createReadFile } from './read-file.ts'
import { createSearchFiles, type SearchFilesOptions } from './search-files.ts'
import type { Tool } from './tool.ts'
import { createWriteFile } from './write-file.ts'

/** Every tool over one file system. They share what the model has seen of it. */
export function createFileTools(files: FileSystem, options: SearchFilesOptions = {}): readonly Tool[] {
  const seen: SeenVersions = new Map()
  return [
    createListDirectory(files),
    createReadFile(files, seen),
    createWriteFile(files, seen),
    createEditFile(files, seen),
    createSearchFiles(files, options),
    createMoveFile(files),
    createDeleteFile(files),
  ]
}
