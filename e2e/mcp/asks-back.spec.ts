import { choosePlace } from '../agent-studio/agent-studio.ts'
import { isLong } from '../harness/is-long.ts'
import { answers, approveNext, ask, call, expect } from '../stories/support/studio.ts'
import { inTurn, test, useAll } from './mcp-studio.ts'

for (const place of isLong ? (['chat', 'agent'] as const) : (['chat'] as const))
  test(`a server asks in the middle of a call: its words under its name, a form that is checked, an address that waits, in ${place} mode`, async ({
    page,
    studio,
  }) => {
    await studio.open(page, inTurn({ text: call('asking__order', { what: 'tea' }) }))
    await useAll(page, 'asking')
    await choosePlace(page, place)
    await ask(page, 'Order tea')
    await approveNext(page)
    const form = page.getByTestId('server-question')
    await expect(form).toContainText('asking asks you')
    await expect(form).toContainText('Which size?')
    await expect(form.getByLabel('apiKey')).toHaveValue('')
    await expect(form).toContainText('Give no password and no key to a form')
    await form.getByRole('button', { name: 'Send' }).click()
    await expect(form).toContainText('Size must be filled in.')
    await form.getByLabel('Size').selectOption('large')
    await form.getByLabel('count').fill('12')
    await form.getByRole('button', { name: 'Send' }).click()
    await expect(form).toContainText('count')
    await form.getByLabel('count').fill('2')
    await form.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByTestId('question-address')).toHaveText('https://shop.example/pay?for=1')
    expect(page.context().pages()).toHaveLength(1)
    await form.getByRole('button', { name: 'Decline' }).click()
    await expect(answers(page).last()).toContainText('Done.')
    expect(JSON.stringify(studio.upstream.requests.at(-1)?.messages)).toContain('Not ordered: decline.')
  })
