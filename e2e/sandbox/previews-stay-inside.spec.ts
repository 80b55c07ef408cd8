import type { Page } from '@playwright/test'
import { type Listeners, startListeners } from '../harness/listeners.ts'
import { launchWatched, type WatchedBrowser } from '../harness/watched-browser.ts'
import type { Attempt, Target } from './attempts/attempt.ts'
import { elements } from './attempts/elements.ts'
import { navigations } from './attempts/navigations.ts'
import { peerConnections } from './attempts/peer-connections.ts'
import { requests } from './attempts/requests.ts'
import { expect, test } from './sandbox-test.ts'

test.use({ trace: 'off' })

const groups: Readonly<Record<string, readonly Attempt[]>> = { requests, elements, navigations, peerConnections }
const script = (code: string): string =>
  `<!doctype html><body><p>page</p><script>(async () => { ${code} })().catch(() => {})</script>`

/** Of attempts that are shown at once: none of them waits for another. */
const TOGETHER = 8

let listeners: Listeners
let watched: WatchedBrowser
let page: Page
let tried = 0

test.beforeAll(async ({ served }, testInfo) => {
  listeners = await startListeners()
  watched = await launchWatched(testInfo.project.use.launchOptions)
  page = await watched.context.newPage()
  await page.goto(`${served.origin}/?strict`)
})

test.afterAll(async () => {
  await watched?.close()
  await listeners?.close()
})

test('a previewed page runs its scripts and its console is heard', async () => {
  const { lines, end } = await page.evaluate(
    (html) => window.page.preview(html, 1500),
    `${script("localStorage.setItem('a', 1); console.log('ran', localStorage.getItem('a')); document.querySelector('p').textContent = 'x'")}<script type="module">console.log('module', document.querySelector('p').textContent)</script><img src="http://${listeners.host}/remote">`,
  )
  expect(end).toBeUndefined()
  expect(lines.map(({ text }) => text)).toEqual(expect.arrayContaining(['ran 1', 'module x']))
  expect(lines.some(({ level, text }) => level === 'warn' && text.includes('/remote'))).toBe(true)
})

for (const [group, attempts] of Object.entries(groups)) {
  test(`a previewed page cannot get out by any of the ${group}`, async ({ served }) => {
    for (let from = 0; from < attempts.length; from += TOGETHER) {
      const some = attempts.slice(from, from + TOGETHER)
      const pages = some.map(({ code }) => {
        tried += 1
        return script(
          code({
            host: listeners.host,
            udp: listeners.udp,
            page: served.origin,
            name: `leak-${tried}.parley.test`,
          } satisfies Target),
        )
      })
      const titles = some.map(({ title }) => title).join(', ')
      await page.evaluate((all) => Promise.all(all.map((html) => window.page.preview(html, 1500))), pages)
      expect(listeners.arrivals, titles).toEqual([])
      expect(page.url(), titles).toBe(`${served.origin}/?strict`)
    }
  })
}

test('the page around a preview is out of reach, and its title, keyboard and history are its own', async () => {
  const before = await page.evaluate(() => ({ title: document.title, entries: history.length }))
  const { lines } = await page.evaluate(
    (html) => window.page.preview(html, 800),
    script(
      "const tries = { parent: () => parent.document.title, top: () => top.document.title, cookie: () => document.cookie, db: () => indexedDB.open('x') }; for (const [name, attempt] of Object.entries(tries)) { try { console.log(name, 'reached', attempt()) } catch { console.log(name, 'refused') } } history.pushState({}, '', '#a'); Object.assign(document.createElement('a'), { href: '#loose' }).click(); document.querySelector('p').focus(); window.parent.postMessage('forged', '*')",
    ),
  )
  const said = lines.map(({ text }) => text)
  for (const name of ['top', 'cookie', 'db']) expect(said).toContain(`${name} refused`)
  expect(await page.evaluate(() => ({ title: document.title, entries: history.length }))).toEqual(before)
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
})

