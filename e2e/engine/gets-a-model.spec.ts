import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, type Page } from '@playwright/test'
import type * as Axe from 'axe-core'
import { startWeightsHub, type WeightsHub } from '../../packages/server/src/testing/weights-hub.ts'
import { looks } from '../harness/is-long.ts'
import { FAMILIES } from '../llama/families.ts'
import { scriptedModel } from '../llama/scripted-model.ts'
import { englishLeft } from '../stories/support/english-left.ts'
import { type RunningParley, startParley } from '../stories/support/parley-server.ts'
import { expect, openStudio } from '../stories/support/studio.ts'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

interface Computer {
  readonly parley: RunningParley
  readonly hub: WeightsHub
  readonly data: string
}

/** A computer on which Ollama has one model, with a hub that gives out another. */
const test = base.extend<{ computer: Computer }>({
  // oxlint-disable-next-line no-empty-pattern -- the runner reads the names it must provide from the pattern
  computer: async ({}, use) => {
    const data = mkdtempSync(join(tmpdir(), 'parley-gets-'))
    const weights = scriptedModel(FAMILIES[0]!.script)
    const ollama = join(data, 'ollama')
    const manifests = join(ollama, 'manifests', 'registry.ollama.ai', 'library', 'qwen')
    mkdirSync(manifests, { recursive: true })
    mkdirSync(join(ollama, 'blobs'))
    const digest = randomBytes(32).toString('hex')
    const layers = [{ mediaType: 'application/vnd.ollama.image.model', digest: `sha256:${digest}` }]
    writeFileSync(join(manifests, '7b'), JSON.stringify({ layers }))
    writeFileSync(join(ollama, 'blobs', `sha256-${digest}`), weights)
    const hub = await startWeightsHub(weights)
    const parley = await startParley({
      PARLEY_DATA: data,
      PARLEY_MIRROR: hub.url,
      OLLAMA_MODELS: ollama,
      HOME: data,
    })
    await use({ parley, hub, data })
    await parley.kill()
    hub.close()
  },
})

