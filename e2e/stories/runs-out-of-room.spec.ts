import { randomBytes } from 'node:crypto'
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, test as base, chromium, type Page } from '@playwright/test'
import { looks } from '../harness/is-long.ts'
import { drop } from './support/drop.ts'
import { expect, openStudio } from './support/studio.ts'

/** A browser with a folder of its own on disk: only there is room counted as for a person. Playwright's usual windows are private ones. */
const test = base.extend<{ profile: BrowserContext; folder: string }>({
  // oxlint-disable-next-line no-empty-pattern -- the runner reads the names it must provide from the pattern
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-room-'))
    await use(folder)
    rmSync(folder, { recursive: true, force: true })
  },
  profile: async ({ folder, launchOptions, baseURL, contextOptions }, use) => {
    const profile = await chromium.launchPersistentContext(join(folder, 'profile'), {
      ...launchOptions,
      ...contextOptions,
      ...(baseURL !== undefined && { baseURL }),
    })
    await use(profile)
    await profile.close()
  },
  page: async ({ profile }, use) => {
    await use(profile.pages()[0] ?? (await profile.newPage()))
  },
})

const BIG = 12_000_000
const LANGUAGES = [
  {
    language: 'en',
    full: 'big.bin was not taken in. This browser has no room left for files. Nothing was changed. Remove files or old versions, then try again.',
    vast: 'vast.bin was not taken in. This is more than 512 MB. Nothing was taken in. Choose less.',
  },
  {
    language: 'zh',
    full: '未能放入 big.bin。此浏览器没有空间存放文件了。没有更改任何内容。请删除文件或旧版本，然后重试。',
    vast: '未能放入 vast.bin。超过 512 MB。没有导入任何内容。请少选一些。',
  },
] as const

/** Noise, so that no compression makes it small. */
const writeNoise = (path: string, size: number) => writeFileSync(path, randomBytes(size))

/** As large as it says, and on disk next to nothing. */
function writeVast(path: string, size: number): void {
  const file = openSync(path, 'w')
  ftruncateSync(file, size)
  closeSync(file)
}

const squeeze = async (page: Page, url: string, quotaSize?: number) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.overrideQuotaForOrigin', {
    origin: new URL(url).origin,
    ...(quotaSize !== undefined && { quotaSize }),
  })
}

const refusal = (page: Page, sentence: string) => page.getByRole('alert').filter({ hasText: sentence })

for (const { language, full, vast } of looks(LANGUAGES))
  test(`a dropped file for which there is no room is refused by name, and stays refused until one fits (${language})`, async ({
    page,
    folder,
    baseURL,
  }) => {
    writeNoise(join(folder, 'big.bin'), BIG)
    writeVast(join(folder, 'vast.bin'), 600 * 2 ** 20)
    writeFileSync(join(folder, 'small.txt'), 'small')
    // Before the page is there: a browser remembers for a while how much room it found.
    await squeeze(page, baseURL ?? '', BIG / 2)
    await openStudio(page, { language })
    await drop(page.locator('main'), [join(folder, 'big.bin')])
    await expect(refusal(page, full)).toBeVisible()
    await drop(page.locator('main'), [join(folder, 'vast.bin')])
    await expect(refusal(page, vast)).toBeVisible()
    await drop(page.locator('main'), [join(folder, 'small.txt')])
    await expect(page.getByTestId('attachments').getByRole('listitem')).toHaveText([/^small\.txt5 B/])
    await expect(refusal(page, vast)).toHaveCount(0)
  })

test('the figure of used room follows a file that was taken in, although the browser counts it later', async ({
  page,
  folder,
}) => {
  writeNoise(join(folder, 'big.bin'), BIG)
  await openStudio(page)
  await page.getByRole('button', { name: 'Show files' }).click()
  const meter = page.getByRole('meter')
  await expect(meter).toBeVisible()
  const used = async () => Number(await meter.getAttribute('aria-valuenow'))
  const before = await used()
  await drop(page.getByRole('complementary', { name: 'Files' }), [join(folder, 'big.bin')])
  await expect.poll(used).toBeGreaterThan(before + BIG * 0.9)
  await expect(page.getByText(/^[\d.]+ MB of [\d.]+ GB$/)).toBeVisible()
})
