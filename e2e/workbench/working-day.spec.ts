import { createRequire } from 'node:module'
import { join } from 'node:path'
import { test as base, type Page } from '@playwright/test'
import type * as Axe from 'axe-core'
import { LONG } from '../harness/is-long.ts'
import { englishLeft } from '../stories/support/english-left.ts'
import { startParley } from '../stories/support/parley-server.ts'
import { startUpstream } from '../stories/support/scripted-upstream.ts'
import { expect, openStudio } from '../stories/support/studio.ts'
import { keyboard, pointer } from './day/hands.ts'
import { type House, KEY, playDay, script } from './day/play-day.ts'
import { SAID } from './day/words.ts'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

const test = base.extend<{ house: House }>({
  // oxlint-disable-next-line no-empty-pattern -- the runner reads the names it must provide from the pattern
  house: async ({}, use) => {
    const upstream = await startUpstream()
    const night = await startUpstream(undefined, { key: KEY, model: 'night-1.0' })
    const parley = await startParley({ PARLEY_URL: upstream.url, PARLEY_MODELS: 'scripted', PARLEY_RETRIES: '0' })
    await use({ upstream, night, parley })
    await parley.kill()
    await upstream.stop()
    await night.stop()
  },
})

/** Runs in the page. */
async function findViolations(): Promise<readonly string[]> {
  const { axe } = window as unknown as { axe: typeof Axe }
  const { violations } = await axe.run({ exclude: ['iframe'] }, { resultTypes: ['violations'] })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`)
}

const LOOKS = [
  { language: 'en', theme: 'light', width: 1360 },
  { language: 'en', theme: 'light', width: 390 },
  { language: 'en', theme: 'dark', width: 1360 },
  { language: 'en', theme: 'dark', width: 390 },
  { language: 'zh', theme: 'light', width: 1360 },
  { language: 'zh', theme: 'light', width: 390 },
  { language: 'zh', theme: 'dark', width: 1360 },
  { language: 'zh', theme: 'dark', width: 390 },
  { language: 'de', theme: 'light', width: 1360 },
] as const

type Look = (typeof LOOKS)[number] & { readonly by?: 'keyboard' }

const STORIES: readonly Look[] = [...LOOKS, { language: 'en', theme: 'light', width: 1360, by: 'keyboard' }]

/** Nothing that axe would report, nothing wider than the page, in Chinese nothing that is still English; and a picture for whoever asks. */
async function lookAt(page: Page, name: string, { language, theme, width }: Look): Promise<void> {
  if (process.env['E2E_LOOK']) {
    const file = `${name}-${language}-${theme}-${width}.png`
    await page.screenshot({ path: join(import.meta.dirname, '..', 'out', 'day', file), animations: 'disabled' })
  }
  expect.soft(await page.evaluate(findViolations), name).toEqual([])
  expect.soft(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), name).toBe(true)
  if (language === 'zh') expect.soft(await englishLeft(page), `${name}, left in English`).toEqual([])
}

for (const [index, story] of STORIES.entries()) {
  const { language, theme, width, by = 'pointer' } = story
  const isPhone = width < 500
  test.describe(`${language}, ${theme}, ${width} px, ${by}`, index === 0 ? {} : LONG, () => {
    test.use({ viewport: { width, height: isPhone ? 844 : 860 }, isMobile: isPhone, hasTouch: isPhone })

    test('a working day: attach, plot, write, preview, refactor, connect, search, export', async ({ page, house }) => {
      await page.addInitScript({ path: AXE })
      house.upstream.play(script(language))
      house.night.play(() => ({ text: SAID[language].answer, usage: { prompt_tokens: 900, completion_tokens: 12 } }))
      await openStudio(page, { url: house.parley.url, language, theme, model: 'scripted' })
      const look = (name: string) => (by === 'keyboard' ? Promise.resolve() : lookAt(page, name, story))
      await playDay({ page, house, language, hand: by === 'keyboard' ? keyboard(page) : pointer, look })
    })
  })
}
