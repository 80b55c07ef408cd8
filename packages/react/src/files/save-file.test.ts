import { createMemoryFiles, ROOT } from '@parley/browser/files'
import { expect, test } from 'vitest'
import { nameFor, saveFile } from './save-file.ts'

test.each([
  [{ name: 'chart.png', mediaType: 'image/png' }, 'chart.png'],
  [{ name: '../../etc/passwd', mediaType: 'text/plain' }, 'passwd.plain'],
  [{ name: '..\\..\\x\u202Egnp.exe', mediaType: 'image/png' }, 'x_gnp.exe'],
  [{ name: '.', mediaType: 'image/svg+xml' }, 'file.svg'],
  [{ mediaType: 'application/octet-stream' }, 'file.bin'],
])('a file that calls itself %o is saved as %s', (file, name) => {
  expect(nameFor(file)).toBe(name)
})

test('what is saved stands beside what is there, and overwrites nothing', async () => {
  const files = createMemoryFiles()
  const file = { type: 'file', name: 'a.png', mediaType: 'image/png', data: 'AAEC' } as const
  expect(await saveFile(files, file)).toBe('/results/a.png')
  expect(await saveFile(files, file)).toBe('/results/a-2.png')
  expect((await files.tree(ROOT, { actor: 'user' })).map(({ path }) => path)).toContain('/results/a-2.png')
})
