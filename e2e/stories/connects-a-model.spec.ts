import { createRequire } from 'node:module'
import { test as base } from '@playwright/test'
import type * as Axe from 'axe-core'
import { isLong } from '../harness/is-long.ts'
import { type RunningParley, startParley } from './support/parley-server.ts'
import { startUpstream, type Upstream } from './support/scripted-upstream.ts'
import { answers, ask, expect, openStudio } from './support/studio.ts'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

interface House {
  readonly upstream: Upstream
  readonly parley: RunningParley
}

const test = base.extend<{ house: House }>({
  // oxlint-disable-next-line no-empty-pattern -- the runner reads the names it must provide from the pattern
  house: async ({}, use) => {
    const upstream = await startUpstream(() => ({ text: 'I was connected in the page.' }))
    const parley = await startParley({})
    await use({ upstream, parley })
    await parley.kill()
    await upstream.stop()
  },
})

test('a model is connected in the page, tested, found in the picker, asked, and removed', async ({ page, house }) => {
  await openStudio(page, { url: house.parley.url })
  await page.getByTestId('model-picker').click()
  await page.getByRole('option', { name: 'Connect a model…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'LM Studio' }).click()
  await dialog.getByLabel('Address').fill('http://127.0.0.1:9/v1')
  await dialog.getByRole('button', { name: 'Test' }).click()
  await expect(dialog.getByRole('alert')).toContainText('LM Studio cannot be reached. Start it or check its address')
  await dialog.getByLabel('Address').fill(house.upstream.url.replace(/\/v1$/, ''))
  await dialog.getByLabel('Key').fill('sk-for-this-story')
  await dialog.getByRole('button', { name: 'Test' }).click()
  await expect(dialog.getByTestId('tried')).toContainText('It answers, and has 1 model: scripted')
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Save' }).click()

  const picker = page.getByRole('dialog', { name: 'Choose a model' })
  await expect(picker.getByText('LM Studio')).toBeVisible()
  // Where only a demo answered, whoever connects a model is answered by it, and sees so.
  const current = picker.locator('[aria-current="true"]')
  await expect(current).toHaveText(['scripted'])
  await expect(current).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('model-picker')).toContainText('scripted')
  await ask(page, 'Who are you?')
  await expect(answers(page).last()).toContainText('I was connected in the page.')

  await house.upstream.stop()
  await page.getByTestId('model-picker').click()
  await page.getByRole('option', { name: 'Connect a model…' }).click()
  await dialog.getByRole('button', { name: 'Change LM Studio' }).click()
  await expect(dialog.getByLabel('Key')).toHaveValue('')
  await dialog.getByRole('button', { name: 'Back' }).click()
  await dialog.getByRole('button', { name: 'Remove LM Studio' }).click()
  await expect(dialog.getByRole('button', { name: 'Remove LM Studio' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('model-picker')).toContainText('is not offered at the moment')
})

async function findViolations(): Promise<readonly string[]> {
  const { axe } = window as unknown as { axe: typeof Axe }
  const { violations } = await axe.run({ exclude: ['iframe'] }, { resultTypes: ['violations'] })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`)
}

const SCREENS = [
  { language: 'en', theme: 'light', width: 1360 },
  { language: 'zh', theme: 'dark', width: 390 },
  { language: 'de', theme: 'dark', width: 1360 },
  { language: 'de', theme: 'light', width: 390 },
] as const

for (const { language, theme, width } of isLong ? SCREENS : []) {
  test(`the picker and the dialog can be used by anybody, ${language}, ${theme}, ${width} px`, async ({ page, house }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.addInitScript({ path: AXE })
    const { origin } = new URL(house.parley.url)
    for (const [label, url] of [
      ['Lab', house.upstream.url],
      ['Away', 'http://127.0.0.1:9/v1'],
    ])
      await page.request.post(`${origin}/api/providers`, { headers: { origin }, data: { kind: 'openai-compatible', label, url } })
    await openStudio(page, { url: house.parley.url, language, theme })
    const look = async (name: string) => {
      await page.screenshot({ path: test.info().outputPath(`${name}.png`) })
      expect.soft(await page.evaluate(findViolations), name).toEqual([])
      expect.soft(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), name).toBe(true)
    }
    await page.getByTestId('model-picker').click()
    await expect(page.getByText('Away', { exact: true })).toBeVisible()
    await look('picker')
    await page.getByTestId('speech').click()
    await expect(page.getByRole('option').nth(5)).toBeVisible()
    await look('speech')
    await page.keyboard.press('Backspace')
    await page.getByRole('option').last().click()
    await expect(page.getByRole('button', { name: /Lab/ }).first()).toBeVisible()
    await look('connect')
    await page.getByRole('button', { name: 'Anthropic' }).click()
    await look('form')
  })
}
