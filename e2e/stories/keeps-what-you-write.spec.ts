import type { Page } from '@playwright/test'
import { test } from './support/scripted-studio.ts'
import { answers, approveNext, ask, call, composer, expect } from './support/studio.ts'

const newConversation = (page: Page) => page.getByRole('button', { name: 'New conversation', exact: true }).first().click()

test('a draft is there again after another conversation and after a reload, and gone once it is sent', async ({
  page,
  begin,
}) => {
  await begin(() => ({ text: 'Fine.' }))
  await ask(page, 'First')
  await expect(answers(page).last()).toContainText('Fine.')
  const first = page.url()
  await composer(page).fill('half a question')
  await newConversation(page)
  await expect(composer(page)).toHaveValue('')
  await composer(page).fill('another one')
  await page.goto(first)
  await expect(composer(page)).toHaveValue('half a question')
  await page.reload()
  await expect(composer(page)).toHaveValue('half a question')
  await composer(page).press('Enter')
  await expect(answers(page)).toHaveCount(2)
  await expect(answers(page).last()).toContainText('Fine.')
  await expect(page.locator('[data-action="stop-answer"]')).toHaveCount(0)
  await page.reload()
  await expect(answers(page)).toHaveCount(2)
  await expect(composer(page)).toHaveValue('')
})

test('answering again after a turn of several steps begins at its first step, and the former one is kept', async ({
  page,
  begin,
}) => {
  await begin((_, turn) =>
    turn === 1
      ? { text: call('browser_js_eval', { code: '6 * 7' }) }
      : { text: turn === 2 ? 'It is 42.' : 'Without a tool: 42.' },
  )
  await ask(page, 'Compute')
  await approveNext(page)
  await expect(answers(page).last()).toContainText('It is 42.')
  await answers(page).last().getByRole('button', { name: 'Answer again' }).click()
  await expect(answers(page).last()).toContainText('Without a tool: 42.')
  await expect(answers(page)).toHaveCount(1)
  await expect(page.locator('[data-call-key]')).toHaveCount(0)
  await answers(page).last().getByRole('button', { name: 'Previous version' }).click()
  await expect(answers(page).last()).toContainText('It is 42.')
  await expect(page.locator('[data-call-key]')).toHaveCount(1)
  await answers(page).last().getByRole('button', { name: 'Next version' }).click()
  await expect(answers(page).last()).toContainText('Without a tool')
})

test('the composer is as high as its words need, also when it becomes wider', async ({ page, begin }) => {
  await page.setViewportSize({ width: 420, height: 800 })
  await begin(() => ({ text: 'Fine.' }))
  const height = async () => (await composer(page).boundingBox())?.height ?? 0
  const empty = await height()
  await composer(page).fill('many words that do not fit into one line of a phone '.repeat(3))
  const narrow = await height()
  expect(narrow).toBeGreaterThan(empty * 2)
  await page.setViewportSize({ width: 1360, height: 800 })
  await expect.poll(height).toBeLessThan(narrow)
  await page.setViewportSize({ width: 390, height: 844 })
  await composer(page).fill('')
  await expect.poll(async () => (await page.locator('form').last().boundingBox())?.height ?? 0).toBeLessThan(844 / 7)
})

test('renaming begins in the name', async ({ page, begin }) => {
  await begin(() => ({ text: 'Fine.' }))
  await ask(page, 'First')
  await expect(answers(page).last()).toContainText('Fine.')
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
  await page.keyboard.type('Renamed')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('navigation').getByText('Renamed', { exact: true })).toBeVisible()
})
