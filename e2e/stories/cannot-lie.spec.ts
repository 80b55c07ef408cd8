import type { Page } from '@playwright/test'
import { test } from './support/scripted-studio.ts'
import {
  answers,
  ask,
  call,
  calm,
  cards,
  composer,
  expect,
  primary,
  readToEnd,
  waitingCard,
  waitingLines,
} from './support/studio.ts'

const evaluate = (code: string, more: object = {}, id = 'call_1') => call('browser_js_eval', { code, ...more }, id)
const together = (...texts: readonly string[]) =>
  JSON.stringify({ tool_calls: texts.flatMap((text) => JSON.parse(text).tool_calls) })
const numbered = (count: number) => Array.from({ length: count }, (_, index) => evaluate(`${index} + 100`, {}, `c${index}`))
const ran = (page: Page) => page.locator('[data-stage="succeeded"]')

/** The middle of the main button, where a finger rests. */
async function middleOfPrimary(page: Page): Promise<{ readonly x: number; readonly y: number }> {
  const box = await primary(waitingCard(page)).boundingBox()
  if (!box) throw new Error('There is no main button.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

test('code behind 160 blanks is on screen and flagged before it can be run, and the card says what it did', async ({
  page,
  begin,
}) => {
  const code = `1 + 1${' '.repeat(160)}; await files.delete('/src/App.tsx')`
  await begin((_, turn) => ({ text: turn === 1 ? evaluate(code, { use_files: true }) : 'Two.' }))
  await ask(page, 'Add')
  const card = waitingCard(page)
  await expect(card.locator('[data-hidden-sign]').first()).toHaveText('␣×160')
  await expect(card.getByTestId('hides')).toContainText('long runs of blanks')
  await expect(card.locator('[data-row]').getByText('delete', { exact: true })).toBeInViewport()
  await expect(card.getByTestId('effects-before')).toHaveText(
    'may read files · may write files · deletes /src/App.tsx · no network',
  )
  await expect(card).not.toContainText('It deletes files.')
  await primary(card).click()
  await expect(answers(page).last()).toContainText('Two.')
  const receipt = cards(page).getByTestId('receipt')
  await expect(cards(page).locator('button[aria-expanded="false"]'), 'the card is folded').toBeVisible()
  await expect(receipt).toContainText('deleted /src/App.tsx')
  await page.getByRole('button', { name: 'Show files' }).click()
  const files = page.getByRole('complementary', { name: 'Files' })
  await expect(files.getByText('src', { exact: true })).toBeVisible()
  await expect(files.getByText('App.tsx', { exact: true })).toHaveCount(0)
  await receipt.getByRole('button', { name: 'Undo' }).click()
  await expect(files.getByText('App.tsx', { exact: true })).toBeVisible()
})

test('51 lines: what was not on screen is counted, and nothing runs before the end was', async ({ page, begin }) => {
  const code = `${Array.from({ length: 50 }, (_, line) => `const y${line} = ${line}`).join('\n')}\ny49`
  await begin((_, turn) => ({ text: turn === 1 ? evaluate(code) : 'Seen.' }))
  await page.setViewportSize({ width: 900, height: 600 })
  await ask(page, 'Compute')
  const button = primary(waitingCard(page))
  await expect(button).toHaveText(/^Read on\d+ lines unseen/)
  await expect(waitingCard(page).locator('[data-action="allow"]')).toBeDisabled()
  await expect(waitingCard(page).locator('[data-action="edit"]')).toBeDisabled()
  const unseen = async () => Number(/(\d+) lines? unseen/.exec((await button.textContent()) ?? '')?.[1] ?? 0)
  const below = () =>
    waitingCard(page).evaluate((card) => {
      const edge = card.querySelector('[data-card-body]')?.getBoundingClientRect().bottom ?? 0
      return [...card.querySelectorAll('[data-row]')].filter((row) => row.getBoundingClientRect().bottom > edge + 1).length
    })
  // It is counted anew while the card takes its place; the button may have taken the room of a line or two since.
  await expect(async () => {
    const [counted, hidden] = [await unseen(), await below()]
    expect(counted).toBeLessThanOrEqual(hidden)
    expect(counted).toBeGreaterThanOrEqual(hidden - 3)
  }).toPass()
  const before = await unseen()
  await expect(calm(page)).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect.poll(unseen).toBeLessThan(before)
  await expect(ran(page)).toHaveCount(0)
  await readToEnd(page)
  await expect(waitingCard(page).locator('[data-row]').last()).toBeInViewport({ ratio: 1 })
  await button.click()
  await expect(answers(page).last()).toContainText('Seen.')
})

test('of five calls one at a time stands above the composer, whole, and the keys are for it alone', async ({ page, begin }) => {
  await begin((_, turn) => ({ text: turn === 1 ? together(...numbered(5)) : 'All.' }))
  for (const width of [1360, 390]) {
    await page.setViewportSize({ width, height: 700 })
    if (width === 1360) await ask(page, 'Five')
    await expect(waitingLines(page)).toHaveCount(5)
    await expect(waitingCard(page)).toHaveCount(1)
    await expect(waitingCard(page)).toBeInViewport({ ratio: 1 })
    for (const action of ['primary', 'edit', 'reject']) {
      await expect(waitingCard(page).locator(`[data-action="${action}"]`)).toBeInViewport({ ratio: 1 })
    }
    await expect(composer(page)).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  await expect(page.getByTestId('dock-place')).toHaveText('1 of 5')
  await page.getByRole('button', { name: 'Next waiting call' }).click()
  await expect(page.getByTestId('dock-place')).toHaveText('2 of 5')
  await expect(waitingCard(page)).toContainText('1 + 100')
  await expect(calm(page)).toBeVisible()
  await composer(page).focus()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByTestId('dock-place'), 'the one behind it takes its place').toHaveText('2 of 4')
  await expect(waitingCard(page)).toContainText('2 + 100')
  await expect(page.locator('[data-stage="queued"]')).toHaveCount(1)
  await expect(calm(page)).toBeVisible()
  await page.keyboard.press('Control+Shift+Enter')
  await expect(page.locator('[data-group-bar]')).toContainText('Call 4 was not read to its end')
  await expect(waitingCard(page)).toContainText('3 + 100')
  await expect(ran(page)).toHaveCount(0)
})

test('eight hasty clicks run one call and not seven', async ({ page, begin }) => {
  await begin((_, turn) => ({ text: turn === 1 ? together(...numbered(8)) : 'All.' }))
  await ask(page, 'Eight')
  await expect(waitingLines(page)).toHaveCount(8)
  await expect(calm(page)).toBeVisible()
  const { x, y } = await middleOfPrimary(page)
  await page.mouse.move(x, y)
  await page.evaluate(
    ({ x: left, y: top }) =>
      new Promise<void>((resolve) => {
        let [clicks, last] = [0, performance.now()]
        const timer = setInterval(() => {
          // On a busy machine a timer may be late by more than the pause of the card: a press after that is not hasty, and is not made.
          const isLate = clicks > 0 && performance.now() - last > 300
          if (!isLate) {
            last = performance.now()
            const target = document.elementFromPoint(left, top)
            target?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
            target?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }))
            clicks += 1
          }
          if (clicks < 8 && !isLate) return
          clearInterval(timer)
          resolve()
        }, 80)
      }),
    { x, y },
  )
  await expect(ran(page)).toHaveCount(1)
  await expect(waitingLines(page)).toHaveCount(7)
})

