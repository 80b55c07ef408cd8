import type { FileSystem } from '@parley/browser/files'
import { createContext, useContext } from 'react'

/** The files that a text speaks of. */
export interface AnswerFiles {
  /** Absent: there are none to look into. */
  readonly files?: FileSystem
  /** Where names without a slash before them begin: the folder of a file, the root for an answer. */
  readonly folder: string
}

export const AnswerFilesContext = createContext<AnswerFiles>({ folder: '' })

export const useAnswerFiles = (): AnswerFiles => useContext(AnswerFilesContext)
