import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@playwright/test'
import { FAMILIES } from '../llama/families.ts'
import { scriptedModel } from '../llama/scripted-model.ts'
import { startParley } from '../stories/support/parley-server.ts'
import { expect, openStudio } from '../stories/support/studio.ts'

const images = join(import.meta.dirname, '..', '..', 'docs', 'images')
/** Other looks, for who looks at them: `E2E_LOOK=folder`. */
const LOOKS = [
  { language: 'en', theme: 'light', width: 1180, folder: images, name: 'own-model' },
  ...(process.env['E2E_LOOK']
    ? ([
        { language: 'zh', theme: 'dark', width: 390, folder: process.env['E2E_LOOK'], name: 'own-zh' },
        { language: 'de', theme: 'dark', width: 1360, folder: process.env['E2E_LOOK'], name: 'own-de' },
        { language: 'en', theme: 'light', width: 390, folder: process.env['E2E_LOOK'], name: 'own-en' },
      ] as const)
    : []),
] as const

for (const { language, theme, width, folder, name } of LOOKS)
  test(`a model of one's own is had, ${language}, ${theme}, ${width} px`, async ({ page }) => {
    const [family] = FAMILIES
    if (!family) throw new Error('There is no family.')
    const data = mkdtempSync(join(tmpdir(), 'parley-picture-'))
    const file = join(data, 'small-model.gguf')
    writeFileSync(file, scriptedModel(family.script))
    const parley = await startParley({ PARLEY_DATA: data, OLLAMA_MODELS: data, HOME: data })
    await page.setViewportSize({ width, height: 1000 })
    await openStudio(page, { url: parley.url, language, theme })
    await page.getByTestId('first-run').getByRole('button').nth(1).click()
    const here = page.getByRole('dialog').getByRole('region').last()
    await here.locator('input[type=file]').setInputFiles(file)
    await here.getByRole('group').getByRole('button').first().click()
    await expect(here.getByRole('listitem')).toHaveCount(2)
    await here.getByRole('listitem').first().getByRole('button').first().click()
    await page.mouse.move(0, 0)
    await page.screenshot({ path: join(folder, `${name}-top.png`), animations: 'disabled' })
    await here.scrollIntoViewIfNeeded()
    await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' })
    await parley.kill()
  })
