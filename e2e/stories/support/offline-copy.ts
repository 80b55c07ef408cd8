import type { Locator, Page } from '@playwright/test'
import { expect } from './studio.ts'

/** What the settings say of the copy of the page. */
export async function openOfflineCopy(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('tab', { name: 'Data' }).click()
  return page.getByTestId('offline-copy')
}

/** As a person would look: in the settings. */
export async function waitUntilKept(page: Page): Promise<void> {
  await expect(await openOfflineCopy(page)).toContainText(/A copy of the page is kept in this browser \(\d/, { timeout: 60_000 })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}
