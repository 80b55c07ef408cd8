import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Whatever the work leaves in the folder for temporary files, and whatever it starts leaves there, is gone when it is done.
 *
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function inScratchFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'parley-tests-'))
  // PostgreSQL, which does not run as root, has to come through.
  chmodSync(folder, 0o755)
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder
  try {
    return await work()
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}
