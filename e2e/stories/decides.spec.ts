import { LONG } from '../harness/is-long.ts'
import { lastWords, test } from './support/scripted-studio.ts'
import { answers, ask, call, calm, cards, expect, primary, readToEnd, waitingCard, waitingLines } from './support/studio.ts'

const write = (path: string, content: string, id = 'call_1') => call('write_file', { path, content }, id)
const evaluate = (code: string, id = 'call_1') => call('browser_js_eval', { code }, id)
const two = (first: string, second: string) => {
  const calls = [first, second].flatMap((text) => JSON.parse(text).tool_calls)
  return JSON.stringify({ tool_calls: calls })
}

test('a call that was edited runs as edited, and the model is told what ran', async ({ page, begin }) => {
  const { upstream } = await begin((_, turn) => ({ text: turn === 1 ? evaluate('const width = 40\nwidth + 2') : 'Thank you.' }))
  await ask(page, 'Compute')
  await expect(calm(page)).toBeVisible()
  await waitingCard(page).focus()
  await page.keyboard.press('e')
  await expect(page.locator('.cm-content')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(waitingCard(page)).toBeFocused()
  await page.keyboard.press('e')
  await expect(page.locator('.cm-content')).toBeFocused()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('40 + 60')
  await page.getByRole('button', { name: /^Execute edited call/ }).click()
  await expect(answers(page).last()).toContainText('Thank you.')
  await cards(page).locator('button[aria-expanded="false"]').first().click()
  await expect(cards(page)).toContainText('100')
  await expect(cards(page)).toContainText('edited by you')
  expect(lastWords(upstream)).toContain('100')
  expect(lastWords(upstream)).toContain('40 + 60')
  await page.reload()
  await cards(page).locator('button[aria-expanded="false"]').first().click()
  await expect(cards(page).getByText('40 + 60', { exact: true }).first()).toBeVisible()
})

test('a rejection with a reason reaches the model, and nothing was run', async ({ page, begin }) => {
  const { upstream } = await begin((_, turn) => ({ text: turn === 1 ? write('/notes/plan.md', 'A plan.') : 'Then I ask first.' }))
  await ask(page, 'Write a plan')
  await expect(calm(page)).toBeVisible()
  await waitingCard(page).focus()
  await page.keyboard.press('r')
  await page.keyboard.type('Ask me for the folder first')
  await page.getByRole('button', { name: /^Reject and continue/ }).click()
  await expect(answers(page).last()).toContainText('Then I ask first.')
  await expect(cards(page)).toHaveAttribute('data-stage', 'rejected')
  expect(lastWords(upstream)).toContain('The user rejected this call with this reason: Ask me for the folder first')
  await page.getByRole('button', { name: 'Show files' }).click()
  const files = page.getByRole('complementary', { name: 'Files' })
  await expect(files.getByText('App.tsx')).toBeVisible()
  await expect(files.getByText('plan.md')).toHaveCount(0)
})

test('a rejection without a reason waits for the user and can be undone', async ({ page, begin }) => {
  const { upstream } = await begin((_, turn) => ({ text: turn === 1 ? evaluate('1 + 1') : 'Two.' }))
  await ask(page, 'Compute')
  await waitingCard(page).locator('[data-action="reject"]').click()
  await expect(cards(page)).toHaveAttribute('data-stage', 'rejected')
  expect(upstream.requests).toHaveLength(1)
  await cards(page).locator('button[aria-expanded="false"]').first().click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await primary(waitingCard(page)).click()
  await expect(answers(page).last()).toContainText('Two.')
})

test('several calls are rejected together, and only those of the same answer', async ({ page, begin }) => {
  const { upstream } = await begin(() => ({ text: two(evaluate('1 + 1', 'a'), write('/x.txt', 'x', 'b')) }))
  await ask(page, 'Do two things')
  await expect(waitingLines(page)).toHaveCount(2)
  await expect(page.locator('[data-group-bar]')).toContainText('2 calls wait')
  await page.getByRole('button', { name: 'Reject all' }).click()
  await expect(page.locator('[data-stage="rejected"]')).toHaveCount(2)
  expect(upstream.requests).toHaveLength(1)
})

test('several calls are executed together, but not before all of their code was seen', async ({ page, begin }) => {
  const long = `${Array.from({ length: 50 }, (_, line) => `const y${line} = ${line}`).join('\n')}\ny49`
  await begin((_, turn) => ({ text: turn === 1 ? two(evaluate('1 + 1', 'a'), evaluate(long, 'b')) : 'Both.' }))
  await ask(page, 'Do two things')
  await expect(waitingLines(page)).toHaveCount(2)
  const executeAll = page.getByRole('button', { name: 'Execute all' })
  await executeAll.click()
  await expect(page.locator('[data-group-bar]')).toContainText('Call 2 was not read to its end: Run 51 lines of JavaScript')
  await expect(page.getByTestId('dock-place')).toHaveText('2 of 2')
  await expect(waitingLines(page)).toHaveCount(2)
  await executeAll.click()
  await expect(page.locator('[data-stage="succeeded"]')).toHaveCount(0)
  await readToEnd(page)
  await executeAll.click()
  await expect(page.locator('[data-stage="succeeded"]')).toHaveCount(2)
  await expect(answers(page).last()).toContainText('Both.')
})

test('what is allowed for a thread asks no more, until it is revoked', async ({ page, begin }) => {
  await begin(({ messages }, turn) => {
    const isResult = messages.at(-1)?.content.includes('tool_call_result') ?? false
    return { text: isResult ? `Answer ${turn}.` : evaluate(`${turn} * 2`, `call_${turn}`) }
  })
  await ask(page, 'first')
  await waitingCard(page).locator('[data-action="allow"]').click()
  await page.getByRole('menuitem', { name: 'Run JavaScript, in this conversation' }).click()
  await expect(page.getByTestId('grant-chips')).toContainText('Run JavaScript: no files · no network · in this conversation')
  await expect(answers(page).last()).toContainText('Answer 2.')
  await ask(page, 'second')
  await expect(answers(page).last()).toContainText('Answer 4.')
  await expect(page.locator('[data-stage="succeeded"]')).toHaveCount(2)

  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('tab', { name: 'Rules' }).click()
  await expect(page.getByRole('dialog')).toContainText('browser_js_eval(run-code)')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Revoke/ })
    .click()
  await expect(page.getByRole('dialog')).toContainText('Nothing is allowed permanently')
  await page.keyboard.press('Escape')
  await ask(page, 'third')
  await expect(waitingCard(page)).toHaveCount(1)
})

