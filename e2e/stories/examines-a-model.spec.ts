import { mkdtempSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, type Page } from '@playwright/test'
import type * as Axe from 'axe-core'
import { LONG, looks } from '../harness/is-long.ts'
import { englishLeft } from './support/english-left.ts'
import { faultyModel } from './support/examined-model.ts'
import { type RunningParley, startParley } from './support/parley-server.ts'
import { startUpstream, type Upstream } from './support/scripted-upstream.ts'
import { expect, openStudio } from './support/studio.ts'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

interface Clinic {
  readonly upstream: Upstream
  readonly parley: RunningParley
}

const test = base.extend<{ clinic: Clinic }>({
  // oxlint-disable-next-line no-empty-pattern -- the runner reads the names it must provide from the pattern
  clinic: async ({}, use) => {
    const upstream = await startUpstream(faultyModel)
    const parley = await startParley({ PARLEY_URL: upstream.url, PARLEY_MODELS: 'house-model' })
    await use({ upstream, parley })
    await parley.kill()
    await upstream.stop()
  },
})

async function findViolations(): Promise<readonly string[]> {
  const { axe } = window as unknown as { axe: typeof Axe }
  const { violations } = await axe.run({ exclude: ['iframe'] }, { resultTypes: ['violations'] })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`)
}

const dialog = (page: Page) => page.getByRole('dialog').last()
const openDoctor = async (page: Page, words = 'Examine this model…') => {
  await page.getByTestId('model-picker').click()
  await page.getByRole('option', { name: words }).click()
}

test('a model is examined from the picker: the cost, the way there, a stop, what was found, and the evidence', async ({
  page,
  clinic,
}) => {
  await openStudio(page, { url: clinic.parley.url, model: 'house-model' })
  await openDoctor(page)
  await expect(dialog(page)).toContainText('At most 32 requests and')
  await expect(dialog(page).getByRole('listitem')).toHaveText([
    /^Native tool calls – as its server takes tools$/,
    /^json-strict – it is taught$/,
    /^hermes – it is taught$/,
    /^canonical-xml – it is taught$/,
  ])
  expect(clinic.upstream.requests).toHaveLength(0)

  // The third question is answered so slowly that somebody has enough of it.
  clinic.upstream.play((request, turn) =>
    turn < 3 ? faultyModel(request, turn) : { text: 'so'.repeat(60), pieces: 2, pace: 1000 },
  )
  await dialog(page).getByRole('button', { name: 'Examine', exact: true }).press('Enter')
  await expect(dialog(page)).toContainText('2 of at most 25 requests')
  await expect(dialog(page).getByRole('status')).toContainText('Now: json-strict')
  await expect(dialog(page).getByRole('button', { name: 'Stop' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('Stopped. Nothing more is asked, and nothing was kept.')

  clinic.upstream.play(faultyModel)
  await expect(dialog(page).getByRole('button', { name: 'Examine', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('heading', { name: 'Recommended: canonical-xml' })).toBeFocused()
  await expect(dialog(page)).toContainText('Everything that was asked was answered without a flaw.')
  await expect(dialog(page)).toContainText('every answer is judged as it was then')
  const row = dialog(page).getByRole('row', { name: /^two calls/ })
  await expect(row.getByRole('cell')).toHaveText(['not asked', 'with flaws', 'with flaws', 'right'])
  await expect(dialog(page).getByRole('region', { name: 'hermes' })).toContainText('The mark that closes the call was missing')
  const taught = dialog(page).getByRole('region', { name: 'json-strict' })
  await expect(taught).toContainText('one call: with flaws – text leaks around the call')
  await taught.getByText('one call: with flaws').click()
  await expect(taught).toContainText('Look up the weather in Oslo')
  await expect(taught).toContainText('Sure, I will do that.')
  await expect(dialog(page).getByText('In use')).toHaveCount(2)

  await page.keyboard.press('Escape')
  await page.getByTestId('model-picker').click()
  await expect(page.getByTestId('speech')).toHaveText('Speaks Canonical XML')
  await expect(dialog(page)).toContainText(/The doctor examined it on .*: 7 of 7 answers can be used/)
})

test('a card is kept, found in the settings, saved, deleted, opened from its file, and used', async ({ page, clinic }) => {
  await openStudio(page, { url: clinic.parley.url, model: 'house-model' })
  await openDoctor(page)
  await dialog(page).getByRole('button', { name: 'Examine', exact: true }).click()
  await expect(dialog(page).getByRole('heading', { name: 'Recommended: canonical-xml' })).toBeVisible()
  const saving = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: 'Download the card' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('house-model.doctor.json')
  const file = join(mkdtempSync(join(tmpdir(), 'parley-card-')), 'card.json')
  await saved.saveAs(file)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('tab', { name: 'Model', exact: true }).click()
  await page.getByRole('button', { name: 'Examine house-model' }).click()
  await expect(dialog(page)).toContainText(/Examined on .*: canonical-xml/)
  const asked = clinic.upstream.requests.length
  await dialog(page).getByRole('button', { name: 'Show the card' }).click()
  await dialog(page).getByRole('button', { name: 'Delete the card' }).click()
  await expect(dialog(page).getByRole('button', { name: 'Examine', exact: true })).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'Show the card' })).toHaveCount(0)

  await dialog(page)
    .getByTestId('doctor-card-input')
    .setInputFiles({
      name: 'of-tomorrow.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{"kind": "parley-doctor-card", "version": 2}'),
    })
  await expect(dialog(page).getByRole('alert')).toContainText(
    'was written by another version of Parley (version 2; this one reads 1)',
  )
  await dialog(page).getByTestId('doctor-card-input').setInputFiles(file)
  await expect(dialog(page)).toContainText('every answer is judged as it was then')
  await expect(dialog(page).getByRole('alert')).toHaveCount(0)
  expect(clinic.upstream.requests).toHaveLength(asked)
  await dialog(page).getByRole('button', { name: 'Use canonical-xml' }).first().click()
  await expect(dialog(page).getByText('In use')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByTestId('model-picker').click()
  await expect(page.getByTestId('speech')).toHaveText('Speaks Canonical XML')
})

/** Names are the same in every language. */
const saysMore = (text: string): boolean =>
  /[a-z]{2,}/i.test(text.replaceAll(/house-model|json-strict|hermes|canonical-xml|ASCII/g, ''))

const SCREENS = [
  {
    language: 'en',
    theme: 'light',
    width: 1360,
    open: 'Examine this model…',
    start: 'Examine',
    done: 'Recommended: canonical-xml',
  },
  { language: 'zh', theme: 'dark', width: 390, open: '检查此模型…', start: '开始检查', done: '推荐：canonical-xml' },
  {
    language: 'de',
    theme: 'light',
    width: 390,
    open: 'Dieses Modell untersuchen…',
    start: 'Untersuchen',
    done: 'Empfohlen: canonical-xml',
  },
  {
    language: 'de',
    theme: 'dark',
    width: 1360,
    open: 'Dieses Modell untersuchen…',
    start: 'Untersuchen',
    done: 'Empfohlen: canonical-xml',
  },
] as const

for (const { language, theme, width, open, start, done } of looks(SCREENS)) {
  test(`the examination can be used by anybody, ${language}, ${theme}, ${width} px`, LONG, async ({ page, clinic }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.addInitScript({ path: AXE })
    await openStudio(page, { url: clinic.parley.url, model: 'house-model', language, theme })
    await openDoctor(page, open)
    const expectClean = async (screen: string) => {
      expect.soft(await page.evaluate(findViolations), screen).toEqual([])
      if (language === 'zh') expect.soft((await englishLeft(page)).filter(saysMore), `${screen}, left in English`).toEqual([])
      expect.soft(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), screen).toBe(true)
    }
    await expect(dialog(page).getByRole('listitem')).toHaveCount(4)
    await page.screenshot({ path: test.info().outputPath('planned.png') })
    await expectClean('planned')
    await dialog(page).getByRole('button', { name: start, exact: true }).click()
    await expect(dialog(page).getByRole('heading', { name: done })).toBeVisible()
    await page.screenshot({ path: test.info().outputPath('found.png') })
    await expectClean('found')
    await dialog(page).getByRole('region', { name: 'json-strict' }).locator('summary').first().click()
    await dialog(page).getByRole('region', { name: 'json-strict' }).scrollIntoViewIfNeeded()
    await page.screenshot({ path: test.info().outputPath('evidence.png') })
    await expectClean('evidence')
  })
}
