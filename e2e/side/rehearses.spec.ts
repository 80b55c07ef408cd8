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
    ['edit_file', { path: '/src/App.tsx', old_text: 'Hello, Parley', new_text: 'Hello from the rehearsal' }],
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
    const look = async (name: string) => {
      if (process.env['E2E_LOOK']) await page.screenshot({ path: `e2e/out/${name}-${width}.png`, animations: 'disabled' })
    }
    const violations = () =>
      page.evaluate(async () => {
        const { axe } = window as unknown as { axe: typeof Axe }
        return (await axe.run({ exclude: ['iframe'] }, { resultTypes: ['violations'] })).violations.map(({ id }) => id)
      })
    await page.setViewportSize({ width, height: 800 })
    await page.addInitScript({ path: createRequire(import.meta.url).resolve('axe-core/axe.min.js') })
    await begin((_, turn) => ({ text: ANSWERS[turn - 1] ?? '' }), { language, theme })
    await page.getByTestId('mode-chip').click()
    await page.getByRole('menuitemcheckbox', { name: /Rehearse|Proben/ }).click()
    const bar = page.getByTestId('rehearsal-bar')
    await expect(bar).toBeVisible()
    await ask(page, 'Change everything')
    await expect(page.getByText('All of it is rehearsed.')).toBeVisible()
    await expect(bar).toContainText('5')

    // The files are those of the copy, and a band says so; somebody looks at their own, and changes the very line that was rehearsed.
    await openSide(page, 'files')
    const which = page.getByTestId('which-files')
    const files = page.getByRole('tabpanel').last()
    await expect(which).toHaveAttribute('data-which', 'copy')
    await expect(files.getByText('draft.md', { exact: true }).filter({ visible: true })).toBeVisible()
    await expect(files.getByText('index.tsx', { exact: true }).filter({ visible: true })).toHaveCount(0)
    await look('rehearsal-copy')
    expect(await violations()).toEqual([])
    await which.getByRole('button').click()
    await expect(files.getByText('index.tsx', { exact: true }).filter({ visible: true })).toBeVisible()
    await expect(files.getByText('draft.md', { exact: true }).filter({ visible: true })).toHaveCount(0)
    await files.getByText('App.tsx', { exact: true }).filter({ visible: true }).click()
    await page.locator('.cm-line', { hasText: 'Hello, Parley' }).click()
    await page.keyboard.press('End')
    await page.keyboard.type('{/* mine */}')
    await page.keyboard.press('Control+s')
    await expect(page.locator('.cm-content')).toContainText('{/* mine */}')
    await expect(files.getByText(/^(not saved|nicht gespeichert)$/)).toHaveCount(0)

    await page.reload()
    await bar.getByRole('button').click()
    const review = page.locator('aside, [role="dialog"]').getByRole('tabpanel')
    const rows = review.locator('ul').first().getByRole('listitem')
    await expect(rows).toHaveCount(5)
    await look('rehearsal')
    expect(await violations()).toEqual([])

    // Both changed one line: nothing is overwritten, a person puts it together.
    await rows.filter({ hasText: '/src/App.tsx' }).getByRole('button').click()
    const conflict = review.getByTestId('rehearsal-conflict')
    await expect(conflict).toContainText('Hello from the rehearsal')
    await expect(conflict).toContainText('{/* mine */}')
    const merge = conflict.getByRole('button', { name: /Keep merged|Vereint behalten/ })
    await expect(merge).toBeDisabled()
    expect(await violations()).toEqual([])
    await conflict.getByRole('button', { name: /^(Both|Beide)$/ }).focus()
    await page.keyboard.press('Enter')
    await look('rehearsal-conflict')
    await merge.click()
    await expect(rows).toHaveCount(4)

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
