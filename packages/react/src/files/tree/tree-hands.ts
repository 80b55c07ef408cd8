import type { FileSystem, Path } from '@parley/browser/files'
import type { Selection } from './selection.ts'

/** What can be done in a tree of files: the same for all areas. */
export interface TreeHands {
  readonly files: FileSystem
  readonly selection: Selection
  readonly onSelect: (selection: Selection) => void
  /** A press on a row chooses it: for hands that have no keys. */
  readonly isChoosing: boolean
  readonly onOpen: (path: Path) => void
  readonly onMove: (from: readonly Path[], folder: Path) => void
  readonly onRemove: (paths: readonly Path[]) => void
}
