import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { drop } from './support/drop.ts'
import { test } from './support/scripted-studio.ts'
import { answers, approveNext, ask, call, composer, expect } from './support/studio.ts'

const newConversation = (page: Page) => page.getByRole('button', { name: 'New conversation', exact: true }).first().click()

/** As the browser tells a page of what was on the clipboard. */
const paste = (page: Page, name: string, type: string, text?: string) =>
  composer(page).evaluate(
    (element, [fileName, fileType, words]) => {
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File(['pixels'], fileName ?? '', { type: fileType ?? '' }))
      if (words !== undefined) clipboardData.setData('text/plain', words)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    [name, type, text],
  )

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

test('files dropped on the conversation or pasted into the composer are in its files, and the page says so', async ({
  page,
  begin,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-drop-'))
  try {
    writeFileSync(join(folder, 'sales.csv'), 'a,b')
    await begin(() => ({ text: 'Fine.' }))
    await drop(page.locator('main'), [join(folder, 'sales.csv')])
    const note = page.getByRole('status').filter({ hasText: 'now in the files' })
    await expect(note).toContainText('sales.csv')
    await paste(page, 'image.png', 'image/png')
    await expect(note).toContainText(/pasted-\d{8}-\d{6}\.png/)
    await paste(page, 'table.png', 'image/png', 'the words of the table')
    await note.getByRole('button', { name: 'Show files' }).click()
    const panel = page.getByRole('complementary', { name: 'Files' })
    await expect(panel.getByText('sales.csv', { exact: true })).toBeVisible()
    await expect(panel.getByText(/^pasted-.*png$/)).toBeVisible()
    await expect(panel.getByText('table.png')).toHaveCount(0)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('Enter while an answer is coming says why nothing is sent', async ({ page, begin }) => {
  await begin(() => ({ text: 'word '.repeat(400), pieces: 5, pace: 100 }))
  await ask(page, 'Talk')
  await expect(answers(page).last()).toContainText('word')
  await composer(page).fill('Next question')
  await composer(page).press('Enter')
  const why = page.getByRole('status').filter({ hasText: 'The answer is still coming' })
  await expect(why).toBeVisible()
  await page.locator('[data-action="stop-answer"]').click()
  await expect(why).toHaveCount(0)
  await expect(composer(page)).toHaveValue('Next question')
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
