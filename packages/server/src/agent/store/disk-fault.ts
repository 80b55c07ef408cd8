import { FaultError, type Sentence } from '@parley/dialects'
import { say } from '../../words.ts'

/** SQLite's own numbers, and the system's names for the same. */
const FULL = new Set(['13', 'ENOSPC', 'EDQUOT'])
const CLOSED = new Set(['8', '14', 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'])

function codesOf(error: unknown): readonly string[] {
  if (typeof error !== 'object' || error === null) return []
  // The low byte is the kind; the rest says more about it.
  const number = 'errcode' in error && typeof error.errcode === 'number' ? [String(error.errcode & 255)] : []
  return 'code' in error ? [...number, String(error.code)] : number
}

/** The same error, or what a person can do about it: a full disk and a closed folder are not our mistakes. */
export function diskFault(error: unknown, folder?: string): unknown {
  const codes = codesOf(error)
  const told = (sentence: Sentence) =>
    new FaultError({ code: 'provider/unavailable', ...sentence, retryable: true }, { cause: error })
  if (codes.some((code) => FULL.has(code))) return told(say('store.disk-full'))
  if (codes.some((code) => CLOSED.has(code)))
    return told(folder === undefined ? say('store.data-folder') : say('store.folder', { folder }))
  return error
}