test('auto mode is confirmed, runs without a question, and says so until it is stopped', async ({ page, begin }) => {
  await begin((_, turn) => ({ text: turn === 1 ? evaluate('6 * 7') : 'Forty-two.' }))
  await page.getByTestId('mode-chip').click()
  await page.getByRole('menuitemcheckbox', { name: /^Auto(?!-)/ }).click()
  await expect(page.getByTestId('auto-bar')).toHaveCount(0)
  await page.getByRole('button', { name: 'Run without asking' }).click()
  await expect(page.getByTestId('auto-bar')).toContainText('Running without asking')
  await ask(page, 'Compute')
  await expect(answers(page).last()).toContainText('Forty-two.')
  await page.getByTestId('auto-bar').getByRole('button').click()
  await expect(page.getByTestId('auto-bar')).toHaveCount(0)
  await expect(page.getByTestId('mode-chip')).toContainText('Ask')
})

test('two waiting calls are decided by the keyboard alone', async ({ page, begin }) => {
  const { upstream } = await begin((_, turn) => ({
    text: turn === 1 ? two(evaluate('10 + 1', 'a'), evaluate('20 + 2', 'b')) : 'Both.',
  }))
  await page.keyboard.type('Two things')
  await page.keyboard.press('Enter')
  await expect(waitingLines(page)).toHaveCount(2)
  await page.keyboard.press('F8')
  await expect(waitingCard(page)).toBeFocused()
  await expect(waitingCard(page)).toContainText('10 + 1')
  await page.keyboard.press('j')
  await expect(waitingCard(page)).toContainText('20 + 2')
  await expect(waitingCard(page)).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(waitingCard(page)).toContainText('10 + 1')
  await expect(calm(page)).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(waitingCard(page)).toContainText('20 + 2')
  await expect(waitingCard(page)).toBeFocused()
  await expect(calm(page)).toBeVisible()
  await page.keyboard.press('Control+Backspace')
  await expect(page.locator('[data-stage="rejected"]')).toHaveCount(1)
  await expect(page.locator('[data-stage="succeeded"]')).toHaveCount(1)
  expect(upstream.requests.length).toBeGreaterThanOrEqual(1)
})

