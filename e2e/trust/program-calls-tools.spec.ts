import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type * as Axe from 'axe-core'
import { looks } from '../harness/is-long.ts'
import { test } from '../stories/support/scripted-studio.ts'
import { answers, approveNext, ask, call, calm, expect, waitingCard } from '../stories/support/studio.ts'

/** Clock and chance go into the files: run again after a reload, it must ask for the very same. */
const PROGRAM = `for (const name of ['one', 'two', 'three']) {
  await tools.write_file({ path: '/src/' + name + '.txt', content: name + ' ' + Date.now() + ' ' + Math.random() })
}
const text = await tools.read_file({ path: '/src/one.txt' })
return text.split(' ')[0]`

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** Runs in the page. */
async function findViolations(): Promise<readonly string[]> {
  const { axe } = window as unknown as { axe: typeof Axe }
  const { violations } = await axe.run({ exclude: ['iframe'] }, { resultTypes: ['violations'] })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`)
}

async function inCodeMode(page: Page, look: { language: string; theme: string }): Promise<void> {
  const settings = JSON.stringify({ ...look, dialects: {}, model: 'scripted', codeMode: true, titles: false })
  await page.addInitScript(
    (value) => localStorage.getItem('parley-settings') ?? localStorage.setItem('parley-settings', value),
    settings,
  )
}

const rows = (page: Page) => page.getByTestId('inner-calls').locator('[data-inner-call]')
const WIDTHS = looks([
  { width: 1360, theme: 'dark' },
  { width: 390, theme: 'light' },
])

for (const { width, theme } of WIDTHS)
  test(`a program calls the tools: each call asks, a reload repeats nothing, and the rest of it can be allowed (${width})`, async ({
    page,
    begin,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.addInitScript({ path: AXE })
    await inCodeMode(page, { language: 'en', theme })
    const { upstream } = await begin((_request, turn) => ({
      text: turn === 1 ? call('browser_js_eval', { code: PROGRAM }) : 'It is written.',
    }))
    await ask(page, 'Write three files')
    await expect(waitingCard(page)).toContainText('which may call the other tools')
    await approveNext(page)
    // Not only the path: the program's own card names it, too.
    await expect(waitingCard(page)).toContainText('Create /src/one.txt')
    // The program itself was taught as one tool, the others as its functions.
    expect(JSON.stringify(upstream.requests[0]?.messages)).toContain('tools.write_file(_: { path: string')
    await calm(page).waitFor()
    await page.keyboard.press('Control+Enter')
    await expect(waitingCard(page)).toContainText('/src/two.txt')
    await expect(rows(page)).toHaveCount(1)

    await page.reload()
    await expect(waitingCard(page)).toContainText('/src/two.txt')
    expect(await page.evaluate(findViolations)).toEqual([])
    await waitingCard(page).locator('[data-action="allow"]').click()
    await page.getByRole('menuitem', { name: 'Write file, for the rest of this program' }).click()
    await expect(waitingCard(page)).toContainText('/src/one.txt')
    await expect(page.getByTestId('grant-chips')).toContainText('in this program')
    await approveNext(page)
    await expect(answers(page).last()).toContainText('It is written.')
    await expect(page.getByTestId('grant-chips')).toHaveCount(0)

    await page.locator('[data-call-key][data-stage="succeeded"] > button').first().click()
    await expect(rows(page)).toHaveCount(4)
    await expect(rows(page).and(page.locator('[data-stage="succeeded"]'))).toHaveCount(4)
    expect(upstream.requests).toHaveLength(2)
    expect(upstream.requests[1]?.messages.at(-1)?.content).toContain('one')
  })
