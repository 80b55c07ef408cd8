import { mkdtempSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LONG } from '../harness/is-long.ts'
import { startParley } from './support/parley-server.ts'
import { test } from './support/scripted-studio.ts'
import { startUpstream } from './support/scripted-upstream.ts'
import { openLab } from './support/side.ts'
import { answers, approveNext, ask, call, cards, expect, openStudio, waitingCard } from './support/studio.ts'

test('the inspector shows the exact bytes, how they were read and what the model was told', async ({ page, begin, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await begin((_, turn) => ({ text: turn === 1 ? `Well.\n${call('browser_js_eval', { code: '1 + 1' }, 'call_x')}` : 'Two.' }))
  await ask(page, 'Add')
  await approveNext(page)
  await expect(answers(page).last()).toContainText('Two.')
  await page.getByRole('button', { name: 'Show inspector' }).click()
  const panel = page.getByRole('complementary', { name: 'Inspector' })
  await panel.getByRole('button', { name: 'Copy as curl' }).click()
  await expect(panel.getByRole('button', { name: 'Copied' })).toBeVisible()
  const command = await page.evaluate(() => navigator.clipboard.readText())
  expect(command).toContain('/api/respond')
  expect(command).toContain('call_x')
  await panel.getByRole('tab', { name: 'Prompt' }).click()
  await expect(panel).toContainText('=== SYSTEM ===')
  await panel.getByRole('tab', { name: 'Difference' }).click()
  await expect(panel).toContainText('tool-result')
  await panel.getByRole('tab', { name: 'Rules' }).click()
  await expect(panel).toContainText('asks-run-code')
  await panel.getByLabel('Exchange').selectOption({ index: 0 })
  await panel.getByRole('tab', { name: 'Parsed' }).click()
  await expect(panel).toContainText('read by json-strict')
  await panel.getByRole('tab', { name: 'Reply' }).click()
  await expect(panel).toContainText('message-start')
  await ask(page, 'And now?')
  await expect(answers(page).last()).toContainText('Two.')
  await panel.getByLabel('Exchange').selectOption({ index: 2 })
  await expect(panel).toContainText('From the provider to the server')
  await expect(panel).toContainText('chat.completion.chunk')
  await panel.getByRole('tab', { name: 'Request' }).click()
  await expect(panel).toContainText('/v1/chat/completions')
})

test('what a model was told is shown also where only the configuration knows how it speaks', LONG, async ({ page }) => {
  const upstream = await startUpstream((_, turn) => ({
    text: turn === 1 ? '<|do|>{"name": "browser_js_eval", "arguments": {"code": "1 + 1"}}<|done|>' : 'Two.',
  }))
  const shape = { version: 1, calls: { kind: 'json', call: ['<|do|>', '<|done|>'] } }
  const config = join(mkdtempSync(join(tmpdir(), 'parley-shape-')), 'parley.config.json')
  const provider = { id: 'house', kind: 'openai-compatible', url: upstream.url, models: [{ id: 'house-model', shape }] }
  writeFileSync(config, JSON.stringify({ providers: [provider] }))
  const parley = await startParley({ PARLEY_CONFIG: config })
  await openStudio(page, { url: parley.url, model: 'house-model' })
  await ask(page, 'Add')
  await approveNext(page)
  await expect(answers(page).last()).toContainText('Two.')
  await page.getByRole('button', { name: 'Show inspector' }).click()
  const panel = page.getByRole('complementary', { name: 'Inspector' })
  await panel.getByRole('tab', { name: 'Prompt' }).click()
  await panel.getByRole('button', { name: /^Show all/ }).click()
  await expect(panel).toContainText('<|do|>{"name": "browser_js_eval", "arguments": {"code": "1 + 1"}}<|done|>')
  await parley.kill()
  await upstream.stop()
})

test('the lab reads a pasted answer in every dialect', async ({ page }) => {
  await openStudio(page)
  await openLab(page)
  await page.getByLabel('Text of the model').fill('<tool_call>\n{"name": "read_file", "arguments": {"path": "/a"}}\n</tool_call>')
  await expect(page.locator('[data-dialect="hermes"]')).toHaveAttribute('data-verdict', 'call')
  await expect(page.locator('[data-dialect="hermes"]')).toContainText('read_file(path)')
  await expect(page.locator('[data-dialect="delimited"]')).toHaveCount(0)
  await page.getByLabel('Show the dialects that read only text').check()
  await expect(page.locator('[data-dialect="delimited"]')).toHaveAttribute('data-verdict', 'text')
})

test('a file is uploaded, edited by hand, locked for the model and taken along', async ({ page, begin }) => {
  await begin((_, turn) => ({ text: turn === 1 ? call('write_file', { path: '/notes.txt', content: 'mine now' }) : 'I see.' }))
  await page.getByRole('button', { name: 'Show files' }).click()
  await page.getByTestId('upload').setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('first') })
  await page.getByText('notes.txt', { exact: true }).click()
  await page.locator('.cm-content').click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' and second')
  await expect(page.getByText('not saved')).toBeVisible()
  await page.keyboard.press('Control+s')
  await expect(page.getByText('not saved')).toHaveCount(0)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect(await readFile(await (await saving).path(), 'utf8')).toBe('first and second')

  await page.getByRole('button', { name: 'All files' }).click()
  await page.getByText('notes.txt', { exact: true }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Lock for the model' }).click()
  await ask(page, 'Overwrite my notes')
  await expect(cards(page)).toHaveAttribute('data-stage', 'blocked')
  await expect(cards(page)).toContainText('This path is locked.')
  await expect(answers(page).last()).toContainText('I see.')
})

