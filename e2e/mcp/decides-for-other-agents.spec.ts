import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { LONG } from '../harness/is-long.ts'
import { approveNext, calm, cards, expect, primary, waitingCard } from '../stories/support/studio.ts'
import { openServers, test, tool, useAll } from './mcp-studio.ts'

/** Somebody else's agent, on the official library. */
async function agent(url: string, name: string): Promise<Client> {
  const client = new Client({ name, version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url)))
  return client
}

const words = (result: unknown): string => JSON.stringify(result)

test('a call of another agent is a card: edited, rejected with a reason, and run in the sandbox of the page', async ({
  page,
  studio,
}) => {
  await studio.open(page, () => ({ text: 'Hello.' }))
  await useAll(page, 'everything')
  const codex = await agent(studio.server.url, 'codex')
  await expect.poll(async () => words(await codex.listTools())).toContain('everything__echo')
  const echo = codex.callTool({ name: 'everything__echo', arguments: { message: 'from codex' } })

  await expect(page.getByTestId('waiting-button')).toContainText('1')
  await page.keyboard.press('Control+F8')
  await page.getByTestId('waiting-room').getByRole('button', { name: /codex/ }).click()
  await expect(waitingCard(page)).toContainText('from codex')
  await expect(waitingCard(page)).toContainText('everything')
  await expect(page.getByTestId('server-mark')).toContainText('Calls of another agent')
  await calm(page).waitFor()
  await waitingCard(page).locator('[data-action="edit"]').click()
  await cards(page).last().getByLabel('message').fill('from the user')
  await primary(cards(page).last()).click()
  const echoed = words(await echo)
  expect(echoed).toContain('Echo: from the user')
  expect(echoed).toContain('The user changed the arguments')

  const refused = codex.callTool({ name: 'everything__echo', arguments: { message: 'again' } })
  await expect(waitingCard(page)).toContainText('again')
  await calm(page).waitFor()
  await waitingCard(page).focus()
  await page.keyboard.press('r')
  await page.keyboard.type('Once is enough')
  await page.getByRole('button', { name: /^Reject and continue/ }).click()
  expect(words(await refused)).toContain('Once is enough')

  const sum = codex.callTool({ name: 'browser_js_eval', arguments: { code: '6 * 7' } })
  await expect(waitingCard(page)).toContainText('6 * 7')
  await approveNext(page)
  expect(words(await sum)).toContain('42')
  await codex.close()
})

test('a program without tools has a file written by the page, after a yes, and gets one answer', async ({ page, studio }) => {
  await studio.open(page, (_, turn) =>
    turn === 1
      ? {
          text: '{"tool_calls": [{"id": "c", "type": "function", "function": {"name": "write_file", "arguments": "{\\"path\\": \\"/list.txt\\", \\"content\\": \\"milk\\"}"}}]}',
        }
      : { text: 'It is on the list.' },
  )
  const answer = fetch(new URL('/v1/chat/completions', studio.server.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'my-script/1.0' },
    body: JSON.stringify({ model: 'scripted+files@json-strict', messages: [{ role: 'user', content: 'Milk, please.' }] }),
  })
  await expect(page.getByTestId('waiting-button')).toContainText('1')
  await page.keyboard.press('Control+F8')
  await page
    .getByTestId('waiting-room')
    .getByRole('button', { name: /my-script/ })
    .click()
  await expect(waitingCard(page)).toContainText('milk')
  await approveNext(page)
  const text = await (await answer).text()
  expect(text).toContain('It is on the list.')
  expect(text).not.toContain('write_file')
  expect(JSON.stringify(studio.upstream.requests.at(-1))).toContain('list.txt')
})

test('calls of another agent run by a rule of the user, until it is taken back', LONG, async ({ page, studio }) => {
  await studio.open(page, () => ({ text: 'Hello.' }))
  await useAll(page, 'everything')
  const cursor = await agent(studio.server.url, 'cursor')
  await expect.poll(async () => words(await cursor.listTools())).toContain('everything__echo')
  const echo = (message: string) => cursor.callTool({ name: 'everything__echo', arguments: { message } })

  const first = echo('one')
  await page.keyboard.press('Control+F8')
  await page
    .getByTestId('waiting-room')
    .getByRole('button', { name: /cursor/ })
    .click()
  await expect(waitingCard(page)).toContainText('one')
  await calm(page).waitFor()
  await waitingCard(page).locator('[data-action="allow"]').click()
  await page.getByRole('menuitem', { name: /, always…/ }).click()
  await page.getByRole('button', { name: 'Always allow' }).click()
  expect(words(await first)).toContain('Echo: one')
  expect(words(await echo('two'))).toContain('Echo: two')

  await openServers(page)
  const state = tool(page, 'everything__echo').getByRole('combobox')
  await expect(state).toHaveValue('allow')
  await state.selectOption('ask')
  await page.keyboard.press('Escape')
  const third = echo('three')
  await expect(waitingCard(page)).toContainText('three')
  await approveNext(page)
  expect(words(await third)).toContain('Echo: three')
  await cursor.close()
})