test('typing in the composer decides nothing', async ({ page, begin }) => {
  const { upstream } = await begin(() => ({ text: evaluate('1') }))
  await ask(page, 'Compute')
  await expect(calm(page)).toBeVisible()
  const composer = page.locator('textarea[data-composer]')
  await composer.fill('half a thought')
  await page.keyboard.press('Control+Backspace')
  await expect(composer, 'it deletes a word').toHaveValue('half a ')
  await expect(waitingCard(page)).toHaveCount(1)
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => upstream.requests.length, { message: 'it sends the text' }).toBe(2)
  await expect(waitingCard(page), 'the call of the next answer').toHaveCount(1)
  await expect(page.locator('[data-stage="succeeded"], [data-stage="rejected"]')).toHaveCount(0)
})

test('long code must be seen before it can be executed', LONG, async ({ page, begin }) => {
  const code = Array.from({ length: 60 }, (_, line) => `const x${line} = ${line}`).join('\n')
  await begin((_, turn) => ({ text: turn === 1 ? evaluate(`${code}\nx59`) : 'Seen.' }))
  await ask(page, 'Long')
  await expect(primary(waitingCard(page))).toHaveText(/^Read on\d+ lines unseen/)
  await primary(waitingCard(page)).click()
  await expect(waitingCard(page)).toContainText('const x58 = 58')
  await readToEnd(page)
  await expect(waitingCard(page).getByText('x59', { exact: true }).last()).toBeInViewport()
  await expect(primary(waitingCard(page))).toContainText('Execute')
  await primary(waitingCard(page)).click()
  await expect(answers(page).last()).toContainText('Seen.')
})

test('a call that cannot be read is shown with its place, and the model is asked to send it again', async ({ page, begin }) => {
  const { upstream } = await begin((_, turn) => {
    if (turn === 1)
      return {
        text: '{"tool_calls":[{"id":"a","type":"function","function":{"name":"browser_js_eval","arguments":"{\\"code\\": 1 +',
      }
    return { text: turn === 2 ? evaluate('1 + 1', 'b') : 'Better.' }
  })
  await ask(page, 'Compute')
  const broken = page.locator('[data-stage="malformed"]')
  await expect(broken).toContainText('Could not read this call')
  await broken.getByRole('button', { name: 'Ask to resend' }).click()
  await primary(waitingCard(page)).click()
  await expect(answers(page).last()).toContainText('Better.')
  expect(upstream.requests.length).toBe(3)
})

test('a result that looks like a secret waits, and goes out blackened', async ({ page, begin }) => {
  const key = `sk-${'a1b2c3d4'.repeat(4)}`
  const { upstream } = await begin((_, turn) => ({
    text: turn === 1 ? evaluate(`'${key.slice(0, 10)}' + '${key.slice(10)}'`) : 'Received.',
  }))
  await ask(page, 'Read the key')
  await primary(waitingCard(page)).click()
  const review = page.locator('[data-stage="review"]')
  await expect(review).toContainText('This result waits before it goes to the model')
  await review.getByRole('button', { name: 'Redact what looks secret' }).click()
  await review.getByRole('button', { name: /^Send/ }).click()
  await expect(answers(page).last()).toContainText('Received.')
  expect(JSON.stringify(upstream.requests)).not.toContain(key)
  expect(lastWords(upstream)).toContain('removed')
})

test('the files a call wrote are restored from its card', async ({ page, begin }) => {
  await begin((_, turn) => ({ text: turn === 1 ? write('/src/App.tsx', 'gone') : 'Written.' }))
  await ask(page, 'Overwrite it')
  await expect(waitingCard(page)).toContainText('Overwrite /src/App.tsx')
  await primary(waitingCard(page)).click()
  await expect(answers(page).last()).toContainText('Written.')
  await page.getByRole('button', { name: 'Show files' }).click()
  await page.getByText('App.tsx', { exact: true }).click()
  await expect(page.locator('.cm-content')).toContainText('gone')
  await expect(cards(page).getByTestId('receipt')).toContainText('wrote /src/App.tsx')
  await cards(page).getByTestId('receipt').getByRole('button', { name: 'Undo' }).click()
  await expect(page.locator('.cm-content')).toContainText('Hello, Parley')
})
