import { gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'

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

/** Marks the moment in which a question can be asked: a busy test sees it late, when much else has been asked for. */
const markWhenEditable = () => {
  const look = () => {
    const composer = document.querySelector<HTMLTextAreaElement>('main textarea')
    if (!composer || composer.readOnly || composer.disabled) return
    performance.mark('editable')
    seeing.disconnect()
  }
  const seeing = new MutationObserver(look)
  seeing.observe(document, { childList: true, subtree: true, attributes: true })
}

test('until a question can be asked, at most 350 kB come over the wire, everything counted', async ({ page }) => {
  await page.addInitScript(markWhenEditable)
  await page.goto('/')
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeEditable()
  await page.waitForLoadState('networkidle')
  const fetched = await page.evaluate(() => {
    const { startTime: until = 0 } = performance.getEntriesByName('editable')[0] ?? {}
    // By when it was asked for: when it came depends on how busy the machine is.
    const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    return entries
      .filter((entry): entry is PerformanceResourceTiming => 'responseEnd' in entry && entry.startTime <= until)
      .map(({ name, transferSize }): [string, number] => [name, transferSize])
  })
  const total = fetched.reduce((sum, [, bytes]) => sum + bytes, 0)
  const heaviest = fetched.toSorted(([, one], [, other]) => other - one).slice(0, 8)
  expect(total, 'the page and its scripts were seen').toBeGreaterThan(250_000)
  expect(total, JSON.stringify(heaviest)).toBeLessThan(MOST_BYTES)
})

test('the code that draws Markdown is there before the first answer', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeEditable()
  const fetched = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  await expect.poll(fetched).toContainEqual(expect.stringMatching(/\/assets\/markdown-/))
})
