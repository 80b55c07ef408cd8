import { LONG } from '../harness/is-long.ts'
import { startParley } from './support/parley-server.ts'
import { test } from './support/scripted-studio.ts'
import { answers, approveNext, ask, call, cards, expect, openStudio, waitingCard } from './support/studio.ts'

const PRIMES = `let sum = 0
for (let n = 2; n < 1000; n++) {
  let prime = true
  for (let d = 2; d * d <= n; d++) if (n % d === 0) { prime = false; break }
  if (prime) sum += n
}
sum`

test('the sum of all primes below 1000 is computed by the sandbox and ends in the answer', async ({ page }) => {
  await openStudio(page)
  await ask(page, 'Sum all primes below 1000')
  await expect(waitingCard(page)).toHaveCount(1)
  await expect(waitingCard(page)).toContainText('browser_js_eval')
  await expect(waitingCard(page)).toContainText('Waiting for you')
  await page.getByRole('button', { name: /^Execute/ }).click()
  await expect(cards(page)).toHaveAttribute('data-stage', 'succeeded')
  await expect(answers(page).last()).toContainText('76127')
})

test('who asks before the page knows any model is answered by the usual one', async ({ page }) => {
  const asked = Promise.withResolvers<void>()
  await page.route('**/api/models', async (route) => {
    await asked.promise
    await route.continue()
  })
  await page.goto('/')
  await ask(page, 'Hello')
  asked.resolve()
  await expect(answers(page).last()).toContainText('demo')
})

test('计算 1000 以内的所有素数之和，由沙箱得出 76127', LONG, async ({ page }) => {
  await openStudio(page, { language: 'zh' })
  await ask(page, '计算 1000 以内的所有素数之和')
  await page.getByRole('button', { name: /^执行此 Tool Call/ }).click()
  await expect(answers(page).last()).toContainText('76127')
})

test('the same story with the answer cut into single characters', LONG, async ({ page }) => {
  const parley = await startParley({ PARLEY_DEMO_PIECES: '1' })
  try {
    await openStudio(page, { url: parley.url })
    await ask(page, 'Sum all primes below 1000')
    await approveNext(page)
    await expect(answers(page).last()).toContainText('76127')
  } finally {
    await parley.kill()
  }
})

test('the result goes back to the model as a user message in the form of its dialect', async ({ page, begin }) => {
  const { upstream } = await begin((_, turn) =>
    turn === 1
      ? { text: `I will compute it.\n${call('browser_js_eval', { code: PRIMES }, 'call_primes')}`, pieces: 7 }
      : { text: 'It is done.' },
  )
  await ask(page, 'Sum all primes below 1000')
  await approveNext(page)
  await expect(answers(page).last()).toContainText('It is done.')
  expect(upstream.requests).toHaveLength(2)
  const [first, second] = upstream.requests
  expect(first?.tools).toBeUndefined()
  const last = second?.messages.at(-1)
  expect(last?.role).toBe('user')
  expect(JSON.parse(last?.content ?? '')).toEqual({ tool_call_result: { toolCallId: 'call_primes', result: 76127 } })
})

test('the code types itself into the card while it streams', async ({ page, begin }) => {
  const code = Array.from({ length: 40 }, (_, line) => `const line${line} = ${line}`).join('\n')
  await begin(() => ({ text: call('browser_js_eval', { code }), pieces: 12, pace: 20 }))
  await ask(page, 'Count')
  const streaming = page.locator('[data-stage="streaming"]')
  await expect(streaming).toContainText('browser_js_eval')
  await expect(streaming).toContainText('const line3')
  await expect(streaming).not.toContainText('const line39')
  await expect(streaming.getByTestId('bytes-so-far')).toContainText('so far')
  await expect(waitingCard(page)).toHaveCount(1)
})

test('the number of a note is drawn whole, also in the first line of an answer', async ({ page, begin }) => {
  await begin(() => ({ text: 'Water is H~2~O.[^1] And so on.\n\n[^1]: Mostly.\n' }))
  await ask(page, 'Show')
  const number = answers(page).last().locator('sup').first()
  await expect(number).toHaveText('1')
  // A block is cut off at its own edge.
  const above = await number.evaluate((sup) => {
    const letters = document.createRange()
    letters.selectNodeContents(sup)
    const block = sup.closest('.parley-block') ?? sup
    return letters.getBoundingClientRect().top - block.getBoundingClientRect().top
  })
  expect(above).toBeGreaterThanOrEqual(0)
})
