import type { Page } from '@playwright/test'
import { isLong } from '../harness/is-long.ts'
import { keptHarness } from '../harness/kept-harness.ts'
import { type Listeners, startListeners } from '../harness/listeners.ts'
import { servePage } from '../harness/serve-page.ts'
import { launchWatched, type WatchedBrowser } from '../harness/watched-browser.ts'
import type { Attempt } from './attempts/attempt.ts'
import { elements } from './attempts/elements.ts'
import { navigations } from './attempts/navigations.ts'
import { peerConnections } from './attempts/peer-connections.ts'
import { requests } from './attempts/requests.ts'
import { expect, test } from './sandbox-test.ts'

/** Those of every kind that only headers stop; `npm run test:long` tries all. */
const KEY =
  /^(fetch|WebSocket|STUN|TURN|an img element|a preconnect|a DNS prefetch|location =|a submitted form|meta refresh|its own address)/
const attempts: readonly Attempt[] = [...requests, ...elements, ...navigations, ...peerConnections].filter(
  ({ title }) => isLong || KEY.test(title),
)
const SECRETS = [
  `localStorage.getItem('secret')`,
  `top.document.querySelector('#secret').textContent`,
  `await (await caches.open('secret')).match('/secret')`,
  'navigator.serviceWorker.controller.scriptURL',
]

// The page is shared by all tests of the file; a recording of each would only slow them down.
test.use({ serviceWorkers: 'allow', trace: 'off' })

let watched: WatchedBrowser
let listeners: Listeners
let page: Page
let origin = ''

/** A visit while the server is there, and the same page opened when it is not. */
test.beforeAll(async ({ scripts }, testInfo) => {
  listeners = await startListeners()
  const served = await servePage(new Map([...scripts, ...(await keptHarness(scripts))]))
  ;({ origin } = served)
  watched = await launchWatched({ ...testInfo.project.use.launchOptions, serviceWorkers: 'allow' })
  page = await watched.context.newPage()
  await page.goto(origin)
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/service-worker.js')
    await navigator.serviceWorker.ready
    localStorage.setItem('secret', 'planted-secret')
  })
  await served.close()
  await page.reload()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null && 'page' in window)
})

test.afterAll(async () => {
  await watched?.close()
  await listeners?.close()
})

const run = (code: string, timeoutMs = 10_000) =>
  page.evaluate((program) => window.page.run(program), { code, limits: { timeoutMs } })

test('a program that never ends holds up neither the page nor the next one, and a page is previewed', async () => {
  // In a page that runs its frames itself no clock would end it.
  expect(await run('for (;;);', 2000)).toMatchObject({
    kind: 'stopped',
    why: 'timeout',
  })
  expect(await run('6 * 7')).toMatchObject({ value: { json: 42 } })
  // A busy machine may need longer than the page is shown.
  await expect(async () => {
    const shown = await page.evaluate(() => window.page.preview('<script>console.log(String(self.origin))</script>', 3000))
    expect(shown).toMatchObject({ lines: [{ text: 'null' }] })
  }).toPass({ timeout: 60_000 })
})

const frames = () =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll('iframe'), (frame) => [frame.getAttribute('sandbox'), frame.contentDocument === null]),
  )

test('what a service worker kept of the locked document is as locked as it was served', async () => {
  expect(await run('6 * 7')).toMatchObject({ kind: 'returned', value: { json: 42 } })
  // The spare for the next program may be on its way.
  await expect.poll(frames, { timeout: 20_000 }).toEqual([['allow-scripts', true]])
  for (const secret of SECRETS) expect(JSON.stringify(await run(secret)), secret).not.toMatch(/planted-secret|page-secret|http:/)
  expect(attempts.length).toBeGreaterThan(8)
  for (const [index, attempt] of attempts.entries()) {
    const target = { host: listeners.host, udp: listeners.udp, page: origin, name: `kept-${index}.parley.test` }
    await run(`${attempt.code(target)}\n;await new Promise((resolve) => setTimeout(resolve, 60))`, 1500)
    expect(listeners.arrivals, attempt.title).toEqual([])
    expect(page.url()).toBe(`${origin}/`)
  }
  // Nothing that was tried keeps the process of one that never ends.
  expect(await run('for (;;);', 1500)).toMatchObject({ kind: 'stopped', why: 'timeout' })
  expect(await run('6 * 7')).toMatchObject({ value: { json: 42 } })
})

test('a kept document without its policy is not run in', async () => {
  await page.goto(`${origin}/?sandbox=/unlocked.html`)
  const outcome = await page.evaluate(() =>
    window.page.run({ code: 'top.document.title' }).catch((error: unknown) => String(error)),
  )
  expect(outcome).toContain('/unlocked.html')
  expect(await page.locator('iframe').count()).toBe(0)
})

test('after all of them nothing has arrived, and no name was looked up', async () => {
  const log = await watched.close()
  expect(listeners.arrivals).toEqual([])
  expect(log.includes(new URL(origin).host), 'the log was written').toBe(true)
  expect(log.match(/kept-\d+\.parley\.test/g) ?? []).toEqual([])
})
