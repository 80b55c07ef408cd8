import { mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { test as base, type Page } from '@playwright/test'
import type * as Axe from 'axe-core'
import { LONG, looks } from '../harness/is-long.ts'
import { type RunningParley, startParley } from '../stories/support/parley-server.ts'
import { startUpstream, type Upstream } from '../stories/support/scripted-upstream.ts'
import { openSide } from '../stories/support/side.ts'
import { expect, openStudio } from '../stories/support/studio.ts'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const OUT = join(import.meta.dirname, '../out/traffic')
const HOSTILE = '<img src=x onerror="document.title=\'owned\'">'
const KEY = 'sk-a-key-that-nobody-may-see'
const CALL = "<tool_call>{'name': 'find_book', 'arguments': {'title': 'Momo'}}</tool_call>"

const test = base.extend<{ gateway: { readonly upstream: Upstream; readonly parley: RunningParley } }>({
  // oxlint-disable-next-line no-empty-pattern -- the runner reads the names it must provide from the pattern
  gateway: async ({}, use) => {
    const upstream = await startUpstream((_, turn) => ({ text: turn === 1 ? `${HOSTILE} ${CALL}` : 'I have no such book.' }))
    const parley = await startParley({ PARLEY_URL: upstream.url, PARLEY_MODELS: 'first,second', PARLEY_DIALECT: 'hermes' })
    await use({ upstream, parley })
    await parley.kill()
    await upstream.stop()
  },
})

/** A program of somebody else. */
const askThrough = async (parley: RunningParley, model = 'first') =>
  await fetch(`${parley.url}v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${KEY}`, 'user-agent': 'house-cli/1.2' },
    body: JSON.stringify({
      model,
      messages: [{ role: 'user', content: `Do you have Momo? ${HOSTILE}` }],
      tools: [{ type: 'function', function: { name: 'find_book', parameters: { type: 'object' } } }],
    }),
  }).then((response) => response.text())

async function findViolations(): Promise<readonly string[]> {
  const { axe } = window as unknown as { axe: typeof Axe }
  const { violations } = await axe.run({ exclude: ['iframe'] }, { resultTypes: ['violations'] })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`)
}

const WORDS = {
  en: { gateway: 'Gateway', settings: 'Settings', usage: 'Usage' },
  de: { gateway: 'Gateway', settings: 'Einstellungen', usage: 'Verbrauch' },
  zh: { gateway: '网关', settings: '设置', usage: '用量' },
} as const

const answers = (page: Page) => page.locator('[data-traffic-answer]')
const lines = (page: Page) => page.locator('[data-traffic]')

async function openTraffic(page: Page, language: keyof typeof WORDS = 'en') {
  await openSide(page, 'inspector')
  await page.getByRole('button', { name: WORDS[language].gateway, exact: true }).click()
}

test('a request through the gateway appears at once, can be opened, copied without its key, and sent to another model', async ({
  page,
  gateway,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openStudio(page, { url: gateway.parley.url, model: 'first' })
  await openTraffic(page)
  const panel = page.getByRole('complementary', { name: 'Inspector' })
  await expect(panel).toContainText('Nothing has come through the gateway yet.')
  await askThrough(gateway.parley)
  await expect(lines(page)).toContainText(['house-cli'])
  await expect(lines(page).first()).toContainText(/200 calls[^]*hermes[^]*1 call · 1 flaw/)
  await askThrough(gateway.parley, 'nobody')
  await expect(lines(page).first()).toContainText('404 refused')
  await lines(page).last().click()
  await expect(answers(page)).toContainText([HOSTILE])
  await expect(panel).toContainText('read by hermes')
  await panel.getByRole('tab', { name: 'Came in' }).click()
  await expect(panel).toContainText('Do you have Momo?')
  await panel.getByRole('tab', { name: 'Taught' }).click()
  await expect(panel).toContainText('=== SYSTEM ===')
  await panel.getByRole('button', { name: 'Copy as curl' }).click()
  await expect(panel.getByRole('button', { name: 'Copied' })).toBeVisible()
  const command = await page.evaluate(() => navigator.clipboard.readText())
  expect(command).toContain('/v1/chat/completions')
  expect(command).toContain('-H "authorization: Bearer $TOKEN"')
  await panel.getByRole('tab', { name: 'Read' }).click()
  await panel.getByLabel('Send it again to').selectOption('second')
  await panel.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(answers(page)).toHaveCount(2)
  await expect(answers(page).last()).toContainText('I have no such book.')
  await expect(answers(page).last()).toContainText('second')
  expect(await page.content()).not.toContain(KEY)
  expect(await page.title()).not.toBe('owned')
  expect(gateway.upstream.requests).toHaveLength(2)
})

for (const [language, theme, width] of looks([
  ['en', 'light', 1360],
  ['de', 'dark', 390],
  ['zh', 'light', 390],
] as const))
  test(
    `axe finds nothing in the traffic and in what was used, ${language}, ${theme}, ${width} px`,
    LONG,
    async ({ page, gateway }) => {
      mkdirSync(OUT, { recursive: true })
      await page.setViewportSize({ width, height: 800 })
      await page.addInitScript({ path: AXE })
      await openStudio(page, { url: gateway.parley.url, model: 'first', language, theme })
      const wide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
      await askThrough(gateway.parley)
      await askThrough(gateway.parley, 'nobody')
      await openTraffic(page, language)
      await expect(lines(page)).toHaveCount(2)
      expect.soft(await page.evaluate(findViolations), 'the list').toEqual([])
      await page.screenshot({ path: join(OUT, `list-${language}.png`) })
      await lines(page).last().click()
      await expect(answers(page)).toHaveCount(1)
      expect.soft(await page.evaluate(findViolations), 'a request').toEqual([])
      expect.soft(await wide(), 'nothing is wider than the screen').toBe(false)
      await page.screenshot({ path: join(OUT, `request-${language}.png`) })
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: WORDS[language].settings }).first().click()
      await page.getByRole('tab', { name: WORDS[language].usage }).click()
      await expect(page.getByRole('dialog').getByRole('row')).toHaveCount(2)
      await expect(page.getByRole('dialog').getByRole('row').last()).toContainText('house-cli')
      expect.soft(await page.evaluate(findViolations), 'usage').toEqual([])
      expect.soft(await wide(), 'nothing is wider than the screen').toBe(false)
      await page.screenshot({ path: join(OUT, `usage-${language}.png`) })
    },
  )
