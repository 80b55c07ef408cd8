import type { Locator } from '@playwright/test'
import { looks } from '../harness/is-long.ts'
import { test } from '../stories/support/scripted-studio.ts'
import { approveNext, ask, call, cards, expect, stepsLine, waitingCard } from '../stories/support/studio.ts'

const LONG = Array.from({ length: 60 }, (_, index) => `Line ${index} of what came of it.`).join('\n\n')

const ANSWERS = [
  call('write_file', { path: '/new.txt', content: 'new' }),
  call('delete_file', { path: '/src/index.tsx' }),
  call('read_file', { path: '/missing.txt' }),
  call('browser_js_eval', { code: "show('# A plan'); return 7" }),
  LONG,
  call('write_file', { path: '/one.txt', content: 'one' }),
  call('write_file', { path: '/two.txt', content: 'two' }),
  'Both are there.',
]

const LINES = {
  en: [/^Wrote 1, deleted 1, ran 1, failed 1 — [\d.,]+ s$/, 'Undo', /^Wrote 2 — /],
  zh: [/^写入 1 次、删除 1 次、运行 1 次、失败 1 次，用时 [\d.,]+ 秒$/, '撤销', /^写入 2 次，/],
  de: [/^1 geschrieben, 1 gelöscht, 1 ausgeführt, 1 fehlgeschlagen — [\d.,]+ s$/, 'Rückgängig', /^2 geschrieben — /],
} as const

const topOf = async (place: Locator) => Math.round((await place.boundingBox())?.y ?? Number.NaN)

/** Where it stands once nothing moves it any more: what comes late is drawn late. */
async function standsAt(place: Locator): Promise<number> {
  const seen: number[] = []
  await expect.poll(async () => seen.push(await topOf(place)) > 1 && seen.at(-1) === seen.at(-2)).toBe(true)
  return seen.at(-1) ?? Number.NaN
}

for (const { width, language, theme } of looks([
  { width: 1360, language: 'en', theme: 'light' },
  { width: 390, language: 'zh', theme: 'dark' },
  { width: 390, language: 'de', theme: 'light' },
] as const))
  test(`a finished turn folds to one line, which hides nothing that somebody must see (${language}, ${width} px)`, async ({
    page,
    begin,
  }) => {
    const [counts, undo, second] = LINES[language]
    await page.setViewportSize({ width, height: 800 })
    await begin((_, turn) => ({ text: ANSWERS[turn - 1] ?? '' }), { language, theme })
    await ask(page, 'Tidy up')
    for (let step = 0; step < 4; step++) {
      await approveNext(page)
      await expect(cards(page).and(page.locator('[data-stage="succeeded"], [data-stage="failed"]'))).toHaveCount(step + 1)
    }
    const line = stepsLine(page).first()
    await expect(line).toHaveText(counts)
    await expect(line).toHaveAttribute('aria-expanded', 'false')
    // The last words and what was shown are in sight, the cards are not; what was deleted can be brought back.
    const [written, deleted, failed, showing] = [0, 1, 2, 3].map((at) => cards(page).nth(at)) as [
      Locator,
      Locator,
      Locator,
      Locator,
    ]
    await expect(page.getByText('Line 59 of what came of it.')).toBeVisible()
    await expect(showing).toBeVisible()
    for (const card of [written, deleted, failed]) await expect(card).toBeHidden()
    await expect.poll(async () => (await topOf(showing)) - (await topOf(line))).toBeLessThan(120)
    const receipt = page.getByTestId('steps-line').getByTestId('receipt')
    await expect(receipt).toContainText('/src/index.tsx')
    await receipt.getByRole('button', { name: undo }).click()
    await expect(receipt.getByRole('status')).toBeVisible()

    // Keys open and close it; the line stays where it is, and on paper everything is there.
    await line.press('Enter')
    await expect(line).toHaveAttribute('aria-expanded', 'true')
    for (const card of [written, deleted, failed]) await expect(card).toBeVisible()
    const open = await standsAt(line)
    await line.press('Space')
    await expect(written).toBeHidden()
    expect(await standsAt(line)).toBe(open)
    await page.emulateMedia({ media: 'print' })
    await expect(written).toBeVisible()
    await page.emulateMedia({ media: 'screen' })

    // After a reload it is folded, and who is led to one of its steps finds it open.
    await page.reload()
    await expect(line).toHaveText(counts)
    await expect(written).toBeHidden()
    const sought = await page.locator('[data-role="assistant"]').nth(1).getAttribute('data-message-id')
    await page.evaluate((message) => (location.hash += `?${new URLSearchParams({ message: message ?? '', words: '' })}`), sought)
    await expect(deleted).toBeVisible()
    await expect(line).toHaveAttribute('aria-expanded', 'true')

    // Under the eyes of somebody who has opened a card nothing folds.
    await ask(page, 'Write two files')
    await approveNext(page)
    const opened = cards(page).filter({ hasText: '/one.txt' })
    await expect(opened).toHaveAttribute('data-stage', 'succeeded')
    await expect(waitingCard(page)).toContainText('/two.txt')
    await opened.locator(':scope > [aria-expanded]').click()
    await expect(opened).toHaveAttribute('data-opened')
    await approveNext(page)
    await expect(stepsLine(page)).toHaveCount(2)
    await expect(stepsLine(page).last()).toHaveText(second)
    await expect(stepsLine(page).last()).toHaveAttribute('aria-expanded', 'true')
    await expect(opened).toHaveAttribute('data-opened')
    await expect(opened).toBeVisible()

    // What is opened at the end of the page grows below the finger.
    await expect(page.getByTestId('changes-line')).toHaveCount(2)
    await expect(page.getByTestId('wrote')).toHaveCount(2)
    const end = stepsLine(page).last()
    await end.press('Enter')
    await expect(opened).toBeHidden()
    const folded = await standsAt(end)
    await end.press('Enter')
    await expect(opened).toBeVisible()
    await expect(opened).toHaveAttribute('data-opened')
    expect(await standsAt(end)).toBe(folded)
  })