test('a held Ctrl+Enter and a double Enter approve one call of six', async ({ page, begin }) => {
  await begin((_, turn) => ({ text: turn === 1 ? together(...numbered(6)) : 'All.' }))
  await ask(page, 'Six')
  await expect(waitingLines(page)).toHaveCount(6)
  await expect(calm(page)).toBeVisible()
  await page.keyboard.down('Control')
  for (let times = 0; times < 30; times++) await page.keyboard.down('Enter')
  await expect(ran(page)).toHaveCount(1)
  for (let times = 0; times < 30; times++) await page.keyboard.down('Enter')
  await expect(calm(page)).toBeVisible()
  for (let times = 0; times < 30; times++) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await page.keyboard.up('Control')
  await expect(waitingLines(page)).toHaveCount(5)

  await primary(waitingCard(page)).focus()
  await expect(calm(page)).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(ran(page)).toHaveCount(2)
  await expect(waitingLines(page)).toHaveCount(4)
})

test('a card that changes under the finger is not approved by it', async ({ page, begin }) => {
  await begin((_, turn) => ({ text: turn === 1 ? together(...numbered(2)) : 'All.' }))
  await ask(page, 'Two')
  await expect(calm(page)).toBeVisible()
  const { x, y } = await middleOfPrimary(page)
  await page.evaluate(
    async ({ x: left, y: top }) => {
      document.querySelector<HTMLElement>('[data-step="next"]')?.click()
      await new Promise((resolve) => setTimeout(resolve, 100))
      document.elementFromPoint(left, top)?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }))
    },
    { x, y },
  )
  await expect(waitingCard(page)).toContainText('1 + 100')
  await expect(calm(page)).toBeVisible()
  await expect(page.locator('[data-stage="queued"], [data-stage="running"], [data-stage="succeeded"]')).toHaveCount(0)
  await expect(waitingLines(page)).toHaveCount(2)
})

test('a lone carriage return ends a comment on the card as it does in the engine', async ({ page, begin }) => {
  await begin((_, turn) => ({ text: turn === 1 ? evaluate('6*7 // sum\r;console.log("evil \u202e ran")') : 'Done.' }))
  await ask(page, 'Multiply')
  const rows = waitingCard(page).locator('.parley-code-line')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(0).locator('[data-hidden-sign]')).toHaveText('U+000D')
  await expect(rows.nth(1)).toContainText('console')
  await expect(rows.nth(1).locator('[data-hidden-sign]')).toHaveText('U+202E')
  await expect(rows.nth(1).locator('.text-code-note')).toHaveCount(0)
  await expect(rows.nth(1).locator('.text-code-name').first()).toBeVisible()
})

test('a path with a character that cannot be seen shows it, wherever it stands', async ({ page, begin }) => {
  await begin((_, turn) => ({ text: turn === 1 ? call('read_file', { path: '/src/App\u3164.tsx' }) : 'Read.' }))
  await ask(page, 'Read')
  await expect(waitingLines(page).locator('[data-hidden-sign]')).toHaveText('U+3164')
  await expect(waitingCard(page).locator('p [data-hidden-sign]').first()).toHaveText('U+3164')
  await expect(waitingCard(page).locator('td [data-hidden-sign]').first()).toHaveText('U+3164')
  const [whole, value] = await Promise.all(['table', 'td'].map((name) => waitingCard(page).locator(name).first().boundingBox()))
  expect((value?.width ?? 0) / (whole?.width ?? 1), 'a value has the room of the table').toBeGreaterThan(0.7)
})
