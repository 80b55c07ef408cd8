import { isLong } from '../harness/is-long.ts'
import { answers, ask, cards, expect, primary, waitingCard } from '../stories/support/studio.ts'
import { approve, choosePlace, mark, openAgent, readThread, test } from './agent-studio.ts'

const STORIES = {
  en: { primes: 'Sum all primes below 1000', title: "Look what is in src and change App.tsx's title", fresh: 'New conversation' },
  zh: { primes: '计算 1000 以内的所有素数之和', title: '看看 src 里有什么，并修改 App.tsx 的标题', fresh: '新对话' },
} as const
const { primes } = STORIES.en

// The other stories are in English.
for (const language of isLong ? (['en', 'zh'] as const) : (['zh'] as const)) {
  test(`the sum and the title, decided on the cards, worked out on the server, ${language}`, async ({ page, server }) => {
    const words = STORIES[language]
    await openAgent(page, server, { language })
    await ask(page, words.primes)
    await approve(page, 'browser_js_eval')
    await expect(answers(page).last()).toContainText('76127')
    await expect(mark(page)).toHaveAttribute('data-mark', 'idle')

    await page.getByRole('button', { name: words.fresh, exact: true }).click()
    await choosePlace(page, 'agent')
    await ask(page, words.title)
    await approve(page, 'list_directory')
    await approve(page, 'read_file')
    await expect(waitingCard(page)).toContainText('+1')
    await approve(page, 'write_file')
    await expect(page.locator('[data-stage="succeeded"]')).toHaveCount(3)
    await expect(answers(page).last()).toContainText('App.tsx')
    // The cards name the file before the last answer does.
    const statuses = async () => {
      const { threads } = (await server.read('')) as { threads: readonly { status: string }[] }
      return threads.map(({ status }) => status)
    }
    await expect.poll(statuses).toEqual(['idle', 'idle'])
  })
}

/** Slow enough to be seen at work. */
const PACE = 15

test('a call that waits outlives a reload and a killed server, runs with what the user made of it, and a turn is stopped', async ({
  page,
  server,
}) => {
  await openAgent(page, server)
  await ask(page, primes)
  await expect(waitingCard(page)).toHaveCount(1)
  await page.reload()
  await expect(waitingCard(page)).toHaveCount(1)
  await expect(mark(page)).toHaveAttribute('data-mark', 'waiting')

  await waitingCard(page).locator('[data-action="edit"]').click()
  await expect(page.locator('.cm-content')).toBeVisible()
  await server.kill()
  await page.locator('.cm-content').fill('40 + 2')
  await primary(cards(page)).click()
  await expect(mark(page)).toHaveAttribute('data-mark', 'lost')
  expect(await cards(page).getAttribute('data-stage'), 'nothing runs that the server may have been told about').not.toBe(
    'succeeded',
  )
  await server.restart(PACE)
  await expect(cards(page)).toHaveAttribute('data-stage', 'succeeded')
  await expect(answers(page).last()).toContainText('The user changed the arguments')
  await expect(answers(page).last()).toContainText('42')
  expect((await readThread(page, server)).results).toHaveLength(1)

  await page.route('**/api/chat*', (route) => route.abort())
  await ask(page, primes)
  const notice = page.getByTestId('thread-notice')
  await expect(notice).toContainText('The server cannot be reached.')
  await page.unroute('**/api/chat*')
  await notice.getByRole('button', { name: 'Try again' }).click()
  await expect(waitingCard(page)).toHaveCount(1)
  await waitingCard(page).focus()
  await page.keyboard.press('r')
  await page.getByRole('textbox', { name: 'Reason for the model' }).fill('Use a table instead')
  await page.getByRole('button', { name: 'Reject and continue' }).click()
  await expect(cards(page).last()).toHaveAttribute('data-stage', 'rejected')
  await expect(mark(page)).toHaveAttribute('data-mark', 'idle')
  const { results } = await readThread(page, server)
  expect(results).toHaveLength(2)
  expect(JSON.stringify(results[1])).toContain('Use a table instead')

  await ask(page, primes)
  await expect(mark(page)).toHaveAttribute('data-mark', 'running')
  await page.reload()
  await expect(waitingCard(page), 'the server went on, and the page came back to it').toHaveCount(1)
  await approve(page, 'browser_js_eval')
  await expect(answers(page).last()).toContainText('76127')
  await expect(mark(page)).toHaveAttribute('data-mark', 'idle')
  await ask(page, primes)
  await page.getByRole('button', { name: 'Stop answering' }).click()
  await expect(mark(page)).toHaveAttribute('data-mark', 'idle')
  expect((await readThread(page, server)).results, 'nothing of the stopped turn waits or ran').toHaveLength(3)
})
