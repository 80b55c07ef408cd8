import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { test } from './files-test.ts'

test('a folder goes out to a folder handle and comes back the same', async ({ page }) => {
  const found = await page.evaluate(async () => {
    const { createMemoryFiles, exportToFolder, filesFromFolder, importFiles, ROOT, toPath } = window.files.browser
    const by = { actor: 'user' } as const
    const files = createMemoryFiles()
    await files.write(toPath('/src/App.tsx'), 'text', by)
    await files.write(toPath('/src/deep/日本.bin'), Uint8Array.of(255, 0, 1), by)
    await files.mkdir(toPath('/src/empty'), by)
    const disk = await navigator.storage.getDirectory()
    const seen: string[] = []
    await exportToFolder(files, disk, { from: toPath('/src'), by, onProgress: ({ path }) => seen.push(path) })
    const copy = createMemoryFiles()
    await importFiles(copy, filesFromFolder(disk), { into: ROOT, by })
    const paths = (await copy.tree(ROOT, by)).map((entry) => entry.path)
    return { seen, paths, bytes: [...((await copy.read(toPath('/deep/日本.bin'), by)).data as Uint8Array)] }
  })
  expect(found).toEqual({
    seen: ['/src/App.tsx', '/src/deep/日本.bin'],
    paths: ['/App.tsx', '/deep', '/deep/日本.bin'],
    bytes: [255, 0, 1],
  })
})

test('a chosen folder comes in with its folders', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-folder-'))
  try {
    mkdirSync(join(folder, 'deep'))
    writeFileSync(join(folder, 'a.txt'), 'one')
    writeFileSync(join(folder, 'deep', 'b.txt'), 'two')
    await page.locator('input').setInputFiles(folder)
    const paths = await page.evaluate(async () => {
      const { createMemoryFiles, filesFromList, importFiles, ROOT, toPath } = window.files.browser
      const files = createMemoryFiles()
      const chosen = document.querySelector('input')?.files ?? []
      await importFiles(files, filesFromList(chosen), { into: toPath('/in'), by: { actor: 'user' } })
      return (await files.tree(ROOT, { actor: 'user' })).flatMap((entry) =>
        entry.type === 'file' ? [entry.path.replace(/parley-folder-[^/]+/, 'chosen')] : [],
      )
    })
    expect(paths).toEqual(['/in/chosen/a.txt', '/in/chosen/deep/b.txt'])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
