import type { BrowserContext, Page } from '@playwright/test'
import { test as base, expect } from './sandbox-test.ts'

const limits = { timeoutMs: 700 }
const answer = { kind: 'returned', value: { json: 42 } }

async function openTab(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(address)
  await page.evaluate(() => window.page.sandbox.warmUp())
  return page
}

/** Two tabs for all that leave them open: what one program leaves behind must not be met by the next one. */
const test = base.extend<object, { readonly tabs: readonly [Page, Page] }>({
  tabs: [
    async ({ browser, served }, use) => {
      const context = await browser.newContext()
      await use([await openTab(context, served.origin), await openTab(context, served.origin)])
      await context.close()
    },
    { scope: 'worker' },
  ],
})

// Pages of one origin in one browser: their locked documents live in one process.
test.use({ trace: 'off' })

const runIn = (page: Page, code: string, more: { limits?: { timeoutMs: number }; session?: string } = {}) =>
  page.evaluate((program) => window.page.run(program), { code, ...more })

/** How long both tabs take for programs that take no time. */
async function bothAnswer(first: Page, second: Page): Promise<number> {
  const started = Date.now()
  expect(await runIn(first, '6 * 7')).toMatchObject(answer)
  expect(await runIn(second, '6 * 7')).toMatchObject(answer)
  expect(await runIn(first, '6 * 7')).toMatchObject(answer)
  return Date.now() - started
}

/** Less than the ten seconds that a program has: nothing here waits for that to pass, however slow the machine is. */
const NO_LIMIT_MS = 9_000

test('an endless loop stopped in one tab is over in all of them', async ({ tabs: [first, second] }) => {
  expect(await runIn(first, 'for (;;);', { limits })).toMatchObject({ kind: 'stopped', why: 'timeout' })
  expect(await bothAnswer(first, second)).toBeLessThan(NO_LIMIT_MS)
})

test('a program waits its turn while another tab computes, and does not pay for it with its own time', async ({
  tabs: [first, second],
}) => {
  const loop = runIn(first, 'for (;;);', { limits: { timeoutMs: 2_500 } })
  expect(await runIn(second, '6 * 7', { limits })).toMatchObject(answer)
  expect(await loop).toMatchObject({ kind: 'stopped', why: 'timeout' })
})

test('Stop is answered at once also while another tab computes', async ({ tabs: [first, second] }) => {
  const loop = runIn(first, 'for (;;);', { limits: { timeoutMs: 20_000 } })
  const waiting = await second.evaluate(async () => {
    const running = window.page.run({ code: '6 * 7' })
    window.page.stop()
    return await running
  })
  expect(waiting).toMatchObject({ kind: 'stopped', why: 'cancelled' })
  await first.evaluate(() => window.page.stop())
  expect(await loop).toMatchObject({ kind: 'stopped', why: 'cancelled' })
})

test('a tab closed in the middle of an endless loop takes the loop with it', async ({ browser, served }) => {
  const context = await browser.newContext()
  const [first, second, third] = [
    await openTab(context, served.origin),
    await openTab(context, served.origin),
    await openTab(context, served.origin),
  ]
  const begun = first.waitForEvent('console', { predicate: (line) => line.text() === 'begun' })
  await first.evaluate(() => void window.page.run({ code: "console.log('in'); for (;;);", onLine: () => console.log('begun') }))
  await begun
  await first.close()
  expect(await bothAnswer(second, third)).toBeLessThan(NO_LIMIT_MS)
  await context.close()
})

test('a session of another tab outlives a program that merely waited too long', async ({ browser, served }) => {
  const context = await browser.newContext()
  const [first, second] = [await openTab(context, served.origin), await openTab(context, served.origin)]
  await runIn(second, 'var kept = 42', { session: 's' })
  expect(await runIn(first, 'await new Promise(() => {})', { limits })).toMatchObject({ kind: 'stopped', why: 'timeout' })
  expect(await runIn(second, 'kept', { session: 's' })).toMatchObject(answer)
  await context.close()
})

/** What a program leaves to be done when its world is taken down. */
const farewells: Readonly<Record<string, string>> = {
  pagehide: `addEventListener('pagehide', () => { for (;;); })`,
  unload: `addEventListener('unload', () => { for (;;); }, true)`,
  onpagehide: `onpagehide = () => { for (;;); }`,
  onunload: `onunload = () => { for (;;); }`,
  'body.onunload': `document.body.onunload = () => { for (;;); }`,
  beforeunload: `onbeforeunload = () => { for (;;); }`,
  visibilitychange: `document.addEventListener('visibilitychange', () => { for (;;); }, true)`,
  'pagehide after the document was opened again': `document.open(); addEventListener('pagehide', () => { for (;;); }, true)`,
  'pagehide behind a new addEventListener': `const add = addEventListener; globalThis.addEventListener = EventTarget.prototype.addEventListener = () => {}; document.open(); add.call(window, 'pagehide', () => { for (;;); })`,
  'pagehide under a name that changes': `let asked = 0; addEventListener({ toString: () => (asked++ === 0 ? 'click' : 'pagehide') }, () => { for (;;); })`,
  'pagehide of a stream of events': `EventTarget.prototype.when?.call(window, 'pagehide').subscribe(() => { for (;;); })`,
  'an attribute, which does not run but is waited for': `document.body.setAttribute('onunload', '1'); setTimeout(() => { for (;;); }, 3)`,
  'a timer': `setTimeout(() => { for (;;); }, 3)`,
}

for (const [title, code] of Object.entries(farewells)) {
  test(`a loop left in ${title} does not outlive its program, in any tab`, async ({ tabs: [first, second] }) => {
    // The timer may go off before the value has been handed over; then the loop is the program's own.
    expect(['returned', 'stopped']).toContain((await runIn(first, `${code}; 1`, { limits })).kind)
    expect(await bothAnswer(first, second)).toBeLessThan(NO_LIMIT_MS)
  })
}
