import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type * as Axe from 'axe-core'
import { LONG } from '../harness/is-long.ts'
import { test } from '../stories/support/scripted-studio.ts'
import { answers, call, calm, composer, expect, waitingCard } from '../stories/support/studio.ts'

const violations = (page: Page) =>
  page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof Axe }
    return (await axe.run({ exclude: ['iframe'] }, { resultTypes: ['violations'] })).violations.map(({ id }) => id)
  })

/** With axe, and with a prompt that was kept before. */
const prepare = (page: Page) =>
  Promise.all([
    page.addInitScript({ path: createRequire(import.meta.url).resolve('axe-core/axe.min.js') }),
    page.addInitScript(() => {
      localStorage.setItem('parley-prompts', JSON.stringify([{ id: 'p1', name: 'Brief', text: 'Be brief.\nUse words.' }]))
    }),
  ])

const list = (page: Page) => page.getByTestId('completion')
const options = (page: Page) => list(page).getByRole('option')

/** Types until the list is there: it is fetched after the field. */
async function openList(page: Page, text: string): Promise<void> {
  await expect(async () => {
    await composer(page).fill('')
    await composer(page).pressSequentially(text)
    await expect(list(page)).toBeVisible({ timeout: 2000 })
  }).toPass()
}

test('files are named by @, prompts and commands by /, and whoever types a path or an address is not held up', async ({
  page,
  begin,
}) => {
  await prepare(page)
  const { upstream } = await begin((_, turn) =>
    turn === 3 ? { text: call('write_file', { path: '/new.txt', content: 'new' }) } : { text: `Answer ${turn}.` },
  )
  const field = composer(page)
  const said = page.locator('[data-role="user"]')
  await openList(page, 'Read @app')
  await expect(options(page)).toHaveText(['/src/App.tsx'])
  await expect(field).toHaveAttribute('aria-activedescendant', (await options(page).getAttribute('id')) ?? '')
  expect(await violations(page)).toEqual([])

  // Escape leaves what was typed, and the list away from this word; another one is another question.
  await field.press('Escape')
  await expect(list(page)).toHaveCount(0)
  await field.press('Backspace')
  await expect(field).toHaveValue('Read @ap')
  await expect(list(page)).toHaveCount(0)
  await field.press('Backspace')
  await field.press('Backspace')
  await field.press('Backspace')
  await field.pressSequentially('@app')
  await expect(options(page)).toHaveText(['/src/App.tsx'])
  await field.press('Tab')
  await expect(field).toHaveValue('Read /src/App.tsx ')
  await field.pressSequentially('and @')
  await expect(options(page)).toHaveText(['/src/App.tsx', '/src/index.tsx'])
  await options(page).nth(1).click()
  await expect(field).toHaveValue('Read /src/App.tsx and /src/index.tsx ')
  await expect(field).toBeFocused()
  await field.pressSequentially('for bob@src.tsx')
  await expect(list(page)).toHaveCount(0)
  await field.press('Enter')
  await expect(answers(page).last()).toContainText('Answer 1.')
  expect(JSON.stringify(upstream.requests.at(-1)?.messages.at(-1))).toContain(
    'Read /src/App.tsx and /src/index.tsx for bob@src.tsx',
  )
  await said.locator('[data-path="/src/index.tsx"]').click()
  await expect(page.getByTestId('preview')).toContainText('/src/index.tsx')

  // A path at the beginning goes as it was written.
  await field.pressSequentially('/src')
  await field.pressSequentially('/App.tsx')
  await expect(list(page)).toHaveCount(0)
  await field.press('Enter')
  await expect(said.last()).toContainText('/src/App.tsx')
  await expect(answers(page).last()).toContainText('Answer 2.')

  // A prompt is written, a command is done, and neither is sent.
  await openList(page, '/')
  await expect(options(page).first()).toContainText('Brief')
  await expect(options(page).nth(1)).toContainText('New conversation')
  expect(await violations(page)).toEqual([])
  await field.pressSequentially('brie')
  await expect(options(page)).toHaveCount(1)
  await field.press('Enter')
  await expect(field).toHaveValue('Be brief.\nUse words.')
  await openList(page, '/plan')
  await field.press('Enter')
  await expect(field).toHaveValue('')
  await expect(page.getByTestId('mode-chip')).toContainText('Plan')
  await openList(page, '/mode ask')
  await field.press('Enter')
  await expect(page.getByTestId('mode-chip')).toContainText('Ask')
  await expect(said).toHaveCount(2)

  // A call that waits stays in sight, and its keys are its own.
  await field.fill('Write')
  await field.press('Enter')
  await expect(calm(page)).toBeVisible()
  await openList(page, '@')
  const dock = await page.locator('[data-dock]').boundingBox()
  const open = await list(page).boundingBox()
  expect((dock?.y ?? 0) + (dock?.height ?? 0)).toBeLessThanOrEqual(open?.y ?? 0)
  await expect(waitingCard(page).locator('[data-action="primary"]')).toBeInViewport({ ratio: 1 })
  await field.fill('')
  await expect(list(page)).toHaveCount(0)
  // The card has moved with the list, and does not count a press until it has stood still.
  await expect(async () => {
    await field.press('Control+Backspace')
    await expect(waitingCard(page)).toHaveCount(0, { timeout: 2000 })
  }).toPass()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

  test('files and prompts are taken by touch, in Chinese and in the dark', LONG, async ({ page, begin }) => {
    await prepare(page)
    await begin(() => ({ text: 'Seen.' }), { language: 'zh', theme: 'dark' })
    await openList(page, '看看@')
    expect(await violations(page)).toEqual([])
    await options(page).first().tap()
    await expect(composer(page)).toHaveValue('看看 /src/App.tsx ')
    await expect(composer(page)).toBeFocused()
    // With Chinese punctuation the key of the slash writes another sign.
    await openList(page, '、')
    await expect(list(page)).toContainText('新对话')
    expect(await violations(page)).toEqual([])
    await options(page).first().tap()
    await expect(composer(page)).toHaveValue('Be brief.\nUse words.')
  })
})
