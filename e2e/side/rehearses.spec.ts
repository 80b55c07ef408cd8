import { createRequire } from 'node:module'
import type * as Axe from 'axe-core'
import { looks } from '../harness/is-long.ts'
import { test } from '../stories/support/scripted-studio.ts'
import { openSide } from '../stories/support/side.ts'
import { ask, expect } from '../stories/support/studio.ts'

const several = (calls: readonly (readonly [name: string, input: object])[]): string =>
  JSON.stringify({
    tool_calls: calls.map(([name, input], index) => ({
      id: `call_${index}`,
      type: 'function',
      function: { name, arguments: JSON.stringify(input) },
    })),
  })

const ANSWERS = [
  several([
    ['write_file', { path: '/plan.md', content: 'a plan' }],
    ['write_file', { path: '/draft.md', content: 'a draft' }],
    ['delete_file', { path: '/src/index.tsx' }],
    ['browser_js_eval', { code: "await files.write('/made.txt', 'by a program')", use_files: true }],
  ]),
  'All of it is rehearsed.',
]

for (const { width, language, theme } of looks([
  { width: 1360, language: 'en', theme: 'light' },
  { width: 390, language: 'de', theme: 'dark' },
] as const))
  test(`a turn is rehearsed on a copy, waits through a reload, and is kept in part (${language}, ${width} px)`, async ({
    page,
    begin,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.addInitScript({ path: createRequire(import.meta.url).resolve('axe-core/axe.min.js') })
    await begin((_, turn) => ({ text: ANSWERS[turn - 1] ?? '' }), { language, theme })
    await page.getByTestId('mode-chip').click()
    await page.getByRole('menuitemcheckbox', { name: /Rehearse|Proben/ }).click()
    const bar = page.getByTestId('rehearsal-bar')
    await expect(bar).toBeVisible()
    await ask(page, 'Change everything')
    await expect(page.getByText('All of it is rehearsed.')).toBeVisible()
    await expect(bar).toContainText('4')

    await page.reload()
    await bar.getByRole('button').click()
    const review = page.locator('aside, [role="dialog"]').getByRole('tabpanel')
    const rows = review.locator('ul').first().getByRole('listitem')
    await expect(rows).toHaveCount(4)
    const violations = await page.evaluate(async () => {
      const { axe } = window as unknown as { axe: typeof Axe }
      return (await axe.run({ exclude: ['iframe'] }, { resultTypes: ['violations'] })).violations.map(({ id }) => id)
    })
    expect(violations).toEqual([])
    if (process.env['E2E_LOOK']) await page.screenshot({ path: `e2e/out/rehearsal-${width}.png`, animations: 'disabled' })

    await rows.filter({ hasText: '/plan.md' }).getByRole('button').click()
    await review.locator('[data-action="keep-file"]').click()
    await expect(rows).toHaveCount(3)
    await expect(page.getByTestId('rehearsal-kept')).toBeVisible()
    await review.locator('[data-action="discard-all"]').click()
    await page
      .getByRole('dialog')
      .last()
      .getByRole('button', { name: /Discard all|Alles verwerfen/ })
      .click()
    await expect(review.locator('[data-action="keep-all"]')).toHaveCount(0)
    await openSide(page, 'files')
    for (const name of ['plan.md', 'index.tsx']) await expect(page.getByText(name, { exact: true })).toBeVisible()
    for (const name of ['draft.md', 'made.txt']) await expect(page.getByText(name, { exact: true })).toHaveCount(0)
  })
