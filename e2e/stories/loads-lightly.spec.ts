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

test('until a question can be asked, at most 350 kB come over the wire, everything counted', async ({ page }) => {
  const wire = await page.context().newCDPSession(page)
  await wire.send('Network.enable')
  const urls = new Map<string, string>()
  const packed = new Map<string, number>()
  wire.on('Network.responseReceived', ({ requestId, response }) => urls.set(requestId, response.url))
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId)
    if (url?.startsWith('http')) packed.set(url, encodedDataLength)
  })
  await page.goto('/')
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeEditable()
  const total = [...packed.values()].reduce((sum, bytes) => sum + bytes, 0)
  const heaviest = [...packed].toSorted(([, one], [, other]) => other - one).slice(0, 8)
  expect(total, 'the page and its scripts were seen').toBeGreaterThan(100_000)
  expect(total, JSON.stringify(heaviest)).toBeLessThan(MOST_BYTES)
})
