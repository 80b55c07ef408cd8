import { expect, test } from '@playwright/test'
import { openReader, type Reader } from '../../scripts/docs/follow-page.ts'
import { run } from '../../scripts/workspace/run.mjs'
import { fromSource } from '../../scripts/workspace/serve-command.mjs'
import { isLong } from '../harness/is-long.ts'

const MINUTES = 60_000

test.describe('a stranger who follows a page to the letter, in an empty folder', () => {
  test.skip(!isLong, 'it installs five projects: npm run test:long')
  test.describe.configure({ mode: 'serial', timeout: 10 * MINUTES })

  test.beforeAll(async () => {
    const { code, output } = await run(process.execPath, fromSource('scripts/pack.ts'), { quiet: true })
    expect({ code, output }).toMatchObject({ code: 0 })
  })

  let reader: Reader
  test.beforeEach(async () => {
    reader = await openReader()
  })
  test.afterEach(() => reader.leave())

  for (const framework of ['express', 'hono', 'login'])
    test(`has a server of their own that answers as the page says: ${framework}`, async () => {
      await reader.follow(`docs/guide/embed/${framework}.md`)
    })

  for (const framework of ['vite', 'nextjs'])
    test(`has a card in a page of their own, and their yes runs the tool: ${framework}`, async ({ page }) => {
      await page.goto(await reader.follow(`docs/guide/embed/${framework}.md`))
      await page.getByRole('button', { name: 'Send' }).click()
      const card = page.locator('[data-call-key]')
      await expect(card).toHaveAttribute('data-stage', 'awaiting')
      await expect(card).toHaveCSS('border-top-style', 'solid')
      await card.getByRole('button', { name: /^Call/ }).click()
      await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 224)')
    })
})
