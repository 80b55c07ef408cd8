import type { Page } from '@playwright/test'
import { test } from './support/scripted-studio.ts'
import { answers, approveNext, ask, call, cards, composer, expect, primary, waitingCard } from './support/studio.ts'

const press = (tab: Page) => primary(waitingCard(tab)).click({ timeout: 5000 })
const evaluate = (code: string, id = 'call_1') => call('browser_js_eval', { code }, id)

test('a reload or the stop key while the answer streams keeps what arrived, and trying again completes it', async ({
  page,
  begin,
}) => {
  const { upstream } = await begin((_, turn) =>
    turn <= 2 ? { text: 'Slowly. '.repeat(300), pieces: 8, pace: 40 } : { text: 'Here it is.' },
  )
  await ask(page, 'Tell me')
  await expect(answers(page).last()).toContainText('Slowly.')
  await page.reload()
  await expect(page.locator('[data-role="user"]')).toContainText('Tell me')
  const again = page.getByTestId('thread-notice').getByRole('button', { name: 'Try again' })
  await again.click()
  await expect(again).toHaveCount(0)
  await expect(answers(page).last()).toContainText('Slowly.')
  await page.keyboard.press('Control+.')
  await expect(page.getByTestId('thread-notice')).toContainText('The answer is not complete.')
  await again.click()
  await expect(answers(page).last()).toContainText('Here it is.')
  expect(upstream.requests).toHaveLength(3)
})

test('a reload while a call waits keeps the question', async ({ page, begin }) => {
  const { upstream } = await begin((_, turn) => ({ text: turn === 1 ? evaluate('40 + 2') : 'Done.' }))
  await ask(page, 'Compute')
  await expect(waitingCard(page)).toHaveCount(1)
  await page.reload()
  await expect(waitingCard(page)).toHaveCount(1)
  expect(upstream.requests).toHaveLength(1)
  await approveNext(page)
  await expect(answers(page).last()).toContainText('Done.')
  expect(upstream.requests).toHaveLength(2)
})

test('a reload interrupts the call, and a person says whether it runs again', async ({ page, begin }) => {
  const { upstream } = await begin((_, turn) => ({
    text:
      turn === 1
        ? call('browser_js_eval', {
            code: 'console.log("begun"); await new Promise((resolve) => setTimeout(resolve, 60000)); 1',
            timeout_ms: 120_000,
          })
        : 'So be it.',
  }))
  await ask(page, 'Wait')
  await approveNext(page)
  await expect(cards(page).getByRole('region', { name: 'Console' })).toContainText('begun')
  await page.reload()
  await expect(cards(page)).toHaveAttribute('data-stage', 'interrupted')
  await expect(cards(page)).toContainText('Interrupted by reload')
  expect(upstream.requests).toHaveLength(1)
  await page.getByRole('button', { name: 'Mark as failed' }).click()
  await expect(answers(page).last()).toContainText('So be it.')
  expect(upstream.requests).toHaveLength(2)
})

test('a reload after the result but before it was sent sends it once and runs nothing again', async ({
  page,
  begin,
  context,
}) => {
  const { upstream, parley } = await begin((_, turn) => ({
    text: turn === 1 ? evaluate('globalThis.constructor.name, 7 * 6') : 'Received.',
  }))
  await ask(page, 'Compute')
  await expect(waitingCard(page)).toHaveCount(1)
  await context.route(`${parley.url}api/respond`, (route) => route.abort())
  await approveNext(page)
  await expect(cards(page)).toHaveAttribute('data-stage', 'succeeded')
  expect(upstream.requests).toHaveLength(1)
  const notice = page.getByTestId('thread-notice')
  await expect(notice).toContainText('cannot be reached')
  await context.unroute(`${parley.url}api/respond`)
  await page.reload()
  await expect(cards(page)).toHaveAttribute('data-stage', 'succeeded')
  await notice.getByRole('button', { name: 'Try again' }).click()
  await expect(answers(page).last()).toContainText('Received.')
  expect(upstream.requests).toHaveLength(2)
  const results = upstream.requests
    .at(-1)
    ?.messages.filter(({ role, content }) => role === 'user' && content.includes('tool_call_result'))
  expect(results).toHaveLength(1)
})

test('two tabs on the same thread run a call once', async ({ page, begin, context }) => {
  const { upstream } = await begin((_, turn) => ({
    text: turn === 1 ? call('write_file', { path: '/once.txt', content: 'once' }) : 'Written.',
  }))
  await ask(page, 'Write')
  await expect(waitingCard(page)).toHaveCount(1)
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(composer(other)).toBeVisible()
  await expect(waitingCard(other)).toHaveCount(1)
  // Whoever is faster takes the button away from the other.
  const pressed = await Promise.allSettled([press(page), press(other)])
  expect(pressed.map(({ status }) => status)).toContain('fulfilled')
  for (const tab of [page, other]) {
    await expect(cards(tab)).toHaveAttribute('data-stage', 'succeeded')
    await expect(answers(tab).last()).toContainText('Written.')
  }
  expect(upstream.requests).toHaveLength(2)
  await page.getByRole('button', { name: 'Show files' }).click()
  await page.getByText('once.txt', { exact: true }).click()
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.locator('aside li', { hasText: 'by the model' })).toHaveCount(1)
})

test('threads are listed, found, renamed and deleted, and an edited message becomes a branch', async ({ page, begin }) => {
  await begin((request) => ({ text: `You said: ${request.messages.at(-1)?.content}` }))
  await ask(page, 'Apples')
  await expect(answers(page).last()).toContainText('You said: Apples')
  await page.locator('[data-role="user"]').hover()
  await page.getByRole('button', { name: 'Edit message' }).click()
  await page.getByRole('textbox', { name: 'Edit message' }).fill('Oranges')
  await page.getByRole('button', { name: 'Send as a new version' }).click()
  await expect(answers(page).last()).toContainText('You said: Oranges')
  await page.locator('[data-role="user"]').hover()
  await page.locator('[data-role="user"]').getByRole('button', { name: 'Previous version' }).click()
  await expect(answers(page).last()).toContainText('You said: Apples')

  await page.getByRole('button', { name: 'New conversation', exact: true }).click()
  await ask(page, 'Bananas')
  await expect(answers(page).last()).toContainText('You said: Bananas')
  const list = page.getByRole('navigation', { name: 'Conversations' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await page.getByRole('searchbox').fill('oranges')
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('searchbox').fill('')
  await list.getByRole('button', { name: 'Actions for Bananas' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByLabel('Title').fill('Fruit')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(list).toContainText('Fruit')
  await page.reload()
  await expect(list).toContainText('Fruit')
  await list.getByRole('button', { name: 'Actions for Fruit' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(list).not.toContainText('Fruit')
})
