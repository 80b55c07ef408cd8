import type { Page } from '@playwright/test'
import { answers, ask, calm, cards, composer, expect, openStudio, readToEnd, waitingCard } from '../stories/support/studio.ts'
import { approve, choosePlace, mark, openAgent, openElsewhere, readThread, test } from './agent-studio.ts'

const primes = 'Sum all primes below 1000'

/** Runs in the page: at once, whatever the other tab does. */
function pressPrimary(): void {
  document.querySelector<HTMLElement>('[data-stage="awaiting"] [data-action="primary"]')?.click()
}

test('two tabs run a call once, and a browser that has never seen the thread goes on with it', async ({
  page,
  server,
  context,
}) => {
  await openAgent(page, server)
  await ask(page, 'Create a simple React component Button.tsx')
  await expect(waitingCard(page)).toHaveCount(1)
  const tab = await context.newPage()
  await tab.goto(page.url())
  await expect(waitingCard(tab)).toHaveCount(1)
  for (const one of [page, tab]) await readToEnd(one)
  for (const one of [page, tab]) await expect(calm(one)).toBeVisible()
  await Promise.all([page, tab].map((one) => one.evaluate(pressPrimary)))
  for (const one of [page, tab]) {
    await expect(cards(one)).toHaveAttribute('data-stage', 'succeeded')
    await expect(mark(one)).toHaveAttribute('data-mark', 'idle')
    await expect(answers(one).last()).toContainText('Button.tsx')
  }
  expect((await readThread(page, server)).results).toHaveLength(1)
  await page.getByRole('button', { name: 'Show files' }).click()
  await page.getByText('Button.tsx', { exact: true }).click()
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.locator('aside li', { hasText: 'by the model' })).toHaveCount(1)
  await tab.close()

  await ask(page, primes)
  await expect(waitingCard(page)).toHaveCount(1)
  const { other, context: elsewhere } = await openElsewhere(page, page.url())
  await expect(other.locator('[data-role="user"]')).toHaveCount(2)
  await expect(other.getByRole('navigation', { name: 'Conversations' })).toContainText('Create a simple')
  await approve(other, 'browser_js_eval')
  await expect(answers(other).last()).toContainText('76127')
  await expect(answers(page).last(), 'the first browser learns of it by itself').toContainText('76127')
  await elsewhere.close()
})

/** Runs in the page before everything else: counts what a system would show, and lets nobody look when the test says so. */
function watchNotices(): void {
  const notices: string[] = []
  const asked: number[] = []
  class Notice extends EventTarget {
    static permission = 'granted'
    static requestPermission = async () => (asked.push(1), 'granted')
    constructor(title: string) {
      super()
      notices.push(title)
    }
  }
  Object.assign(window, { Notification: Notice, notices, asked, isHidden: false })
  Object.defineProperty(document, 'visibilityState', { get: () => (Reflect.get(window, 'isHidden') ? 'hidden' : 'visible') })
}

const inPage = (page: Page, name: string) => page.evaluate((key) => Reflect.get(window, key) as unknown[], name)

test('the waiting room has every thread that waits, the tab says how many, and the system only for who asked', async ({
  page,
  server,
}) => {
  await page.addInitScript(watchNotices)
  await openAgent(page, server)
  await ask(page, primes)
  await expect(waitingCard(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'New conversation', exact: true }).click()
  await ask(page, 'Create a simple React component Button.tsx')
  await expect(waitingCard(page)).toContainText('write_file')
  await expect(page).toHaveTitle(/^\(2\) /)

  await page.keyboard.press('Control+F8')
  const room = page.getByTestId('waiting-room').getByRole('button')
  await expect(room).toHaveCount(2)
  await expect(room.filter({ hasText: primes })).toContainText('on the server')
  expect(await inPage(page, 'asked'), 'nobody is asked for a permission they did not want').toHaveLength(0)
  await page.getByRole('checkbox', { name: 'Tell me when something waits' }).check()
  expect(await inPage(page, 'asked')).toHaveLength(1)
  await room.filter({ hasText: primes }).focus()
  await page.keyboard.press('Enter')
  await approve(page, 'browser_js_eval')
  await expect(answers(page).last()).toContainText('76127')
  await expect(page).toHaveTitle(/^\(1\) /)
  await expect(page.getByTestId('waiting-button')).toContainText('1')
  expect(await inPage(page, 'notices')).toEqual([])
  await page.evaluate(() => Object.assign(window, { isHidden: true }))
  await ask(page, primes)
  await expect.poll(() => inPage(page, 'notices')).toEqual(['2 calls wait for you'])

  // What waits in any conversation is decided here, once it has been on screen to its end.
  await page.evaluate(() => Object.assign(window, { isHidden: false }))
  await page.keyboard.press('Control+F8')
  const desk = page.getByTestId('waiting-desk')
  const next = desk.getByRole('button', { name: 'Next conversation' })
  const write = desk.locator('[data-call-key]', { hasText: 'Button.tsx' }).locator('[data-action="primary"]')
  const heading = desk.getByRole('heading', { name: 'Decide here' })
  await expect(heading).toBeVisible()
  if (!(await heading.textContent())?.includes('React component')) await next.click()
  await readToEnd(page, write)
  await write.click()
  await expect(room).toHaveCount(1)
})

test('a chat becomes an agent’s with all it has said, is forked at a step, comes back, and is deleted', async ({
  page,
  server,
}) => {
  await openStudio(page, { url: server.url })
  await ask(page, primes)
  await approve(page, 'browser_js_eval')
  await expect(answers(page).last()).toContainText('76127')
  expect(await server.read('')).toEqual({ threads: [] })
  await choosePlace(page, 'agent')
  await ask(page, 'Create a simple React component Button.tsx')
  await approve(page, 'write_file')
  await expect(mark(page)).toHaveAttribute('data-mark', 'idle')
  const moved = await readThread(page, server)
  expect(moved.roles).toEqual(['user', 'assistant', 'tool', 'assistant', 'user', 'assistant', 'tool', 'assistant'])

  const address = page.url()
  await mark(page).getByRole('button', { name: 'Timeline' }).click()
  const steps = page.getByTestId('timeline').getByRole('listitem')
  await expect(steps).toHaveCount(8)
  await expect(steps.nth(5)).toContainText('write_file')
  await steps
    .nth(5)
    .getByRole('button', { name: /^Fork from here/ })
    .click()
  await expect(page).not.toHaveURL(address)
  await approve(page, 'write_file')
  await expect(mark(page)).toHaveAttribute('data-mark', 'idle')
  expect((await readThread(page, server)).roles).toHaveLength(8)

  await choosePlace(page, 'chat')
  await page.getByRole('dialog').getByRole('button', { name: 'Bring it back' }).click()
  await expect(mark(page)).toHaveCount(0)
  await expect(cards(page)).toHaveCount(2)
  await ask(page, primes)
  await approve(page, 'browser_js_eval')
  await expect(answers(page).last()).toContainText('76127')
  const { threads } = (await server.read('')) as { threads: readonly unknown[] }
  expect(threads, 'only the thread it was forked from is left').toHaveLength(1)

  await page.goto(address)
  await expect(mark(page)).toHaveAttribute('data-mark', 'idle')
  await expect(composer(page)).toBeVisible()
  const list = page.getByRole('navigation', { name: 'Conversations' })
  await list
    .locator('li', { has: page.locator('[aria-current]') })
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog')).toContainText('removed')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.poll(async () => await server.read('')).toEqual({ threads: [] })
})
