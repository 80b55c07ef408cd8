import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Page, test } from '@playwright/test'
import { STUDIO } from '../../scripts/workspace/serve-command.mjs'
import { LONG } from '../harness/is-long.ts'
import { openOfflineCopy, waitUntilKept } from '../stories/support/offline-copy.ts'
import { startParley } from '../stories/support/parley-server.ts'
import { startUpstream } from '../stories/support/scripted-upstream.ts'
import { answers, approveNext, ask, cards, expect, openStudio } from '../stories/support/studio.ts'

test.use({ serviceWorkers: 'allow' })

const keptCaches = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('parley-page-')))

const keptPaths = (page: Page) =>
  page.evaluate(async () => {
    const opened = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const requests = await Promise.all(opened.map((cache) => cache.keys()))
    return requests.flat().map(({ url }) => url.slice(location.origin.length))
  })

test('after the first visit the page opens while its server is away: the demo answers, its programs run, and nothing is lost', async ({
  page,
}) => {
  const upstream = await startUpstream((request) => ({ text: `You said: ${request.messages.at(-1)?.content}` }))
  const env = { PARLEY_URL: upstream.url, PARLEY_MODELS: 'scripted', PARLEY_DIALECT: 'json-strict' }
  const first = await startParley(env)
  let second: typeof first | undefined
  try {
    await openStudio(page, { url: first.url, model: 'scripted' })
    await ask(page, 'Apples')
    await expect(answers(page).last()).toContainText('You said: Apples')
    await waitUntilKept(page)
    const files =
      /^\/($|assets\/[\w.-]+$|python\/|(preview|python|sandbox|sandbox-worker)\.html$|icon[\w-]*\.(svg|png)$|manifest\.webmanifest$)/
    expect((await keptPaths(page)).filter((path) => !files.test(path))).toEqual([])

    await first.kill()
    await page.reload()
    const mark = page.getByTestId('offline')
    await expect(mark).toContainText('Offline: the server cannot be reached.')
    await expect(answers(page).last()).toContainText('You said: Apples')
    await ask(page, 'Bananas')
    const notice = page.getByTestId('thread-notice')
    await expect(notice).toContainText('cannot be reached')
    const talk = page.url()

    await page.getByRole('button', { name: 'New conversation', exact: true }).click()
    await page.getByTestId('model-picker').click()
    await page.getByRole('option', { name: 'Demo, not an AI' }).click()
    await ask(page, 'Sum all primes below 1000')
    await approveNext(page)
    await expect(cards(page).first()).toHaveAttribute('data-stage', 'succeeded')
    await expect(answers(page).last()).toContainText('The sum of all primes below 1000 is 76127.')
    await page.getByRole('button', { name: 'Show files' }).click()
    await expect(page.getByRole('complementary', { name: 'Files' })).toContainText('App.tsx')
    await page.getByRole('searchbox', { name: 'Search conversations' }).fill('apples')
    await expect(page.getByRole('navigation', { name: 'Conversations' }).getByRole('listitem')).toHaveCount(1)

    second = await startParley({ ...env, PORT: String(first.port) })
    await expect(mark).toHaveCount(0)
    await page.goto(talk)
    await notice.getByRole('button', { name: 'Try again' }).click()
    await expect(answers(page).last()).toContainText('You said: Bananas')

    const copy = await openOfflineCopy(page)
    await copy.getByRole('button', { name: 'Remove the copy' }).click()
    await expect(copy).toContainText('No copy of the page is kept.')
    expect(await keptCaches(page)).toEqual([])
    await page.reload()
    await expect(answers(page).last()).toContainText('You said: Bananas')
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  } finally {
    await first.kill()
    await second?.kill()
    await upstream.stop()
  }
})

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Another build of the same page: all scripts have other names, and none of the former is there any more. */
function deployNext(folder: string): void {
  const assets = join(folder, 'assets')
  const scripts = new Set(readdirSync(assets).filter((name) => name.endsWith('.js')))
  const renamed = (text: string) =>
    text.replace(/[\w.-]+\.js/g, (name) => (scripts.has(name) ? name.replace(/\.js$/, 'Next.js') : name))
  for (const name of scripts) {
    writeFileSync(join(assets, renamed(name)), renamed(readFileSync(join(assets, name), 'utf8')))
    for (const former of [name, `${name}.br`]) rmSync(join(assets, former), { force: true })
  }
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const worker = renamed(readFileSync(join(folder, 'service-worker.js'), 'utf8'))
    .replace(sha256(page), sha256(renamed(page)))
    .replace(/id:`\w{16}`/, 'id:`next`')
  writeFileSync(join(folder, 'index.html'), renamed(page))
  writeFileSync(join(folder, 'service-worker.js'), worker)
}

test(
  'a page that a newer one has replaced says so, goes on with what it has, is the new one after a reload, and goes when copies are not wanted',
  LONG,
  async ({ page }) => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-page-'))
    cpSync(STUDIO, folder, { recursive: true, filter: (path) => !path.endsWith('python') })
    const parley = await startParley({ PARLEY_PAGE: folder })
    let other: typeof parley | undefined
    try {
      await openStudio(page, { url: parley.url })
      await waitUntilKept(page)
      const before = await keptCaches(page)
      deployNext(folder)
      // As the browser does by itself now and then, and the page every half hour.
      await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()))
      const offer = page.getByTestId('new-version')
      await expect(offer).toContainText('A new version is here.')
      // Its code is not on the server any more.
      await page.getByRole('button', { name: 'Show files' }).click()
      await expect(page.getByRole('complementary', { name: 'Files' })).toContainText('App.tsx')
      await offer.getByRole('button', { name: 'Reload' }).click()
      await expect(page.locator('script[src*="first-load-"][src$="Next.js"]')).toHaveCount(1)
      await expect.poll(() => keptCaches(page)).toEqual(['parley-page-next'])
      expect(before).not.toContain('parley-page-next')
      await expect(offer).toHaveCount(0)

      // Whoever runs the server does not want copies any more.
      await parley.kill()
      other = await startParley({ PARLEY_PAGE: folder, PARLEY_OFFLINE: 'no', PORT: String(parley.port) })
      await page.reload()
      await expect.poll(() => keptCaches(page)).toEqual([])
      await page.reload()
      await expect(await openOfflineCopy(page)).toContainText('No copy of the page is kept.')
    } finally {
      await parley.kill()
      await other?.kill()
      rmSync(folder, { recursive: true, force: true })
    }
  },
)

test('Python that was used once runs while the server is away', LONG, async ({ page }) => {
  const parley = await startParley()
  const median = async (of: string, is: string) => {
    await ask(page, `Use Python to find the median of ${of}`)
    await approveNext(page)
    await expect(answers(page).last()).toContainText(`the median is ${is}.`, { timeout: 120_000 })
  }
  try {
    await openStudio(page, { url: parley.url })
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('tab', { name: 'Tools' }).click()
    await page.getByRole('checkbox', { name: /^Python/ }).check()
    await page.keyboard.press('Escape')
    await median('3, 9, 4 and 7', '5.5')
    await waitUntilKept(page)
    await parley.kill()
    await page.reload()
    await expect(page.getByTestId('offline')).toContainText('Offline')
    await median('10 and 20', '15')
  } finally {
    await parley.kill()
  }
})
