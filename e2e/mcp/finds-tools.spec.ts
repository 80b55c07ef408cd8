import { join } from 'node:path'
import { root } from '../../scripts/workspace/root.mjs'
import { LONG } from '../harness/is-long.ts'
import { answers, approveNext, ask, call, cards, expect, openStudio } from '../stories/support/studio.ts'
import { mcpStudio, openServers, server } from './mcp-studio.ts'

const SUBJECTS = ['invoice', 'issue', 'photo', 'song', 'ticket', 'contact', 'letter', 'recipe', 'flight', 'meeting']
const program = join(root, 'packages/server/src/mcp/testing/many-tools-server.ts')
const test = mcpStudio({
  mcpServers: Object.fromEntries(SUBJECTS.map((subject) => [subject, { command: process.execPath, args: [program, subject] }])),
})

test('of 300 tools the right one is found and called, and the prompt stays small', LONG, async ({ page, studio }) => {
  const wanted = 'recipe__archive_all_recipe'
  const replies = [call('find_tools', { query: 'archive all recipes' }), call(wanted, { id: 'seven' })]
  studio.upstream.play(({ messages }, turn) => {
    const last = messages.at(-1)?.content ?? ''
    return { text: last === 'plain' || turn > 3 ? 'Done.' : (replies[turn - 2] ?? 'Done.') }
  })
  await openStudio(page, { url: studio.server.url, model: 'scripted', dialect: 'json-strict' })
  await ask(page, 'plain')
  await expect(answers(page).last()).toContainText('Done.')
  const sizeOf = (index: number) => studio.upstream.requests[index]?.messages[0]?.content.length ?? 0

  await openServers(page)
  for (const subject of SUBJECTS) {
    await server(page, subject)
      .getByRole('button', { name: /^Look at its tools/ })
      .click()
    await server(page, subject).getByRole('button', { name: 'Use all of them' }).click()
  }
  await expect(page.getByTestId('mcp-searched')).toContainText('300 tools are in use')
  await page.keyboard.press('Escape')

  await ask(page, 'Put all recipes away')
  await approveNext(page)
  await expect(cards(page).last()).toContainText('recipe · archive_all_recipe')
  await expect(answers(page).last()).toContainText('Done.')
  expect(JSON.stringify(studio.upstream.requests.at(-1)?.messages)).toContain('archive_all_recipe did seven')
  // Four characters make a token: what 300 tools add, at first and with what was found.
  for (const index of [1, 2, 3]) expect((sizeOf(index) - sizeOf(0)) / 4).toBeLessThan(32_768 * 0.05)
  expect(sizeOf(2)).toBeGreaterThan(sizeOf(1))

  const found = page.getByTestId('found-tools')
  await expect(found).toContainText('recipe · archive_all_recipe')
  await page.reload()
  await expect(found).toContainText('recipe · archive_all_recipe')
  await found.getByRole('button', { name: /^Take away: recipe · archive_all_recipe/ }).click()
  await expect(found).not.toContainText('archive_all_recipe')
})
