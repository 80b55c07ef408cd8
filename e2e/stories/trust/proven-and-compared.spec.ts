import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type Page, test } from '@playwright/test'
import type * as Axe from 'axe-core'
import { LONG } from '../../harness/is-long.ts'
import { englishLeft } from '../support/english-left.ts'
import { answers, approveNext, ask, cards, expect, openStudio } from '../support/studio.ts'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

async function expectNoViolation(page: Page, screen: string): Promise<void> {
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof Axe }
    const { violations } = await axe.run({ exclude: ['iframe'] }, { resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`)
  })
  expect.soft(found, screen).toEqual([])
  if (process.env['E2E_LOOK']) {
    const look = await page.evaluate(() => `${document.documentElement.lang}-${innerWidth}`)
    await page.screenshot({ path: `e2e/out/${screen}-${look}.png`, animations: 'disabled' })
  }
}

test('what was allowed is listed with its rule, a saved conversation is verified, and another model is compared with it', async ({
  page,
}) => {
  await page.addInitScript({ path: AXE })
  await openStudio(page)
  await ask(page, 'Create a simple React component Button.tsx')
  await approveNext(page)
  await expect(cards(page)).toHaveAttribute('data-stage', 'succeeded')
  await expect(answers(page).last()).toContainText('Button is created')

  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('tab', { name: 'Audit' }).click()
  const rows = page.getByRole('region', { name: 'Effects' }).getByRole('row')
  await expect(rows.filter({ hasText: 'wrote /src/Button.tsx' })).toContainText('you')
  await expectNoViolation(page, 'audit')
  await page.getByLabel('Allowed by').selectOption({ label: 'you' })
  const listing = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  expect(await readFile(await (await listing).path(), 'utf8')).toMatch(/write_file,write-files,\/src\/Button\.tsx,,person,/)

  await page.getByRole('tab', { name: 'Data' }).click()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export this conversation' }).click()
  const capsule = await readFile(await (await saving).path(), 'utf8')
  const verify = (text: string) =>
    page
      .getByTestId('verify-input')
      .setInputFiles({ name: 'a.capsule.json', mimeType: 'application/json', buffer: Buffer.from(text) })
  await verify(capsule)
  await expect(page.getByRole('status').filter({ hasText: 'Intact: 1 call' })).toContainText('That is this browser.')
  await verify(capsule.replace('"by":"person"', '"by":"nobody"'))
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Not intact: the call write_file')

  await expectNoViolation(page, 'verify')

  await page.getByRole('tab', { name: 'Replay' }).click()
  await page.getByRole('button', { name: 'Add this conversation' }).click()
  await expect(page.getByText('1 conversation', { exact: true })).toBeVisible()
  await page.getByRole('group', { name: 'Models' }).getByRole('checkbox').first().check()
  await page.getByText('Save as training data').click()
  const training = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save conversations' }).click()
  expect(await readFile(await (await training).path(), 'utf8')).toContain('"tool_calls":[{')
  await page.getByRole('button', { name: 'Save preference pairs' }).click()
  await expect(page.getByText('There is nothing of that kind in them.')).toBeVisible()
  await page.getByRole('button', { name: 'Replay and compare' }).click()
  await expect(page.getByRole('button', { name: 'the same, 2 of 2' })).toBeVisible()
  await expect(page.getByTestId('replayed-answer').first()).toContainText('the same calls')
  await page.getByRole('checkbox', { name: 'write_file' }).uncheck()
  await page.getByRole('button', { name: 'Replay and compare' }).click()
  const differing = page.getByTestId('replayed-answer').filter({ hasText: 'Answer 1' })
  await expect(differing.getByRole('region', { name: 'Then' })).toContainText('write_file')
  await expect(page.getByRole('button', { name: /^differs, 0 of 1/ })).toBeVisible()
  await expectNoViolation(page, 'replay')
  await differing.getByRole('button', { name: 'Go on from then' }).click()
  await expect(answers(page)).toHaveCount(1)
  await expect(cards(page)).toHaveAttribute('data-stage', 'succeeded')
})

for (const { language, question } of [
  { language: 'zh', question: '创建一个简单的 React 组件 Button.tsx' },
  { language: 'de', question: 'Create a simple React component Button.tsx' },
] as const)
  test(`audit, verifying and replay are in order on a phone in the dark (${language})`, LONG, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.addInitScript({ path: AXE })
    await openStudio(page, { language, theme: 'dark' })
    await ask(page, question)
    await approveNext(page)
    await expect(cards(page).first()).toHaveAttribute('data-stage', 'succeeded')
    await page.locator('header button').last().click()
    for (const screen of ['audit', 'data', 'replays']) {
      await page.getByRole('dialog').locator(`[data-tab="${screen}"]`).click()
      if (screen === 'audit') await expect(page.getByTestId('audit-count')).toBeVisible()
      if (screen === 'data') {
        const file = { name: 'a.json', mimeType: 'application/json', buffer: Buffer.from('no capsule') }
        await page.getByTestId('capsule-input').setInputFiles(file)
        await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
      }
      if (screen === 'replays') {
        await page.getByRole('dialog').getByRole('button').nth(1).click()
        await page.getByRole('dialog').getByRole('checkbox').first().check()
        await page.getByRole('dialog').locator('summary').last().click()
      }
      await expectNoViolation(page, screen)
      if (language === 'zh') expect.soft(await englishLeft(page), screen).toEqual([])
      expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), screen).toBeLessThanOrEqual(390)
    }
  })
