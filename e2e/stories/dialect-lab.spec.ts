import { mkdtempSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Locator, type Page, test } from '@playwright/test'
import { ggufFile, text } from '../../packages/dialects/src/testing/gguf-file.ts'
import { HOSTILE } from '../../packages/dialects/src/testing/hostile-templates.ts'
import { LONG } from '../harness/is-long.ts'
import { drop } from './support/drop.ts'
import { expect, openStudio } from './support/studio.ts'

const template = (name: string): string =>
  readFileSync(new URL(`../../packages/dialects/fixtures/templates/${name}.jinja`, import.meta.url), 'utf8')

/** Files as they lie on somebody's disk. */
function onDisk(name: string, content: string | Uint8Array): string {
  const path = join(mkdtempSync(join(tmpdir(), 'parley-lab-')), name)
  writeFileSync(path, content)
  return path
}

async function openLab(page: Page): Promise<Locator> {
  await page.getByTestId('model-picker').click()
  await page.getByTestId('speech').click()
  await page.getByRole('option', { name: /own files/ }).click()
  const lab = page.getByRole('complementary', { name: 'Inspector' })
  await expect(lab.locator('[data-dialect]').first()).toBeVisible()
  return lab
}

const CALL = 'Here. <|use|>{"name": "read_file", "arguments": {"path": "/a"}}<|/use|>'

test('a tokenizer_config.json is dropped, its shape is seen and changed, an answer is read by it, and it is taken along', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.setViewportSize({ width: 1360, height: 900 })
  await openStudio(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.method()} ${request.postData() ?? ''}`))
  const lab = await openLab(page)
  await expect(lab.locator('[data-dialect="anthropic-legacy"]')).toHaveAttribute('data-verdict', 'call')
  const config = { chat_template: template('json-in-a-tag'), eos_token: '<|over|>' }
  await drop(lab, [onDisk('tokenizer_config.json', JSON.stringify(config))])
  await expect(lab.locator('[data-found="derived"]')).toContainText('calls are JSON as a whole')
  await lab.getByLabel('Text of the model').fill(CALL)
  const own = lab.locator('[data-own]')
  await expect(own).toHaveAttribute('data-verdict', 'call')
  await expect(own).toContainText('read_file(path)')
  await expect(own).toContainText('the same at every cut')
  await expect(lab.getByText(/What the model is taught: \d+ characters/)).toBeVisible()

  const editor = lab.locator('.cm-content')
  await expect(editor).toContainText('"<|use|>"')
  await editor.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(JSON.stringify({ version: 1, calls: { kind: 'json', call: ['<|do|>', '<|/use|>'] } }))
  await expect(editor).toContainText('"<|do|>"')
  await expect(own).toHaveAttribute('data-verdict', 'text')
  await lab.getByLabel('Text of the model').fill(CALL.replace('<|use|>', '<|do|>'))
  await expect(own).toHaveAttribute('data-verdict', 'call')

  await lab.getByRole('button', { name: 'Copy as JSON' }).click()
  expect(JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))).toMatchObject({
    calls: { call: ['<|do|>', '<|/use|>'] },
  })
  await lab.getByRole('button', { name: 'Copy as TypeScript' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('export const myModel = jsonDialect({')
  await lab.getByRole('button', { name: 'Copy the page of examples' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('~~~~ parts')
  expect(asked.filter((request) => !/^(?:GET|HEAD) /.test(request) || request.includes('<|use|>'))).toEqual([])
})

test('a hostile template is refused within two seconds, and the page lives', LONG, async ({ page }) => {
  await page.setViewportSize({ width: 1360, height: 900 })
  await openStudio(page)
  const lab = await openLab(page)
  const [, reason, source] = HOSTILE.find(([name]) => name.includes('loop')) ?? HOSTILE[0] ?? ['', '', '']
  await lab.getByTestId('lab-files').setInputFiles(onDisk('chat_template.jinja', source))
  await expect(lab.locator('[data-found="refused"], [data-found="slow"]')).toBeVisible()
  if ((await lab.locator('[data-found="slow"]').count()) === 0) await expect(lab).toContainText(reason)
  await lab.getByLabel('Text of the model').fill('<tool_call>\n{"name": "read_file", "arguments": {"path": "/a"}}\n</tool_call>')
  await expect(lab.locator('[data-dialect="hermes"]')).toHaveAttribute('data-verdict', 'call')
})

test('a GGUF file of five gigabytes is read by its header alone', LONG, async ({ page }) => {
  await page.setViewportSize({ width: 1360, height: 900 })
  await openStudio(page)
  const lab = await openLab(page)
  const header = ggufFile([
    ['general.architecture', text('llama')],
    ['tokenizer.chat_template', text(template('thought-by-the-prompt'))],
  ])
  const path = onDisk('model.gguf', header)
  // A file with a hole: as long as a model, and nearly nothing on the disk.
  truncateSync(path, 5e9)
  await drop(lab, [path])
  await expect(lab.locator('[data-found="recognised"]')).toContainText('Hermes')
  await expect(lab).toContainText('GGUF file')
})

test('it is reached from the settings, and an answer that is pasted among the files is read as one', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openStudio(page, { language: 'de', theme: 'dark' })
  await page.getByRole('button', { name: 'Einstellungen' }).click()
  await page.getByRole('tab', { name: 'Modell' }).click()
  await page.getByRole('dialog').getByText('Labor öffnen').click()
  const lab = page.getByRole('dialog', { name: 'Inspektor' })
  await lab.getByLabel('Oder fügen Sie hier eine Datei ein').fill('[TOOL_CALLS][{"name": "read_file", "arguments": {}}]')
  await expect(lab.getByText('Antwort eines Modells')).toBeVisible()
  await expect(lab.locator('[data-dialect="mistral"]')).toHaveAttribute('data-verdict', 'call')
  await lab.getByLabel('Oder fügen Sie hier eine Datei ein').fill(template('elements'))
  await expect(lab.locator('[data-found="derived"]')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})
