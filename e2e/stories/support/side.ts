import type { Locator, Page } from '@playwright/test'

type SideName = 'preview' | 'files' | 'changes' | 'inspector'

/** Opens the side at one of its tabs: by its name in the header where there is room, else by the one button there is. */
export async function openSide(page: Page, name: SideName): Promise<void> {
  const tab = page.locator(`[data-tab="${name}"]`)
  if (!(await tab.isVisible())) await page.locator(`[data-side="${name}"], [data-action="side"]`).click()
  await tab.click()
}

/** The lab of dialects, inside the inspector. */
export async function openLab(page: Page): Promise<void> {
  await openSide(page, 'inspector')
  await page.locator('[data-view="lab"]').click()
}

/** The tabs inside a tab of the side. */
export const innerTabs = (page: Page): Locator => page.getByRole('tabpanel').getByRole('tab')