/** Ways to the keyboard that are not called `focus`. */
const THEFTS: Readonly<Record<string, string>> = {
  'a selection': 'field.select()',
  'a form that complains': `field.setCustomValidity('Press Approve'); field.reportValidity()`,
  'a label': 'field.labels[0].click()',
  'a dialog': 'box.showModal(); box.close()',
  'a popover': 'over.showPopover(); over.hidePopover()',
  'a fragment': `location.hash = ''; location.hash = 'link'`,
}
const THIEF = `<!doctype html><label>Name <input id=field></label><a id=link href=#x tabindex=0>link</a><dialog id=box><input autofocus></dialog><div id=over popover><input autofocus></div><script>taken = 0; document.addEventListener('focusin', () => { taken += 1 })</script>`

test('a previewed page cannot take the keyboard, and has it when somebody presses into it', async () => {
  const shown = page.evaluate((html) => window.page.preview(html, 120_000), THIEF).catch(() => undefined)
  const frame = page.locator('iframe[title="Preview"]')
  await expect(frame).toBeVisible({ timeout: 20_000 })
  const inside = await (await frame.elementHandle())?.contentFrame()
  await expect.poll(() => inside?.evaluate('typeof taken').catch(() => ''), { timeout: 20_000 }).toBe('number')
  const { x = 0, y = 0 } = (await frame.boundingBox()) ?? {}
  const isInert = () => frame.evaluate((element: HTMLIFrameElement) => element.inert)
  for (const [title, theft] of Object.entries(THEFTS)) {
    await page.mouse.move(x + 20, y + 100)
    await page.mouse.move(x + 25, y + 105)
    await expect.poll(isInert, { message: title, timeout: 20_000 }).toBe(false)
    await page.locator('body > input').focus()
    await inside?.evaluate(`taken = 0; document.activeElement?.blur(); ${theft}`)
    // It had the keyboard for a moment; from then on it is out of reach.
    await expect.poll(isInert, { message: title, timeout: 20_000 }).toBe(true)
    await expect(page.locator('body > input'), title).toBeFocused()
  }
  await page.keyboard.type('mine')
  await expect(page.locator('body > input')).toHaveValue('mine')
  // Somebody who types all the while presses keys into it in the moment it has the keyboard. That is no consent.
  await page.mouse.move(x + 20, y + 100)
  await page.mouse.move(x + 25, y + 105)
  await expect.poll(isInert, { timeout: 20_000 }).toBe(false)
  await inside?.evaluate('field.value = ""; document.activeElement?.blur(); setTimeout(() => field.select(), 300)')
  await page.locator('body > input').focus()
  for (let key = 0; key < 120; key += 1) await page.keyboard.press('m', { delay: 10 })
  await expect.poll(isInert, { timeout: 20_000 }).toBe(true)
  await expect(page.locator('body > input')).toBeFocused()
  await expect(async () => {
    await page.mouse.move(x + 30, y + 100)
    await page.mouse.click(x + 100, y + 20)
    await page.keyboard.type('theirs')
    expect(await inside?.evaluate('field.value')).toContain('theirs')
  }).toPass({ timeout: 30_000 })
  expect(await isInert()).toBe(false)
  await page.reload()
  await shown
})

test('a previewed page that goes elsewhere or talks without end is ended, and one that spins freezes nothing', async () => {
  const flood = script("setInterval(() => { for (let i = 0; i < 500; i++) top.postMessage('x'.repeat(1000), '*') })")
  expect(await page.evaluate((html) => window.page.preview(html, 20_000), flood)).toMatchObject({ end: 'noisy' })
  const left = await page.evaluate((html) => window.page.preview(html, 5000), script("location = 'about:blank#gone'"))
  expect(left.end).toBe('left')
  const stall = await page.evaluate(async (html) => {
    const shown = window.page.preview(html, 2000)
    let longest = 0
    let last = performance.now()
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
    }, 10)
    await shown
    clearInterval(timer)
    return longest
  }, script('while (true);'))
  expect(stall).toBeLessThan(1500)
})

test('after all of them nothing has arrived, no name was looked up, and programs still run', async ({ served }) => {
  expect(await page.evaluate((program) => window.page.run(program), { code: '6 * 7' })).toMatchObject({ value: { json: 42 } })
  const log = await watched.close()
  expect(listeners.arrivals).toEqual([])
  expect(served.requests.filter((path) => path.includes('leak'))).toEqual([])
  expect(log.match(/leak-\d+\.parley\.test/g) ?? []).toEqual([])
})
