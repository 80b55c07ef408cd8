import type { Locator, Page } from '@playwright/test'
import { approveNext, expect, waitingCard } from '../../stories/support/studio.ts'

/** How a person reaches what they see. */
export interface Hand {
  /** A button, a link, a tab, a choice of an open menu. */
  press(target: Locator): Promise<void>
  /** Words in a field, instead of those that are there. */
  write(field: Locator, text: string): Promise<void>
  /** Reads on in the call that waits, or says yes to it where it was read. */
  approve(page: Page): Promise<void>
}

export const pointer: Hand = {
  async approve(page) {
    const key = await waitingCard(page).getAttribute('data-call-key')
    await approveNext(page)
    await expect(page.locator(`[data-dock] [data-call-key="${key}"]`)).toHaveCount(0)
  },
  press: (target) => target.click(),
  write: (field, text) => field.fill(text),
}

/** It has the focus, or something in it has. */
const hasFocus = (target: Locator): Promise<boolean> => target.evaluate((element) => element.contains(document.activeElement))

/** More than a page has of what can be focused: whoever does not come by until then is not on the way. */
const MOST = 160

async function go(page: Page, target: Locator, key: string): Promise<void> {
  for (let times = 0; times < MOST; times++) {
    if (await hasFocus(target)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} does not lead to ${target.toString()}.`)
}

/** Options are not focused: the field above them says which one is meant. */
async function mean(page: Page, option: Locator): Promise<void> {
  for (let times = 0; times < MOST; times++) {
    if ((await option.getAttribute('aria-selected')) === 'true') return
    await page.keyboard.press('ArrowDown')
  }
  throw new Error(`ArrowDown does not lead to ${option.toString()}.`)
}

/** Nothing but keys: Tab to what takes them, arrows inside of what is one stop. */
export const keyboard = (page: Page): Hand => ({
  approve: () => page.keyboard.press('Control+Enter'),
  async press(target) {
    await expect(target).toBeVisible()
    await expect(target).toBeEnabled()
    const role = await target.getAttribute('role')
    if (role === 'option') await mean(page, target)
    else if (role?.startsWith('menuitem')) await go(page, target, 'ArrowDown')
    else if (role === 'tab') {
      await go(page, target.locator('xpath=ancestor::*[@role="tablist"][1]'), 'Tab')
      await go(page, target, 'ArrowRight')
    } else if (role === 'treeitem') {
      await go(page, target.locator('xpath=ancestor::*[@role="tree"][1]'), 'Tab')
      await page.keyboard.press('Home')
      await go(page, target, 'ArrowDown')
    } else await go(page, target, 'Tab')
    await page.keyboard.press('Enter')
  },
  async write(field, text) {
    await expect(field).toBeVisible()
    await go(page, field, 'Tab')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText(text)
  },
})
