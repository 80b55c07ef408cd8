import { existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { inScratchFolder } from './scratch-folder.mjs'

afterEach(() => vi.unstubAllEnvs())

test('what is left in the folder for temporary files is gone afterwards, also when something failed', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'scratch-test-'))
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) vi.stubEnv(name, outside)
  let left = ''
  const failing = inScratchFolder(async () => {
    left = mkdtempSync(join(tmpdir(), 'left-behind-'))
    throw new Error('red')
  })
  await expect(failing).rejects.toThrow('red')
  expect(left.startsWith(outside)).toBe(true)
  expect(existsSync(left)).toBe(false)
  expect(readdirSync(outside)).toEqual([])
})
