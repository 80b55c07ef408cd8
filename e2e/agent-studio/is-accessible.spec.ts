import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type * as Axe from 'axe-core'
import { LONG, looks } from '../harness/is-long.ts'
import { englishLeft } from '../stories/support/english-left.ts'
import { innerTabs } from '../stories/support/side.ts'
import { answers, ask, expect, waitingCard } from '../stories/support/studio.ts'
import { approve, mark, openAgent, test } from './agent-studio.ts'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** Runs in the page, where axe was put once. */
async function findViolations(): Promise<readonly string[]> {
  const { axe } = window as unknown as { axe: typeof Axe }
  const { violations } = await axe.run({ exclude: ['iframe'] }, { resultTypes: ['violations'] })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`)
}

async function look(page: Page, screen: string): Promise<void> {
  const pictures = process.env['E2E_LOOK']
  if (pictures) await page.screenshot({ path: `${pictures}/${screen.replaceAll(/\W+/g, '-')}.png` })
  expect.soft(await page.evaluate(findViolations), screen).toEqual([])
  const isChinese = (await page.locator('html').getAttribute('lang')) === 'zh-CN'
  if (isChinese) expect.soft(await englishLeft(page), `${screen}, left in English`).toEqual([])
  const { width = 0 } = page.viewportSize() ?? {}
  expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), screen).toBeLessThanOrEqual(width)
}

const SCREENS = [
  {
    language: 'en',
    theme: 'light',
    width: 1360,
    primes: 'Sum all primes below 1000',
    timeline: 'Timeline',
    exchange: 'Exchange',
  },
  { language: 'zh', theme: 'dark', width: 320, primes: '计算 1000 以内的所有素数之和', timeline: '时间线', exchange: '往来' },
] as const

for (const { language, theme, width, primes, timeline, exchange } of looks(SCREENS)) {
  test(
    `axe finds nothing in a conversation on the server, ${language}, ${theme}, ${width} px`,
    LONG,
    async ({ page, server }) => {
      await page.setViewportSize({ width, height: 760 })
      await page.addInitScript({ path: AXE })
      await openAgent(page, server, { language, theme })
      await look(page, `${width} about to move`)
      await ask(page, primes)
      await expect(waitingCard(page)).toHaveCount(1)
      await expect(mark(page)).toHaveAttribute('data-mark', 'waiting')
      await look(page, `${width} a call waits`)
      await page.keyboard.press('Control+F8')
      await expect(page.getByTestId('waiting-room').getByRole('button')).toHaveCount(1)
      await look(page, `${width} the waiting room`)
      await page.keyboard.press('Escape')
      await approve(page, 'browser_js_eval')
      await expect(answers(page).last()).toContainText('76127')
      await mark(page).getByRole('button', { name: timeline }).click()
      await expect(page.getByTestId('timeline').getByRole('listitem')).toHaveCount(4)
      await look(page, `${width} the timeline`)
      await page.locator('[data-view="conversation"]').click()
      const shown = page.locator('[role="tabpanel"] [role="tabpanel"][data-state="active"]')
      await expect(shown).toContainText('/api/threads/')
      for (const tab of [0, 1, 2, 3, 4, 5, 6]) {
        await innerTabs(page).nth(tab).click()
        await look(page, `${width} inspector ${tab}`)
      }
      await innerTabs(page).nth(3).click()
      await expect(shown).toContainText('76127')
      await page.getByLabel(exchange).selectOption({ index: 0 })
      await innerTabs(page).nth(5).click()
      await expect(shown).toContainText('browser_js_eval')
      await look(page, `${width} what was asked`)
    },
  )
}
