import { readFile } from 'node:fs/promises'
import { type Page, test } from '@playwright/test'
import { answers, approveNext, ask, cards, expect, openStudio } from './support/studio.ts'

/** What a reader sees, without the blanks between it. */
const wordsOf = async (page: Page): Promise<readonly string[]> =>
  (await page.locator('[data-role]').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim())

test('a capsule opens in a clean profile with the same transcript and files, and replays without a model', async ({
  page,
  browser,
}) => {
  await openStudio(page)
  await ask(page, 'Create a simple React component Button.tsx')
  await approveNext(page)
  await expect(cards(page)).toHaveAttribute('data-stage', 'succeeded')
  await expect(answers(page)).toHaveCount(2)
  await expect(answers(page).last()).toContainText('Button is created')
  await expect(page.getByTestId('changes-line')).toBeVisible()
  const transcript = await wordsOf(page)
  await page.getByRole('button', { name: 'Show files' }).click()
  await page.getByText('Button.tsx', { exact: true }).click()
  const content = await page.locator('.cm-content').innerText()

  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('tab', { name: 'Data' }).click()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export this conversation' }).click()
  const capsule = await (await saving).path()
  expect(JSON.parse(await readFile(capsule, 'utf8'))).toMatchObject({ format: 'parley-capsule' })

  const clean = await browser.newContext()
  const other = await clean.newPage()
  await openStudio(other, { url: new URL('/', page.url()).href })
  await clean.route('**/api/respond', (route) => route.abort())
  await other.getByRole('button', { name: 'Settings' }).click()
  await other.getByRole('tab', { name: 'Data' }).click()
  await other
    .getByTestId('capsule-input')
    .setInputFiles({ name: 'a.capsule.json', mimeType: 'application/json', buffer: await readFile(capsule) })
  await expect(cards(other)).toHaveAttribute('data-stage', 'succeeded')
  await expect(answers(other)).toHaveCount(2)
  await expect(other.getByTestId('changes-line')).toBeVisible()
  // The sentence of a call is not taken from the capsule: it is said anew, from the arguments.
  const [said, anew] = [
    'Create /src/Button.tsx (new file, 14 lines)',
    "write_file: path /src/Button.tsx, content import type { ReactNode } from 'react' export interface Butt…",
  ]
  expect(transcript[1]).toContain(said)
  expect(await wordsOf(other)).toEqual(transcript.map((words) => words.replaceAll(said, anew)))
  await other.getByRole('button', { name: 'Show files' }).click()
  await other.getByText('Button.tsx', { exact: true }).click()
  await expect(other.locator('.cm-content')).toBeVisible()
  expect(await other.locator('.cm-content').innerText()).toBe(content)

  await other.getByRole('button', { name: 'Settings' }).click()
  await other.getByRole('tab', { name: 'Data' }).click()
  await other.getByRole('button', { name: 'Replay without a model' }).click()
  await expect(other.getByRole('status').filter({ hasText: 'same transcript' })).toBeVisible()
  await clean.close()
})

test('a file that is no capsule is refused in one sentence', async ({ page }) => {
  await openStudio(page)
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('tab', { name: 'Data' }).click()
  await page
    .getByTestId('capsule-input')
    .setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{"format":"other"}') })
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('not a capsule')
})
