import { createRequire } from 'node:module'
import type * as Axe from 'axe-core'
import { looks } from '../harness/is-long.ts'
import { test } from '../stories/support/scripted-studio.ts'
import { openSide } from '../stories/support/side.ts'
import { approveNext, ask, expect, readToEnd } from '../stories/support/studio.ts'

const LINES = Array.from({ length: 30 }, (_, index) => `line ${index}`)
const text = (change: Readonly<Record<number, string>>) => `${LINES.map((line, index) => change[index] ?? line).join('\n')}\n`

const several = (calls: readonly (readonly [name: string, input: object])[]): string =>
  JSON.stringify({
    tool_calls: calls.map(([name, input], index) => ({
      id: `call_${index}`,
      type: 'function',
      function: { name, arguments: JSON.stringify(input) },
    })),
  })

const ANSWERS = [
  several([['write_file', { path: '/long.txt', content: text({}) }]]),
  'It is there.',
  several([
    ['write_file', { path: '/long.txt', content: text({ 2: 'TWO', 25: 'TWENTY-FIVE' }) }],
    ['write_file', { path: '/new.txt', content: 'new' }],
    ['delete_file', { path: '/src/index.tsx' }],
  ]),
  'All of it is done.',
  several([['write_file', { path: '/long.txt', content: text({ 2: `TWO ${'and more '.repeat(40)}`, 25: 'TWENTY-FIVE' }) }]]),
]

test('on a wide screen the review fills it, with what was and what is side by side, by keys alone', async ({ page, begin }) => {
  await page.setViewportSize({ width: 1360, height: 860 })
  await begin((_, turn) => ({ text: ANSWERS[[0, 1, 4, 3][turn - 1] ?? 3] ?? '' }))
  await ask(page, 'Write a long file')
  await approveNext(page)
  await expect(page.getByText('It is there.')).toBeVisible()
  await ask(page, 'Now change it')
  await approveNext(page)
  await expect(page.getByText('All of it is done.')).toBeVisible()
  await expect(page.getByTestId('changes-line')).toHaveCount(2)
  await page.getByTestId('changes-line').last().getByRole('button').press('Enter')
  const full = page.locator('[data-action="full-screen"]')
  await full.press('Enter')
  const dialog = page.getByRole('dialog')
  const pair = dialog.locator('[data-pair]').filter({ hasText: 'TWENTY-FIVE' })
  await expect(pair).toContainText('line 25')
  await expect(pair.locator('[data-row]')).toHaveCount(2)
  // A long line is read to its end without scrolling aside.
  expect(
    await dialog.evaluate((place) =>
      [...place.querySelectorAll('[data-row]')].every((row) => row.scrollWidth <= row.clientWidth),
    ),
  ).toBe(true)
  await dialog.getByRole('button', { name: 'Side by side' }).press('Space')
  await expect(pair).toHaveCount(0)
  await expect(dialog).toContainText('TWENTY-FIVE')
  await dialog.locator('[data-passage]').last().getByRole('button').press('Enter')
  await expect(dialog.locator('[data-passage]')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(full).toBeFocused()
})

for (const { width, language, theme } of looks([
  { width: 1360, language: 'en', theme: 'light' },
  { width: 390, language: 'zh', theme: 'dark' },
] as const))
  test(`what a turn changed is reviewed as one, and taken back by passage, by file, and all at once (${language}, ${width} px)`, async ({
    page,
    begin,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.addInitScript({ path: createRequire(import.meta.url).resolve('axe-core/axe.min.js') })
    await begin((_, turn) => ({ text: ANSWERS[turn - 1] ?? '' }), { language, theme })
    await ask(page, 'Write a long file')
    await approveNext(page)
    await expect(page.getByText('It is there.')).toBeVisible()
    await ask(page, 'Now change everything')
    for (let step = 0; step < 3; step++) {
      await readToEnd(page)
      await page.locator('[data-dock] [data-action="primary"]').click()
      await expect(page.locator('[data-stage="succeeded"]')).toHaveCount(2 + step)
    }
    await expect(page.getByText('All of it is done.')).toBeVisible()
    const line = page.getByTestId('changes-line').last()
    await expect(line).toContainText('3')
    await line.getByRole('button').click()
    const review = page.locator('aside, [role="dialog"]').getByRole('tabpanel')
    await expect(review.getByRole('listitem')).toHaveCount(3)
    const passages = review.locator('[data-passage]')
    await expect(passages).toHaveCount(2)
    await expect(passages.last()).toContainText('TWENTY-FIVE')
    const violations = await page.evaluate(async () => {
      const { axe } = window as unknown as { axe: typeof Axe }
      return (await axe.run({ exclude: ['iframe'] }, { resultTypes: ['violations'] })).violations.map(({ id }) => id)
    })
    expect(violations).toEqual([])
    if (process.env['E2E_LOOK']) await page.screenshot({ path: `e2e/out/review-${width}.png`, animations: 'disabled' })

    await passages.last().getByRole('button').click()
    await expect(passages).toHaveCount(1)
    await expect(passages).toContainText('TWO')
    await review.getByRole('listitem').last().getByRole('button').click()
    await review.locator('[data-action="take-file-back"]').click()
    await expect(review.getByRole('listitem')).toHaveCount(2)
    await review.locator('[data-action="take-all-back"]').click()
    await expect(review.getByRole('listitem')).toHaveCount(0)
    await expect(review).toContainText(/Nothing is left|已不复存在/)
    await openSide(page, 'files')
    for (const name of ['long.txt', 'index.tsx', 'App.tsx']) await expect(page.getByText(name, { exact: true })).toBeVisible()
    await expect(page.getByText('new.txt', { exact: true })).toHaveCount(0)
  })
