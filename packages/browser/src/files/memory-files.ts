import type { FileSystem } from './file-system.ts'
import { createMemoryStore } from './store/memory-store.ts'
import { createStoredFiles } from './stored-files.ts'

/** Files that are gone with the process. For Node, for tests and for a page without a database. */
export function createMemoryFiles(options: { readonly clock?: () => number } = {}): FileSystem {
  return createStoredFiles({ store: createMemoryStore(), ...options })
}
