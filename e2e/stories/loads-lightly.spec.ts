import { gzipSync } from 'node:zlib'
import { expect, type Page, test } from '@playwright/test'

const MOST_BYTES = 350_000
const STATIC_IMPORT = /(?:from|import)\s*["'](\.\/[^"']+\.js)["']/g

test('the first load is at most 350 kB of gzipped JavaScript', async ({ request }) => {
  const page = await (await request.get('/')).text()
  const named = [...page.matchAll(/<(?:script type="module"|link rel="modulepreload")[^>]* (?:src|href)="([^"]+)"/g)]
  const sizes = new Map<string, number>()
  const load = async (path: string): Promise<void> => {
    if (sizes.has(path)) return
    sizes.set(path, 0)
    const answer = await request.get(path)
    expect(answer.ok(), path).toBe(true)
    const source = await answer.body()
    sizes.set(path, gzipSync(source).length)
    const imports = [...source.toString().matchAll(STATIC_IMPORT)].map(
      ([, name]) => new URL(name ?? '', `http://studio${path}`).pathname,
    )
    for (const next of imports) await load(next)
  }
  for (const [, path] of named) await load(path ?? '')
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  expect(total, 'everything was found').toBeGreaterThan(100_000)
  expect(total).toBeLessThan(MOST_BYTES)
})

const fetchedBy = (page: Page) =>
  page.evaluate(() => {
    const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    return entries.flatMap((entry) =>
      entry instanceof PerformanceResourceTiming ? [[entry.name, entry.transferSize] as const] : [],
    )
  })

test('a page that was only opened has fetched at most 350 kB, everything counted', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeEditable()
  await expect(page.getByTestId('talk-menu')).toBeVisible()
  await page.waitForLoadState('networkidle')
  const fetched = await fetchedBy(page)
  const total = fetched.reduce((sum, [, bytes]) => sum + bytes, 0)
  const heaviest = fetched.toSorted(([, one], [, other]) => other - one).slice(0, 8)
  expect(total, 'the page and its scripts were seen').toBeGreaterThan(250_000)
  expect(total, JSON.stringify(heaviest)).toBeLessThan(MOST_BYTES)
  expect(fetched.length, 'in few pieces').toBeLessThan(45)
})

test('what answers and calls are drawn with is there before the first answer: with the first letter', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('textbox', { name: 'Message' }).pressSequentially('H')
  const names = async () => (await fetchedBy(page)).map(([name]) => new URL(name).pathname.replace(/-[\w-]{8}\.js$/, ''))
  await expect.poll(names).toEqual(expect.arrayContaining(['/assets/markdown', '/assets/call-dock', '/sandbox.html']))
})
