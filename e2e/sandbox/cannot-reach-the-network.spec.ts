import type { Page } from '@playwright/test'
import { type Listeners, startListeners } from '../harness/listeners.ts'
import { launchWatched, type WatchedBrowser } from '../harness/watched-browser.ts'
import type { Attempt, Target } from './attempts/attempt.ts'
import { elements } from './attempts/elements.ts'
import { navigations } from './attempts/navigations.ts'
import { peerConnections } from './attempts/peer-connections.ts'
import { requests } from './attempts/requests.ts'
import { expect, test } from './sandbox-test.ts'

// The page is shared by all tests of the file; a recording of each would only slow them down.
test.use({ trace: 'off' })

/** Long enough for what was set in motion to leave the browser. */
const SETTLE_MS = 60

const groups: Readonly<Record<string, readonly Attempt[]>> = { requests, elements, navigations, peerConnections }

let listeners: Listeners
let watched: WatchedBrowser
let page: Page
let tried = 0

test.beforeAll(async ({ served }, testInfo) => {
  listeners = await startListeners()
  watched = await launchWatched(testInfo.project.use.launchOptions)
  page = await watched.context.newPage()
  await page.goto(served.origin)
})

test.afterAll(async () => {
  await watched?.close()
  await listeners?.close()
})

test('in an ordinary page the same attempts do arrive, so the listeners hear', async ({ served }, testInfo) => {
  const heard = await startListeners()
  const control = await launchWatched(testInfo.project.use.launchOptions)
  const plain = await control.context.newPage()
  const target: Target = { host: heard.host, udp: heard.udp, page: served.origin, name: 'leak-control.parley.test' }
  for (const title of [
    'fetch',
    'WebSocket',
    'an img element',
    'a DNS prefetch',
    'a preconnect',
    'STUN',
    'a submitted form',
    'location =',
  ]) {
    const attempt = Object.values(groups)
      .flat()
      .find((candidate) => candidate.title === title)
    await plain.goto(`${served.origin}/plain`)
    await plain.evaluate(`(async () => { ${attempt?.code(target)} })().catch(() => {})`).catch(() => {})
    await plain.waitForTimeout(300)
  }
  const log = await control.close()
  await heard.close()
  const expected = ['GET /fetch', 'upgrade /ws', 'GET /img', 'a datagram of 20 bytes', 'GET /form?a=secret', 'GET /location']
  expect(heard.arrivals).toEqual(expect.arrayContaining(expected))
  expect(log.includes(target.name), 'the lookup is in the log').toBe(true)
})

for (const [group, attempts] of Object.entries(groups)) {
  for (const attempt of attempts) {
    test(`a program cannot get out through ${attempt.title} (${group})`, async ({ served }) => {
      const before = listeners.arrivals.length
      tried += 1
      const target: Target = { host: listeners.host, udp: listeners.udp, page: served.origin, name: `leak-${tried}.parley.test` }
      const code = `${attempt.code(target)}\n;await new Promise((resolve) => setTimeout(resolve, ${SETTLE_MS}))`
      const outcome = await page.evaluate((program) => window.page.run(program), { code, limits: { timeoutMs: 1500 } })
      expect(outcome.kind === 'threw' ? outcome.error.name : '', 'the attempt itself must be written correctly').not.toBe(
        'SyntaxError',
      )
      expect(listeners.arrivals.slice(before)).toEqual([])
      expect(page.url()).toBe(`${served.origin}/`)
    })
  }
}

test('after all of them nothing has arrived, no name was looked up, and the sandbox still works', async ({ served }) => {
  expect(await page.evaluate((program) => window.page.run(program), { code: '6 * 7' })).toMatchObject({ value: { json: 42 } })
  expect(page.context().pages()).toHaveLength(2)
  await page.waitForTimeout(500)
  const log = await watched.close()
  expect(listeners.arrivals).toEqual([])
  expect(served.requests.filter((path) => path.includes('leak'))).toEqual([])
  expect(log.includes(new URL(served.origin).host), 'the log was written').toBe(true)
  expect(log.match(/leak-\d+\.parley\.test/g) ?? []).toEqual([])
})