async function findViolations(): Promise<readonly string[]> {
  const { axe } = window as unknown as { axe: typeof Axe }
  const { violations } = await axe.run({ exclude: ['iframe'] }, { resultTypes: ['violations'] })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`)
}

const dialog = (page: Page) => page.getByRole('dialog').last()
const section = (page: Page, name: string) => dialog(page).getByRole('region', { name })
const press = (page: Page, name: string | RegExp) => dialog(page).getByRole('button', { name }).first().click()

test('who has only the demo downloads a model by keyboard and mouse, pauses, goes on, uses it and deletes it', async ({
  page,
  computer: { parley, hub, data },
}) => {
  await openStudio(page, { url: parley.url })
  await expect(page.getByTestId('first-run').getByRole('button')).toHaveText([
    /^Use one that is on this computer/,
    /^Download one/,
    /^Connect one/,
  ])
  await page.getByRole('button', { name: /^Connect one/ }).click()
  await expect(dialog(page).getByRole('heading', { level: 2 })).toHaveText('Connect a model')
  await expect(dialog(page).getByRole('button', { name: 'Ollama' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Download one/ }).click()
  await expect(section(page, 'The engine')).toContainText(/\d+ MB to download, \d+ MB on the disk/)
  await expect(section(page, 'To download').getByRole('listitem')).toHaveCount(3)
  await expect(section(page, 'To download')).toContainText('about 0.64 GB · needs 2 GB of memory · Apache-2.0 · from Qwen/')
  expect(hub.ranges).toEqual([])

  hub.cutAfter(300_000)
  await dialog(page).getByRole('button', { name: 'Download Qwen3 0.6B…' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText(/MB from 127\.0\.0\.1:\d+, licence Apache-2\.0\. .+ are free on the disk\./)
  expect(hub.ranges).toEqual([])
  await expect(dialog(page).getByRole('button', { name: /^Download \d/ }), 'the focus goes on to what is asked').toBeFocused()
  await page.keyboard.press('Enter')
  await expect(section(page, 'To download').getByRole('progressbar')).toHaveJSProperty('value', 300_000)
  await press(page, 'Pause Qwen3 0.6B')
  await expect(dialog(page)).toContainText('Paused at 300 kB of')
  hub.cutAfter(Number.POSITIVE_INFINITY)
  await press(page, 'Go on with Qwen3 0.6B')
  await press(page, 'Use Qwen3-0.6B-Q8_0')
  await expect(section(page, 'Models that are here')).toContainText('In use')
  expect(hub.ranges).toEqual([undefined, 'bytes=300000-'])
  expect(readdirSync(join(data, 'models'))).toEqual(['Qwen3-0.6B-Q8_0.gguf'])

  await press(page, 'Use qwen:7b')
  await expect(section(page, 'Models that are here')).toContainText('qwen:7b')
  // What the server has on its disk goes into the page in one press and a word.
  const inPage = section(page, 'In this browser')
  await inPage.getByRole('button', { name: 'Put Qwen3-0.6B-Q8_0 into this browser' }).press('Enter')
  await expect(inPage).toContainText(/MB are copied into this browser, where .+ are free\. It reads [\d,]+ tokens at once/)
  await expect(inPage.getByRole('button', { name: 'Put it into this browser' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(inPage.getByRole('button', { name: 'Delete Qwen3-0.6B-Q8_0' })).toBeVisible()
  await expect(inPage.getByRole('button', { name: 'Put Qwen3-0.6B-Q8_0 into this browser' })).toHaveCount(0)
  const stored = await page.evaluate(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('parley-models')
    const bytes = await (await (await folder.getFileHandle('Qwen3-0.6B-Q8_0.gguf')).getFile()).arrayBuffer()
    return [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))]
  })
  const given = createHash('sha256')
    .update(readFileSync(join(data, 'models', 'Qwen3-0.6B-Q8_0.gguf')))
    .digest()
  expect(stored).toEqual([...given])
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('model-picker')).toContainText('qwen:7b')
  await expect(page.getByTestId('first-run')).toHaveCount(0)
})

const LOOKS = [
  { language: 'en', theme: 'light', width: 1360, open: /^Download one/ },
  { language: 'zh', theme: 'dark', width: 390, open: /^下载一个模型/ },
  { language: 'de', theme: 'dark', width: 1360, open: /^Eines herunterladen/ },
  { language: 'de', theme: 'light', width: 390, open: /^Eines herunterladen/ },
] as const

for (const { language, theme, width, open } of looks(LOOKS))
  test(`axe finds nothing where a model is had, ${language}, ${theme}, ${width} px`, async ({
    page,
    computer: { parley, hub },
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.addInitScript({ path: AXE })
    await openStudio(page, { url: parley.url, language, theme })
    const look = async (name: string) => {
      expect.soft(await page.evaluate(findViolations), name).toEqual([])
      if (language === 'zh') expect.soft(await englishLeft(page), `${name}, left in English`).toEqual([])
      if (process.env['E2E_LOOK'])
        await page.screenshot({ path: join(process.env['E2E_LOOK'], `${name}-${language}-${theme}-${width}.png`) })
    }
    await expect(page.getByTestId('first-run')).toBeVisible()
    await look('first-run')
    await page.getByRole('button', { name: open }).click()
    const rows = dialog(page).getByRole('listitem')
    await expect(rows).toHaveCount(6)
    await look('get')
    hub.cutAfter(300_000)
    await rows.nth(1).getByRole('button').click()
    await look('asked')
    await rows.nth(1).getByRole('group').getByRole('button').first().click()
    await expect(dialog(page).getByRole('progressbar')).toHaveJSProperty('value', 300_000)
    await look('coming')
    // Nothing of the dialog stands out of the page.
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })
