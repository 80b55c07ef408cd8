import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@playwright/test'
import { FAMILIES } from '../llama/families.ts'
import { scriptedModel } from '../llama/scripted-model.ts'
import { startParley } from '../stories/support/parley-server.ts'
import { expect, openStudio } from '../stories/support/studio.ts'
import { takePicture } from './take-picture.ts'

test.use({ viewport: { width: 1180, height: 800 } })

test("a model of one's own is had: downloads, and a file that was put into the browser", async ({ page }) => {
  const [family] = FAMILIES
  if (!family) throw new Error('There is no family.')
  const data = mkdtempSync(join(tmpdir(), 'parley-picture-'))
  const file = join(data, 'small-model.gguf')
  writeFileSync(file, scriptedModel(family.script))
  const parley = await startParley({ PARLEY_DATA: data, OLLAMA_MODELS: data, HOME: data })
  await openStudio(page, { url: parley.url })
  await page.getByRole('button', { name: /^Download one/ }).click()
  const here = page.getByRole('dialog').getByRole('region', { name: 'In this browser' })
  await here.locator('input[type=file]').setInputFiles(file)
  await here.getByRole('button', { name: 'Put it into this browser' }).click()
  await here.getByRole('button', { name: 'Use small-model' }).click()
  await expect(here).toContainText('In use')
  await page.getByRole('region', { name: 'To download' }).evaluate((section) => section.scrollIntoView())
  await page.mouse.move(0, 0)
  await takePicture(page, 'own-model')
  await parley.kill()
})
