import { type Page, test } from '@playwright/test'
import { openLab, openSide } from '../stories/support/side.ts'
import { approveNext, ask, expect, openStudio, waitingCard } from '../stories/support/studio.ts'
import { takePicture } from './take-picture.ts'

const take = async (page: Page, name: string) => {
  await page.mouse.move(0, 0)
  await expect(page.locator('[data-action="stop-answer"]')).toHaveCount(0)
  await takePicture(page, name)
}

const toTheDiff = async (page: Page, story: string) => {
  await ask(page, story)
  for (const tool of ['list_directory', 'read_file']) {
    await expect(waitingCard(page)).toContainText(tool)
    await approveNext(page)
  }
  await expect(waitingCard(page)).toContainText('write_file')
}

test.use({ viewport: { width: 1360, height: 860 } })

test('a diff waits, in Chinese and dark', async ({ page }) => {
  await openStudio(page, { language: 'zh', theme: 'dark' })
  await toTheDiff(page, '看看 src 里有什么，并修改 App.tsx 的标题')
  await take(page, 'card-diff-zh-dark')
})

test('files, inspector, lab and settings', async ({ page }) => {
  await openStudio(page)
  await toTheDiff(page, "Look what is in src and change App.tsx's title")
  await approveNext(page)
  await expect(page.locator('[data-stage="succeeded"]')).toHaveCount(3)
  await page.getByRole('button', { name: 'Show files' }).click()
  await page.getByRole('button', { name: /^Shared/ }).click()
  await page.getByRole('button', { name: /^Reference/ }).click()
  await take(page, 'areas')
  await page.getByText('App.tsx', { exact: true }).click()
  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByRole('button', { name: 'Compare' }).click()
  await take(page, 'files')
  await openSide(page, 'inspector')
  await page.getByRole('tab', { name: 'Prompt' }).click()
  await expect(page.getByText('=== SYSTEM ===').first()).toBeVisible()
  await take(page, 'inspector')
  await openLab(page)
  await expect(page.locator('[data-dialect]').first()).toBeVisible()
  await take(page, 'dialect-lab')
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('tab', { name: 'Rules' }).click()
  await take(page, 'settings')
})

test('a phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await openStudio(page)
  await ask(page, 'Sum all primes below 1000')
  await expect(waitingCard(page)).toHaveCount(1)
  await take(page, 'phone')
})
