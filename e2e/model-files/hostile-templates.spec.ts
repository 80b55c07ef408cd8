import { join } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import { build } from 'vite'
import { callsBetween, HOSTILE } from '../../packages/dialects/src/testing/hostile-templates.ts'
import type { TemplatePage } from './template-page.ts'

declare global {
  interface Window {
    templates: TemplatePage
  }
}

/** The page's script in one piece. */
async function script(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['@parley/source', 'module', 'browser', 'import', 'default'] },
    build: {
      write: false,
      rollupOptions: { input: join(import.meta.dirname, 'template-page.ts'), output: { format: 'iife', codeSplitting: false } },
    },
  })
  const [chunk] = 'output' in result ? result.output : []
  return chunk?.type === 'chunk' ? chunk.code : ''
}

/** One page for all templates: what one of them leaves behind must not make the next one slower. */
const test = base.extend<object, { readonly sharedPage: Page }>({
  sharedPage: [
    async ({ browser }, use) => {
      const page = await browser.newPage()
      await page.addScriptTag({ content: await script() })
      await use(page)
      await page.close()
    },
    { scope: 'worker' },
  ],
  page: ({ sharedPage }, use) => use(sharedPage),
})

/** How long the page's thread was busy, in seconds: other people's work on the same machine does not count. */
async function busy(page: Page, work: () => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const spent = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.POSITIVE_INFINITY
  }
  const before = await spent()
  await work()
  return (await spent()) - before
}

test('a template that means well is a dialect in the page, too', async ({ page }) => {
  const read = await page.evaluate((source) => window.templates.readTemplate(source), callsBetween('<|use|>', '<|/use|>'))
  expect(read).toEqual({ ok: true, sentence: 'It was made from the template: calls are JSON as a whole.' })
})

for (const [name, reason, source] of HOSTILE)
  test(`the page refuses ${name} within two seconds`, async ({ page }) => {
    const seconds = await busy(page, async () => {
      const read = await page.evaluate((text) => window.templates.readTemplate(text), source)
      expect(read.ok).toBe(false)
      expect(read.sentence).toContain(`The template was refused. ${reason}`)
    })
    expect(seconds).toBeLessThan(2)
  })
