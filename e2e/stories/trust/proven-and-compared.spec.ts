import { readFile } from 'node:fs/promises'
import { test } from '@playwright/test'
import { answers, approveNext, ask, cards, expect, openStudio } from '../support/studio.ts'

test('what was allowed is listed with its rule, a saved conversation is verified, and another model is compared with it', async ({
  page,
}) => {
  await openStudio(page)
  await ask(page, 'Create a simple React component Button.tsx')
  await approveNext(page)
  await expect(cards(page)).toHaveAttribute('data-stage', 'succeeded')
  await expect(answers(page).last()).toContainText('Button is created')

  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('tab', { name: 'Audit' }).click()
  const rows = page.getByRole('region', { name: 'Effects' }).getByRole('row')
  await expect(rows.filter({ hasText: 'wrote /src/Button.tsx' })).toContainText('you')
  await page.getByLabel('Allowed by').selectOption({ label: 'you' })
  const listing = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  expect(await readFile(await (await listing).path(), 'utf8')).toMatch(/write_file,write-files,\/src\/Button\.tsx,person,/)

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

  await page.getByRole('tab', { name: 'Replay' }).click()
  await page.getByRole('button', { name: 'Add this conversation' }).click()
  await expect(page.getByText('1 conversation', { exact: true })).toBeVisible()
  await page.getByRole('group', { name: 'Models' }).getByRole('checkbox').first().check()
  await page.getByRole('checkbox', { name: 'write_file' }).uncheck()
  await page.getByRole('button', { name: 'Replay and compare' }).click()
  const differing = page.getByTestId('replayed-answer').filter({ hasText: 'Answer 1' })
  await expect(differing.getByRole('region', { name: 'Then' })).toContainText('write_file')
  await expect(page.getByRole('button', { name: /^differs, 0 of 1/ })).toBeVisible()
  await differing.getByRole('button', { name: 'Go on from then' }).click()
  await expect(answers(page)).toHaveCount(1)
  await expect(cards(page)).toHaveAttribute('data-stage', 'succeeded')
})
