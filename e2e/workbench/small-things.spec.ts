import type { Locator, Page } from '@playwright/test'
import { test } from '../stories/support/scripted-studio.ts'
import { innerTabs, openSide } from '../stories/support/side.ts'
import { answers, ask, call, cards, composer, expect, primary, readToEnd, waitingCard } from '../stories/support/studio.ts'

/** From the first pixel to the last, where it is drawn. */
const heightOf = async (page: Page, place: string): Promise<number> => (await page.locator(place).boundingBox())?.height ?? 0

const middleOf = async (place: Locator): Promise<number> => {
  const box = await place.boundingBox()
  return (box?.y ?? 0) + (box?.height ?? 0) / 2
}

test('an answer shows what was written: thin spaces, water, and the notes below it', async ({ page, begin }) => {
  await begin(() => ({ text: 'A space: a\\,b. Water is H~2~O.[^1]\n\nMore.\n\n[^1]: Mostly.\n[^none]: Nobody asks.\n' }))
  await ask(page, 'Show')
  const answer = answers(page).last()
  for (const words of ['a\\,b', 'H~2~O', 'Mostly.', 'Nobody asks.']) await expect(answer).toContainText(words)
  await expect(answer.locator('del')).toHaveCount(0)
})

test('while a model thinks, its newest words begin with a word', async ({ page, begin }) => {
  const thought = 'reconsider '.repeat(160)
  await begin(() => ({ text: `<think>${thought}</think>Done.`, pieces: 7, pace: 10 }))
  await ask(page, 'Think')
  const newest = page.locator('[data-role="assistant"] .line-clamp-2')
  await expect(newest).toContainText('… ')
  const begun = new Set<string>()
  for (let times = 0; times < 20 && (await newest.isVisible()); times++)
    begun.add((await newest.textContent())?.replace('… ', '').split(' ')[0] ?? '')
  expect([...begun]).toEqual(['reconsider'])
  await expect(answers(page).last()).toContainText('Done.')
})

test('the values of a call have the room of its card, and a small file is counted in words that fit', async ({ page, begin }) => {
  await begin((_, turn) => ({ text: turn === 1 ? call('write_file', { path: '/a.txt', content: 'x' }) : 'Written.' }))
  await ask(page, 'Write')
  await readToEnd(page)
  await waitingCard(page).getByText('Technical details').click()
  const table = waitingCard(page).getByRole('table')
  const width = async (place: string) => (await table.locator(place).first().boundingBox())?.width ?? 0
  expect(await width('td')).toBeGreaterThan(0.7 * ((await table.boundingBox())?.width ?? 0))
  // What was opened is read to its end, too.
  await readToEnd(page)
  await primary(waitingCard(page)).click()
  await expect(answers(page).last()).toContainText('Written.')
  await openSide(page, 'files')
  await expect(page.getByRole('treeitem', { name: /^a\.txt/ })).toContainText('1 B')
  await expect(page.getByText('1 bytes')).toHaveCount(0)
})

test('who wrote it shows a file line by line, and what the page put there is by nobody here', async ({ page, begin }) => {
  await begin(() => ({ text: '' }))
  await openSide(page, 'files')
  await page.getByRole('treeitem', { name: /^App\.tsx/ }).click()
  await innerTabs(page).filter({ hasText: 'Who wrote it' }).click()
  const passage = page.getByRole('tabpanel').getByRole('listitem').first()
  await expect(passage).toContainText('by Parley')
  const lines = await passage.locator('pre').evaluate((pre) => (pre.textContent ?? '').split('\n').length)
  expect(lines).toBeGreaterThan(3)
  // Each line of 20 pixels, and a bar to scroll along it.
  expect(await heightOf(page, 'li pre')).toBeLessThan(lines * 20 + 20)
})

test('on a phone the composer leaves five sixths of the screen to the conversation, also once tokens are counted', async ({
  page,
  begin,
}) => {
  await page.setViewportSize({ width: 390, height: 700 })
  await begin(() => ({ text: 'Fine.', usage: { prompt_tokens: 9, completion_tokens: 1 } }))
  const bar = 'form:has(textarea[data-composer])'
  const before = await heightOf(page, bar)
  expect(before).toBeLessThan(700 / 6)
  await ask(page, 'Hello')
  await expect(page.getByTestId('context-ring')).toBeVisible()
  await expect(page.locator('[data-action="stop-answer"]')).toHaveCount(0)
  expect(await heightOf(page, bar), 'nothing moves when the ring comes').toBe(before)
})

test('what is written while a call waits goes behind what is already in line', async ({ page, begin }) => {
  const { upstream } = await begin(({ messages }, turn) =>
    turn === 1
      ? { text: `${'Let me see. '.repeat(30)}${call('browser_js_eval', { code: '6 * 7' })}`, pieces: 6, pace: 15 }
      : { text: `Heard ${messages.at(-1)?.content.slice(0, 6)}.` },
  )
  await ask(page, 'Compute')
  await expect(answers(page).last()).toContainText('Let me see.')
  await composer(page).fill('Second')
  await composer(page).press('Enter')
  const line = page.getByTestId('queue').getByRole('listitem')
  await expect(line).toHaveCount(1)
  await expect(waitingCard(page)).toBeVisible()
  await composer(page).fill('Third')
  await composer(page).press('Enter')
  await expect(line).toHaveCount(2)
  await expect(waitingCard(page), 'the call still waits').toBeVisible()
  await readToEnd(page)
  await primary(waitingCard(page)).click()
  await expect(answers(page).last()).toContainText('Heard Third.')
  const said = upstream.requests.at(-1)?.messages.filter(({ role }) => role === 'user') ?? []
  expect(said.slice(-2).map(({ content }) => content)).toEqual(['Second', 'Third'])
})

test('a chart is dark in the dark and whole beside the side, whose names stand as high as the title', async ({ page, begin }) => {
  const code = "show(Plot.dot([{ x: 1, y: 2 }, { x: 2, y: 1 }], { x: 'x', y: 'y' }).plot(), { title: 'Dots' })"
  await begin((_, turn) => ({ text: turn === 1 ? call('browser_js_eval', { code }) : 'Drawn.' }), { theme: 'dark' })
  await page.setViewportSize({ width: 1360, height: 860 })
  await ask(page, 'Plot')
  await readToEnd(page)
  await primary(waitingCard(page)).click()
  await expect(answers(page).last()).toContainText('Drawn.')
  const chart = cards(page).last().getByTestId('chart').locator('img')
  await expect(chart).toBeVisible()
  expect(await chart.evaluate((image) => getComputedStyle(image).filter)).toContain('invert')
  expect(await chart.evaluate((image) => getComputedStyle(image.parentElement ?? image).backgroundColor)).toBe('rgb(27, 27, 27)')
  await expect(composer(page)).toHaveAttribute('placeholder', /command$/)
  await openSide(page, 'files')
  await expect(composer(page), 'it says less, and nothing torn').toHaveAttribute('placeholder', /done$/)
  const hidden = await chart.evaluate(({ parentElement: place }) => (place ? place.scrollWidth - place.clientWidth : NaN))
  expect(hidden, 'beside an open side a chart is smaller, and whole').toBe(0)
  const title = await middleOf(page.getByRole('banner').getByText('Plot', { exact: true }))
  expect(Math.abs((await middleOf(page.locator('[data-tab="changes"]'))) - title)).toBeLessThanOrEqual(1.5)
})
