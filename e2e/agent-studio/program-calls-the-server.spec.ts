import { test } from '@playwright/test'
import { startParley } from '../stories/support/parley-server.ts'
import { startUpstream } from '../stories/support/scripted-upstream.ts'
import { answers, approveNext, ask, call, calm, cards, expect, openStudio, waitingCard } from '../stories/support/studio.ts'
import { choosePlace, mark } from './agent-studio.ts'

const PROGRAM = `const price = await tools.price_of({ item: 'hat' })
const paid = await tools.pay({ sum: 5 })
let more
try { more = await tools.pay({ sum: 9 }) } catch (error) { more = error.message }
return [price, paid, more].join(' / ')`

test('a program in the page calls tools of the server: by rule, asked and edited, rejected, over a reload, each once', async ({
  page,
}) => {
  const upstream = await startUpstream((_, turn) => ({
    text: turn === 1 ? call('browser_js_eval', { code: PROGRAM }) : 'It is settled.',
  }))
  const env = { PARLEY_URL: upstream.url, PARLEY_MODELS: 'scripted', PARLEY_DIALECT: 'json-strict' }
  const server = await startParley(env, 'e2e/agent-studio/paying-server.ts')
  const rows = page.getByTestId('inner-calls').locator('[data-inner-call]')
  try {
    const settings = { language: 'en', theme: 'dark', dialects: {}, model: 'scripted', codeMode: true, titles: false }
    await page.addInitScript(
      (value) => localStorage.getItem('parley-settings') ?? localStorage.setItem('parley-settings', value),
      JSON.stringify(settings),
    )
    await openStudio(page, { url: server.url, model: 'scripted' })
    await choosePlace(page, 'agent')
    await ask(page, 'Buy the hat')
    await expect(waitingCard(page)).toContainText('which may call the other tools')
    await approveNext(page)
    await expect(waitingCard(page)).toContainText('It costs 5 coins.')
    await expect(waitingCard(page)).toContainText('Set by the server')
    await expect(mark(page)).toHaveAttribute('data-mark', 'program')
    await expect(rows.and(page.locator('[data-stage="succeeded"]'))).toHaveCount(1)
    // Taught as functions of a program, and only so.
    const taught = JSON.stringify(upstream.requests[0]?.messages)
    expect(taught).toContain('tools.pay(_: { sum: number }): Promise<any>')

    await page.reload()
    await expect(waitingCard(page)).toContainText('It costs 5 coins.')
    // The program runs again after the reload and asks again. A press in that moment does not count, and is made once more; what was
    // typed is typed once.
    const sum = cards(page).getByLabel('sum')
    await expect(async () => {
      if ((await sum.count()) === 0) await waitingCard(page).locator('[data-action="edit"]').click({ timeout: 1000 })
      await expect(sum).toBeVisible({ timeout: 3000 })
    }).toPass()
    await sum.fill('4')
    await expect(mark(page)).toHaveAttribute('data-mark', 'program')
    await expect(calm(page)).toHaveCount(1)
    await expect(sum).toHaveValue('4')
    await expect(async () => {
      const execute = waitingCard(page).getByRole('button', { name: /^Execute edited call/ })
      if ((await execute.count()) > 0) await execute.click({ timeout: 1000 })
      await expect(waitingCard(page)).toContainText('It costs 9 coins.', { timeout: 3000 })
    }).toPass()
    await expect(calm(page)).toHaveCount(1)
    await waitingCard(page).locator('[data-action="reject"]').click()
    await expect(answers(page).last()).toContainText('It is settled.')

    await expect(mark(page)).toHaveAttribute('data-mark', 'idle')
    const told = JSON.stringify(upstream.requests[1]?.messages.at(-1))
    expect(told).toContain('Question 1: a hat costs 5 coins.')
    expect(told).toContain('Payment 1: 4 coins.')
    expect(told).toContain('The user rejected this call')
    await page.locator('[data-call-key][data-stage="succeeded"] > button').first().click()
    await expect(rows).toHaveCount(3)
    await expect(rows.and(page.locator('[data-stage="rejected"]'))).toHaveCount(1)
    // The tools themselves have counted: nothing else has run.
    const id = page.url().split('/').at(-1) ?? ''
    const { chain } = await (await fetch(`${server.url}api/threads/${id}/receipts`)).json()
    expect(chain.map(({ facts }: { facts: { name: string; decision: string } }) => `${facts.name} ${facts.decision}`)).toEqual([
      'price_of allow',
      'pay edit',
      'browser_js_eval result',
    ])
  } finally {
    await server.kill()
    await upstream.stop()
  }
})
