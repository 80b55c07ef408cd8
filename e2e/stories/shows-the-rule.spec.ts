import { looks } from '../harness/is-long.ts'
import { test } from './support/scripted-studio.ts'
import { ask, call, expect, waitingCard } from './support/studio.ts'

for (const language of looks(['en', 'zh'] as const))
  test(`the rule that asks is on the page that is opened to see it (${language})`, async ({ page, begin }) => {
    await begin(() => ({ text: call('write_file', { path: '/a.txt', content: 'a' }) }), { language })
    await ask(page, 'Write')
    await waitingCard(page)
      .getByRole('button', { name: language === 'en' ? 'See rule' : '查看规则' })
      .click()
    const row = page.getByRole('dialog').locator('[aria-current="true"]')
    await expect(row).toBeInViewport()
    await expect(row).toContainText(language === 'en' ? 'It changes files.' : /文件/)
  })

test('the bar of used room is as full as the room is', async ({ page, begin }) => {
  await begin(() => ({ text: 'Fine.' }), { theme: 'dark' })
  await page.getByRole('button', { name: 'Show files' }).click()
  const meter = page.getByRole('meter')
  await expect(meter).toBeVisible()
  const { share, filled, colours } = await meter.evaluate((bar) => {
    const inner = bar.firstElementChild ?? bar
    return {
      share: Number(bar.getAttribute('aria-valuenow')) / Number(bar.getAttribute('aria-valuemax')),
      filled: inner.getBoundingClientRect().width / bar.getBoundingClientRect().width,
      colours: [bar, inner].map((element) => getComputedStyle(element).backgroundColor),
    }
  })
  expect(Math.abs(share - filled)).toBeLessThan(0.02)
  expect(new Set(colours).size).toBe(2)
})
