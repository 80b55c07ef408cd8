import { test } from './support/scripted-studio.ts'
import { answers, ask, call, cards, expect, primary, waitingCard } from './support/studio.ts'

const evaluate = (code: string, more: object = {}) => call('browser_js_eval', { code, ...more })
const isResult = (content: string | undefined) => content?.includes('tool_call_result') ?? false

/** Answers every question with the next call, and every result with a word. */
const inTurn = (...calls: readonly string[]) => {
  let at = 0
  return ({ messages }: { messages: readonly { content: string }[] }) => ({
    text: isResult(messages.at(-1)?.content) ? 'Done.' : (calls[at++] ?? 'Nothing.'),
  })
}

test('what was allowed on 6*7 does not cover a call with files, and the chip that says so can be revoked', async ({
  page,
  begin,
}) => {
  await begin(
    inTurn(
      evaluate('6*7'),
      evaluate('7*8'),
      evaluate("await files.delete('/src/App.tsx')", { use_files: true }),
      evaluate('8*9'),
    ),
  )
  await ask(page, 'first')
  await waitingCard(page).locator('[data-action="allow"]').click()
  await page.getByRole('menuitem', { name: 'Run JavaScript, always…' }).click()
  await expect(page.getByRole('dialog')).toContainText('browser_js_eval(run-code)')
  await expect(page.getByRole('dialog')).toContainText('no files · no network')
  await page.getByRole('button', { name: 'Always allow' }).click()
  const chips = page.getByTestId('grant-chips')
  await expect(chips).toContainText('Run JavaScript: no files · no network · in every conversation')
  await expect(answers(page).last()).toContainText('Done.')
  await ask(page, 'second')
  await expect(page.locator('[data-stage="succeeded"]')).toHaveCount(2)

  await ask(page, 'third')
  await expect(waitingCard(page)).toContainText('files.delete')
  await expect(waitingCard(page)).toContainText('It runs code that may read, change and delete files.')
  await waitingCard(page).locator('[data-action="reject"]').click()
  await expect(page.locator('[data-stage="rejected"]')).toHaveCount(1)

  await chips.getByRole('button', { name: /^Revoke/ }).click()
  await expect(chips).toHaveCount(0)
  await ask(page, 'fourth')
  await expect(waitingCard(page)).toContainText('8*9')
})

test('reading once is for this once; reading in this conversation says so, and shows a chip', async ({ page, begin }) => {
  const read = call('read_file', { path: '/src/App.tsx' })
  await begin(inTurn(read, call('read_file', { path: '/package.json' }), call('read_file', { path: '/README.md' })))
  await ask(page, 'first')
  await expect(primary(waitingCard(page))).toContainText('Read once')
  await primary(waitingCard(page)).click()
  await expect(page.locator('[data-call-key]').first()).not.toHaveAttribute('data-stage', 'awaiting')
  await expect(page.getByTestId('grant-chips')).toHaveCount(0)
  await expect(page.getByText('Done.', { exact: true })).toHaveCount(1)

  await ask(page, 'second')
  await waitingCard(page).locator('[data-action="allow"]').click()
  await page.getByRole('menuitem', { name: 'Only this time' }).click()
  await expect(page.getByText('Done.', { exact: true })).toHaveCount(2)
  await expect(page.getByTestId('grant-chips')).toHaveCount(0)

  await ask(page, 'third')
  await waitingCard(page).getByRole('button', { name: 'Read in this conversation' }).click()
  await expect(page.getByTestId('grant-chips')).toContainText('Read file: reads any file · no network · in this conversation')
})

test('a call whose arguments do not fit shows them, in words for the person', async ({ page, begin }) => {
  const { upstream } = await begin((_, turn) => ({
    text: turn === 1 ? call('browser_js_eval', { code: 7, extra: 'look at me' }) : 'Sorry.',
  }))
  await ask(page, 'Compute')
  await expect(answers(page).last()).toContainText('Sorry.')
  await expect(cards(page)).toHaveAttribute('data-stage', 'failed')
  await expect(cards(page)).toContainText('The arguments do not fit the tool, so nothing was executed.')
  await expect(cards(page).getByRole('cell', { name: 'look at me' }).first()).toBeVisible()
  await expect(cards(page)).not.toContainText('call again')
  expect(JSON.stringify(upstream.requests.at(-1))).toContain('call again')
})

test('what planning refuses a person may run anyway, and reads no words that are for the model', async ({ page, begin }) => {
  const { upstream } = await begin((_, turn) => ({
    text: turn === 1 ? call('write_file', { path: '/plan.txt', content: 'A plan.' }) : `Answer ${turn}.`,
  }))
  await page.getByTestId('mode-chip').click()
  await page.getByRole('menuitemcheckbox', { name: /^Plan/ }).click()
  await ask(page, 'Write')
  await expect(answers(page).last()).toContainText('Answer 2.')
  const card = page.locator('[data-stage="blocked"]')
  await expect(card).toContainText('This conversation is read only.')
  await expect(card).not.toContainText('Do not work around it')
  expect(JSON.stringify(upstream.requests.at(-1))).toContain('Do not work around it')
  await card.getByRole('button', { name: /^Run anyway/ }).click()
  await expect(page.locator('[data-stage="succeeded"]').getByTestId('receipt')).toContainText('wrote /plan.txt')
  await expect(answers(page).last()).toContainText('Answer 3.')
})
