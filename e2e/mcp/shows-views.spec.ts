import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { root } from '../../scripts/workspace/root.mjs'
import { LONG } from '../harness/is-long.ts'
import { approveNext, ask, call, composer, expect, openStudio } from '../stories/support/studio.ts'
import { inTurn, mcpStudio, openServers, tool, useAll } from './mcp-studio.ts'

const OUT = join(import.meta.dirname, '../out/mcp')
const reached: string[] = []
const outside = createServer((request, response) => {
  reached.push(request.url ?? '')
  response.setHeader('access-control-allow-origin', '*')
  response.end('x')
})
outside.listen(0, '127.0.0.1')
await once(outside, 'listening')
const address = outside.address()
const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
const program = join(root, 'packages/server/src/mcp/testing/app-server.ts')
const test = mcpStudio({ mcpServers: { apps: { command: process.execPath, args: [program, url] } } })
test.afterAll(() => outside.close())

test('a view is drawn below its card when it is wanted, and what it calls is asked for', async ({ page, studio }) => {
  mkdirSync(OUT, { recursive: true })
  await studio.open(page, inTurn({ text: call('apps__show_budget', {}) }))
  await useAll(page, 'apps')
  await ask(page, 'The budget, please')
  expect(JSON.stringify(studio.upstream.requests)).not.toContain('save_budget')
  await approveNext(page)
  await page.getByRole('button', { name: 'Show what apps draws' }).click()
  const frame = page.frameLocator('[data-testid="app-view"] iframe')
  await expect(frame.locator('#said')).toHaveText('Total 7')
  const height = await page.locator('[data-testid="app-view"] iframe').evaluate((element) => element.clientHeight)
  expect(height).toBeLessThanOrEqual(800)
  await frame.locator('#save').click()
  const question = page.getByTestId('view-question')
  await expect(question).toContainText('wants to call apps__save_budget. No model asked for this.')
  await expect(question).toContainText('"total": 8')
  await page.screenshot({ path: join(OUT, 'view.png') })
  await question.getByRole('button', { name: 'No' }).click()
  await expect(frame.locator('#said')).toContainText('Refused')
  await frame.locator('#save').click()
  await question.getByRole('button', { name: 'Call' }).click()
  await expect(frame.locator('#said')).toHaveText('Saved: save_budget 8')
  await expect(composer(page)).toHaveValue('I saved the budget.\nI saved the budget.')
})

test('a view that tries to get out reaches nobody', async ({ page, studio }) => {
  studio.upstream.play(inTurn({ text: call('apps__show_evil', {}) }))
  await openStudio(page, { url: studio.server.url, model: 'scripted', dialect: 'json-strict' })
  await useAll(page, 'apps')
  const before = page.url()
  await ask(page, 'Show it')
  await approveNext(page)
  const popups: string[] = []
  page.on('popup', (popup) => popups.push(popup.url()))
  await page.getByRole('button', { name: 'Show what apps draws' }).click()
  const frame = page.frameLocator('[data-testid="app-view"] iframe')
  await expect(frame.locator('#said')).toHaveText('tried 17')
  await frame.locator('#leave').click()
  // The frame shows something else then, and that is not what it asked for.
  await expect(frame.locator('#said')).toHaveCount(0)
  expect(reached).toEqual([])
  expect(popups).toEqual([])
  expect(page.url().split('#')[0]).toBe(before.split('#')[0])
  await expect(page).not.toHaveTitle('taken')
  await expect(page.getByTestId('view-question')).toHaveCount(0)
})

test('what a view may reach is asked once, remembered, and revoked among the rules', LONG, async ({ page, studio }) => {
  await studio.open(page, inTurn({ text: call('apps__show_map', {}) }))
  await useAll(page, 'apps')
  await ask(page, 'The map, please')
  await approveNext(page)
  const frame = page.locator('[data-testid="app-view"] iframe')
  const showIt = page.getByRole('button', { name: 'Show what apps draws' })
  await showIt.click()
  await expect(page.getByText('It wants to reach: https://tiles.example')).toBeVisible()
  await page.getByRole('button', { name: 'Show it, and let it reach them from now on' }).click()
  await expect(frame).toHaveAttribute('src', /resource=https%3A%2F%2Ftiles\.example/)
  await page.reload()
  await showIt.click()
  await expect(frame).toHaveAttribute('src', /resource=https%3A%2F%2Ftiles\.example/)

  await openServers(page)
  await expect(tool(page, 'apps__show_map').getByRole('combobox')).toHaveValue('ask')
  await page.getByRole('tab', { name: 'Rules' }).click()
  await expect(page.getByRole('dialog')).toContainText('tiles.example')
  await page.getByRole('button', { name: /^Revoke.*show_map/ }).click()
  await page.keyboard.press('Escape')
  await page.reload()
  await showIt.click()
  await expect(page.getByText('It wants to reach: https://tiles.example')).toBeVisible()
})
