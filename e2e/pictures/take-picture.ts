import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect } from '../stories/support/studio.ts'

/** Takes a picture for the documentation. A card that has not stood still would be shown with pale buttons. Returns its path. */
export async function takePicture(page: Page, name: string, { fullPage = false } = {}): Promise<string> {
  const path = join(import.meta.dirname, '..', '..', 'docs', 'images', `${name}.png`)
  await expect(page.locator('[data-decides][aria-disabled]')).toHaveCount(0)
  await page.screenshot({ path, animations: 'disabled', fullPage })
  return path
}
