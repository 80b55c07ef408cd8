import { choosePlace, mark } from '../agent-studio/agent-studio.ts'
import { LONG } from '../harness/is-long.ts'
import { answers, approveNext, ask, call, cards, expect, primary, waitingCard } from '../stories/support/studio.ts'
import { inTurn, openServers, test, tool, useAll } from './mcp-studio.ts'

const ECHO = 'everything__echo'

test('in agent mode the server runs the tool: a card, edited, allowed by rule for the next, revoked, stopped by itself', async ({
  page,
  studio,
}) => {
  const long = call('everything__trigger-long-running-operation', { duration: 120, steps: 1200 })
  const replies = ['one', 'two', 'three', 'four'].map((message) => ({ text: call(ECHO, { message }) }))
  await studio.open(page, inTurn(...replies, { text: long }))
  await useAll(page, 'everything')
  await choosePlace(page, 'agent')
  const last = () => JSON.stringify(studio.upstream.requests.at(-1)?.messages)

  await ask(page, 'first')
  await expect(waitingCard(page)).toContainText('Call echo of the MCP server everything, a program beside Parley')
  await expect(waitingCard(page)).toContainText('everything says of it')
  await waitingCard(page).locator('[data-action="edit"]').click()
  await cards(page).last().getByLabel('message').fill('one, edited')
  await primary(cards(page).last()).click()
  await expect(answers(page).last()).toContainText('Done.')
  expect(last()).toContain('Echo: one, edited')

  await ask(page, 'second')
  await expect(waitingCard(page)).toContainText('two')
  await waitingCard(page).locator('[data-action="allow"]').click()
  await page.getByRole('menuitem', { name: /, always…/ }).click()
  await page.getByRole('button', { name: 'Always allow' }).click()
  await expect.poll(last).toContain('Echo: two')
  await expect(answers(page).last()).toContainText('Done.')
  await ask(page, 'third')
  await expect.poll(last).toContain('Echo: three')
  await expect(answers(page).last()).toContainText('Done.')

  await openServers(page)
  await tool(page, ECHO).getByRole('combobox').selectOption('ask')
  await page.keyboard.press('Escape')
  await ask(page, 'fourth')
  await expect(waitingCard(page)).toContainText('four')
  await approveNext(page)
  await expect.poll(last).toContain('Echo: four')
  await expect(mark(page)).toHaveAttribute('data-mark', 'idle')

  await ask(page, 'fifth')
  await approveNext(page)
  const card = cards(page).last()
  await expect(card).toHaveAttribute('data-stage', 'running')
  await expect(card).toContainText('/ 1200')
  await expect(card).toContainText(/Running \d/)
  await card.getByRole('button', { name: /^Stop/ }).click()
  await expect.poll(last).toContain('The call was stopped')
})

test(
  'a tool that changed while a thread worked is named on the page of servers, with the reason',
  LONG,
  async ({ page, studio }) => {
    await studio.open(page, inTurn({ text: call('evil__turn-coat', {}) }))
    await useAll(page, 'evil')
    await choosePlace(page, 'agent')
    await ask(page, 'Change')
    await approveNext(page)
    await expect(answers(page).last()).toContainText('Done.')
    await openServers(page)
    await expect(page.getByTestId('mcp-not-told')).toContainText('evil__weather')
  },
)