test('files and conversation go back to a message', async ({ page, begin }) => {
  await begin((request) => ({
    text: request.messages.at(-1)?.content.includes('tool_call_result')
      ? 'Written.'
      : call('write_file', { path: '/src/App.tsx', content: 'changed' }),
  }))
  await ask(page, 'Change it')
  await approveNext(page)
  await expect(answers(page).last()).toContainText('Written.')
  await page.locator('[data-role="user"]').hover()
  await page.getByRole('button', { name: 'Restore…' }).click()
  await expect(page.getByRole('dialog')).toContainText('/src/App.tsx')
  await page.getByRole('button', { name: 'Both' }).click()
  await expect(page.getByRole('textbox', { name: 'Edit message' })).toBeVisible()
  await page.getByRole('button', { name: 'Show files' }).click()
  await page.getByText('App.tsx', { exact: true }).click()
  await expect(page.locator('.cm-content')).toContainText('Hello, Parley')
})

test('everything can be paused, and then even what was allowed asks', async ({ page, begin }) => {
  await begin((_, turn) => ({ text: turn === 1 ? call('browser_js_eval', { code: '1' }) : 'One.' }))
  await page.getByTestId('mode-chip').click()
  await page.getByRole('menuitemcheckbox', { name: /^Auto(?!-)/ }).click()
  await page.getByRole('button', { name: 'Run without asking' }).click()
  await page.getByTestId('mode-chip').click()
  await page.getByRole('menuitemcheckbox', { name: 'Pause everything' }).click()
  await expect(page.getByText('Everything is paused.')).toBeVisible()
  await ask(page, 'Compute')
  await expect(waitingCard(page)).toContainText('Everything is paused, so every call asks.')
})

test('the settings say what each tool adds to every request', async ({ page, begin }) => {
  await begin(() => ({ text: 'Hello.' }))
  const sent = page.waitForRequest('**/api/respond')
  await ask(page, 'Hello')
  const { tools }: { tools: readonly { name: string }[] } = (await sent).postDataJSON()
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('tab', { name: 'Tools' }).click()
  for (const name of ['browser_js_eval', 'write_file']) {
    const size = JSON.stringify(tools.find((tool) => tool.name === name)).length
    const figure = size < 1000 ? `${size} B` : `${(size / 1000).toFixed(1)} kB`
    await expect(page.getByRole('dialog')).toContainText(`${name} (${figure})`)
  }
})
