export { toBytes, toText } from './file-content.ts'
export { FileError, type FileErrorCode, isFileError } from './file-error.ts'
export type {
  BlamedLine,
  FileHistory,
  FileVersion,
  HistorySize,
  LoggedOperation,
  Operation,
  RetentionLimits,
  Undone,
} from './file-history.ts'
export type {
  Actor,
  By,
  Entry,
  FileChange,
  FileContent,
  FileData,
  FileEntry,
  FileSystem,
  FileToWrite,
  FolderEntry,
  RemoveOptions,
  WriteOptions,
  Written,
} from './file-system.ts'
export { type IndexedDbFilesOptions, openIndexedDbFiles } from './indexeddb-files.ts'
export { createMemoryFiles } from './memory-files.ts'
export type { Mount, Right } from './mounts/mount-table.ts'
export { createMountedFiles, type MountedFilesOptions } from './mounts/mounted-files.ts'
export {
  type AreaName,
  openThreadAreas,
  type ThreadArea,
  type ThreadAreas,
  type ThreadAreasOptions,
} from './mounts/thread-areas.ts'
export {
  ancestorsOf,
  isInside,
  joinPath,
  nameOf,
  type ParsedPath,
  type Path,
  parentOf,
  parsePath,
  ROOT,
  toPath,
} from './path.ts'
export { askToPersist, measureRoom, type StorageRoom } from './storage-room.ts'
export { exportFile, exportToFolder, type FileExportOptions } from './transfer/export-files.ts'
export type {
  FileImportOptions,
  Imported,
  OutsideFile,
  TransferOptions,
  TransferProgress,
} from './transfer/import-files.ts'
export { filesFromDrop, filesFromFolder, filesFromList } from './transfer/outside-files.ts'
export { importFiles } from './transfer/take-in.ts'
export { exportZip, filesFromZip } from './transfer/zip-files.ts'
