import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Page, test } from '@playwright/test'
import { drop } from './support/drop.ts'
import { expect, openStudio } from './support/studio.ts'

declare global {
  interface Window {
    goOn: () => void
    persistAsked: number
  }
}

const panel = (page: Page) => page.getByRole('complementary', { name: 'Files' })
const showFiles = (page: Page) => page.getByRole('button', { name: 'Show files' }).click()
const seen = (page: Page, name: string) => panel(page).getByText(name, { exact: true })

/** A folder on disk that the page is given, and one that stops in the middle until the test lets it go on. */
async function offerFolders(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.persistAsked = Number(sessionStorage.getItem('asked') ?? 0)
    // The driver looks at the page as if a person had touched it; here only a real press counts.
    let isTouched = false
    addEventListener('pointerdown', () => (isTouched = true), true)
    Object.defineProperty(navigator, 'userActivation', { get: () => ({ hasBeenActive: isTouched }) })
    navigator.storage.persisted = async () => false
    navigator.storage.persist = async () => {
      sessionStorage.setItem('asked', String(++window.persistAsked))
      return false
    }
    const halting = {
      name: 'many',
      kind: 'directory',
      async *values() {
        for (let index = 0; index < 240; index++) {
          if (index === 230) await new Promise<void>((resolve) => (window.goOn = resolve))
          const name = `file-${index}.txt`
          yield { name, kind: 'file', getFile: async () => new File(['x'], name) }
        }
      },
    }
    Object.assign(window, {
      async showDirectoryPicker({ mode }: { mode: string }) {
        const disk = await navigator.storage.getDirectory()
        return mode === 'readwrite' ? await disk.getDirectoryHandle('out', { create: true }) : halting
      },
    })
  })
}

test('files are dropped, a long import is cancelled without a trace, and everything goes out to a folder and as a zip', async ({
  page,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-drop-'))
  mkdirSync(join(folder, 'project', 'deep'), { recursive: true })
  writeFileSync(join(folder, 'project', 'deep', 'inner.txt'), 'inside')
  writeFileSync(join(folder, 'plain.txt'), 'dropped')
  writeFileSync(join(folder, 'some.zip'), Buffer.from(`504b0506${'00'.repeat(18)}`, 'hex'))
  try {
    await offerFolders(page)
    await openStudio(page)
    expect(await page.evaluate(() => window.persistAsked), 'nobody is asked for what the page puts in place').toBe(0)
    await showFiles(page)
    await expect(seen(page, 'App.tsx')).toBeVisible()
    await drop(panel(page), [join(folder, 'plain.txt'), join(folder, 'project'), join(folder, 'some.zip')])
    for (const name of ['plain.txt', 'inner.txt', 'some.zip']) await expect(seen(page, name)).toBeVisible()
    expect(await page.evaluate(() => window.persistAsked)).toBe(1)

    await panel(page).getByRole('button', { name: 'Add' }).click()
    await page.getByRole('menuitem', { name: 'A folder…' }).click()
    const bar = panel(page).getByRole('status').filter({ hasText: 'taken in' })
    await expect(bar).toContainText('230 files')
    await expect(seen(page, 'file-7.txt')).toBeVisible()
    await bar.getByRole('button', { name: 'Cancel' }).click()
    await page.evaluate(() => window.goOn())
    await expect(panel(page).getByText('Cancelled. Everything is as it was before.')).toBeVisible()
    await expect(seen(page, 'file-7.txt')).toHaveCount(0)
    await expect(seen(page, 'many')).toHaveCount(0)
    await expect(seen(page, 'plain.txt')).toBeVisible()

    await panel(page).getByRole('button', { name: 'Download' }).click()
    await page.getByRole('menuitem', { name: 'Into a folder on disk…' }).click()
    const onDisk = () =>
      page.evaluate(async () => {
        const read = async (handle: FileSystemDirectoryHandle, above: string): Promise<string[]> => {
          const found: string[] = []
          for await (const one of handle.values()) {
            const path = `${above}/${one.name}`
            if (one instanceof FileSystemDirectoryHandle) found.push(...(await read(one, path)))
            else if (one instanceof FileSystemFileHandle) found.push(`${path}: ${(await one.getFile()).size}`)
          }
          return found.toSorted()
        }
        const disk = await navigator.storage.getDirectory()
        return await read(await disk.getDirectoryHandle('out', { create: true }), '')
      })
    await expect
      // A file that is being put in place is gone for a moment.
      .poll(() => onDisk().catch(() => ['still being written']))
      .toEqual(['/plain.txt: 7', '/project/deep/inner.txt: 6', '/some.zip: 22', '/src/App.tsx: 145', '/src/index.tsx: 163'])

    const saving = page.waitForEvent('download')
    await panel(page).getByRole('button', { name: 'Download' }).click()
    await page.getByRole('menuitem', { name: 'As a zip' }).click()
    const buffer = readFileSync(await (await saving).path())
    await page.getByRole('button', { name: 'New conversation', exact: true }).first().click()
    await expect(seen(page, 'plain.txt')).toHaveCount(0)
    await page.getByTestId('upload-zip').setInputFiles({ name: 'files.zip', mimeType: 'application/zip', buffer })
    await seen(page, 'inner.txt').click()
    await expect(page.locator('.cm-content')).toContainText('inside')
    await page.reload()
    expect(await page.evaluate(() => window.persistAsked), 'nobody is asked twice').toBe(1)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
