import { test } from '@playwright/test'
import { startParley } from '../stories/support/parley-server.ts'
import { startUpstream } from '../stories/support/scripted-upstream.ts'
import { answers, ask, call, cards, expect, openStudio, primary, waitingCard } from '../stories/support/studio.ts'
import { choosePlace, mark } from './agent-studio.ts'

test('a tool of the server asks on a card, runs there once with what the user made of it, and not when rejected', async ({
  page,
}) => {
  const upstream = await startUpstream((_, turn) => ({ text: turn % 2 === 1 ? call('pay', { sum: 5 }) : 'It is settled.' }))
  const env = { PARLEY_URL: upstream.url, PARLEY_MODELS: 'scripted', PARLEY_DIALECT: 'json-strict' }
  const server = await startParley(env, 'e2e/agent-studio/paying-server.ts')
  const lastRequest = () => JSON.stringify(upstream.requests.at(-1)?.messages)
  try {
    await openStudio(page, { url: server.url, model: 'scripted' })
    await choosePlace(page, 'agent')
    await ask(page, 'Pay them')
    await expect(waitingCard(page)).toContainText('It costs 5 coins.')
    await expect(waitingCard(page)).toContainText('Set by the server')
    await waitingCard(page).locator('[data-action="edit"]').click()
    await cards(page).getByLabel('sum').fill('4')
    await primary(cards(page)).click()
    await expect(answers(page).last()).toContainText('It is settled.')
    expect(lastRequest()).toContain('The user changed the arguments')
    expect(lastRequest()).toContain('Payment 1: 4 coins.')

    await ask(page, 'Pay them again')
    await expect(waitingCard(page)).toHaveCount(1)
    await waitingCard(page).locator('[data-action="reject"]').click()
    await expect(cards(page).last()).toHaveAttribute('data-stage', 'rejected')
    await expect(mark(page), 'a plain no waits for the user').toHaveAttribute('data-mark', 'waiting')
    await ask(page, 'Leave it, then')
    await expect.poll(() => upstream.requests.length).toBe(4)
    expect(lastRequest()).toContain('The user rejected this call')
    expect(lastRequest()).not.toContain('Payment 2')
  } finally {
    await server.kill()
    await upstream.stop()
  }
})
