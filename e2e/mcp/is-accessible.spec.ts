import { mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type * as Axe from 'axe-core'
import { LONG, looks } from '../harness/is-long.ts'
import { ask, call, expect, waitingCard } from '../stories/support/studio.ts'
import { inTurn, openServers, server, test, useAll } from './mcp-studio.ts'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const OUT = join(import.meta.dirname, '../out/mcp')

async function findViolations(): Promise<readonly string[]> {
  const { axe } = window as unknown as { axe: typeof Axe }
  const { violations } = await axe.run({ exclude: ['iframe'] }, { resultTypes: ['violations'] })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`)
}

for (const [language, theme, width] of looks([
  ['en', 'light', 1360],
  ['de', 'dark', 390],
  ['zh', 'light', 390],
] as const))
  test(
    `axe finds nothing on the page of servers and on a card, ${language}, ${theme}, ${width} px`,
    LONG,
    async ({ page, studio }) => {
      mkdirSync(OUT, { recursive: true })
      await page.setViewportSize({ width, height: 800 })
      await page.addInitScript({ path: AXE })
      await studio.open(page, inTurn({ text: call('everything__echo', { message: 'hi' }) }), { language, theme })
      await openServers(page, language)
      await server(page, 'everything').getByRole('button').first().click()
      await expect(server(page, 'everything').locator('[data-stand="new"]').first()).toBeVisible()
      expect.soft(await page.evaluate(findViolations), 'new tools').toEqual([])
      await page.screenshot({ path: join(OUT, `new-${language}.png`) })
      await server(page, 'everything').locator('p button').first().click()
      await server(page, 'everything').locator('details summary').first().click()
      await expect(server(page, 'everything').locator('[data-stand="on"]').first()).toBeVisible()
      expect.soft(await page.evaluate(findViolations), 'tools in use').toEqual([])
      await page.screenshot({ path: join(OUT, `servers-${language}.png`) })
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
      expect.soft(wide, 'nothing is wider than the screen').toBe(false)
      await page.keyboard.press('Escape')
      await ask(page, 'Hi')
      await expect(waitingCard(page)).toBeVisible()
      expect.soft(await page.evaluate(findViolations), 'a card').toEqual([])
      await page.screenshot({ path: join(OUT, `card-${language}.png`) })
    },
  )

test('a server is added by pasting, after every word of its command was shown', LONG, async ({ page, studio }) => {
  await studio.open(page, () => ({ text: '' }))
  await openServers(page)
  const box = page.getByLabel('Add servers')
  await box.fill(
    '{ "mcpServers": { "new one": { "command": "node", "args": ["-e", "process.exit(0)"], "env": { "TOKEN": "hush-hush" } } } }',
  )
  await page.getByRole('button', { name: 'Read it' }).click()
  await expect(page.getByText('node -e "process.exit(0)"')).toBeVisible()
  await expect(page.getByText('with TOKEN')).toBeVisible()
  await expect(server(page, 'new-one')).toHaveCount(0)
  await page.getByRole('button', { name: 'Add and start' }).click()
  await expect(server(page, 'new-one')).toBeVisible()
  await server(page, 'new-one')
    .getByRole('button', { name: /^Restart/ })
    .click()
  await expect(server(page, 'new-one').getByTestId('mcp-status')).toHaveText('Failed')
  expect(await page.content()).not.toContain('hush-hush')
  await server(page, 'new-one')
    .getByRole('button', { name: /^Remove/ })
    .click()
  await expect(server(page, 'new-one')).toHaveCount(0)
})

test('useAll leaves the servers alone that were not looked at', LONG, async ({ page, studio }) => {
  await studio.open(page, () => ({ text: '' }))
  await useAll(page, 'everything')
  await openServers(page)
  await expect(server(page, 'evil').locator('[data-mcp-tool]')).toHaveCount(0)
})
