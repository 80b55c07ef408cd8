import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { drop } from '../stories/support/drop.ts'
import { test } from '../stories/support/scripted-studio.ts'
import { answers, ask, composer, expect } from '../stories/support/studio.ts'

/** As the browser tells a page of what was on the clipboard: a picture, and perhaps the words that it shows. */
const paste = (page: Page, name: string, words?: string) =>
  composer(page).evaluate(
    async (element, [fileName, text]) => {
      const canvas = new OffscreenCanvas(40, 30)
      canvas.getContext('2d')?.fillRect(5, 5, 10, 10)
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File([await canvas.convertToBlob()], fileName ?? '', { type: 'image/png' }))
      if (text !== undefined) clipboardData.setData('text/plain', text)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    [name, words],
  )

test('what was attached, pasted and dropped is there after a reload, goes with the message and is shown in it', async ({
  page,
  begin,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-drop-'))
  try {
    mkdirSync(join(folder, 'src'))
    writeFileSync(join(folder, 'src', 'a.ts'), 'export {}')
    const { upstream } = await begin(() => ({ text: 'Seen.' }))
    await page.getByTestId('attach').click()
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('menuitem', { name: /^File/ }).click()
    await (await chooser).setFiles({ name: 'sales.csv', mimeType: 'text/csv', buffer: Buffer.from('month,sum\nMay,7\n') })
    const chips = page.getByTestId('attachments').getByRole('listitem')
    await expect(chips).toHaveText([/^sales\.csv16 B/])
    const news = page.getByTestId('attached-news')
    await expect(news, 'who does not see the chip hears of it').toHaveText('Attached: sales.csv')
    await paste(page, 'image.png')
    await expect(chips).toHaveCount(2)
    await drop(page.locator('main'), [join(folder, 'src')])
    await expect(chips).toHaveText([/^sales/, /^pasted-\d{8}-\d{6}\.png/, /^src\/1 file/])
    await paste(page, 'table.png', 'the words of the table')

    await page.reload()
    await expect(chips).toHaveText([/^sales/, /^pasted-/, /^src/])
    await expect(chips.nth(1).locator('img')).toHaveJSProperty('naturalWidth', 40)
    await composer(page).press('Backspace')
    await expect(chips).toHaveCount(2)
    await expect(news).toHaveText('Left out: src/')
    const sight = page.getByTestId('sight')
    await expect(sight).toContainText('Nobody said whether scripted sees pictures')
    await sight.getByRole('button', { name: 'It does not see' }).click()
    await expect(sight).toContainText('scripted does not see pictures')
    await ask(page, 'First')
    await expect(answers(page)).toHaveCount(1)
    await expect(chips).toHaveCount(0)
    const blind = JSON.stringify(upstream.requests.at(-1)?.messages.at(-1))
    expect(blind).toContain('[Attached: sales.csv, from /sales.csv]\\nmonth,sum\\nMay,7')
    expect(blind).toContain('A picture that you cannot see')
    expect(blind).not.toContain('base64')

    // A picture needs no words.
    await paste(page, 'image.png')
    await sight.getByRole('button', { name: 'It sees' }).click()
    await expect(sight).toHaveCount(0)
    await composer(page).press('Enter')
    await expect(answers(page)).toHaveCount(2)
    expect(JSON.stringify(upstream.requests.at(-1)?.messages.at(-1))).toContain('data:image/png;base64,')
    const said = page.locator('[data-role="user"]')
    await expect(said.last().locator('img')).toHaveJSProperty('naturalWidth', 40)

    // What somebody writes again and again is at hand, and waits behind what stands in the field already.
    await composer(page).fill('Dear model,')
    await page.getByTestId('attach').click()
    await page.getByRole('menuitem', { name: 'Your prompts…' }).click()
    await page.getByRole('button', { name: 'New prompt' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Short')
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Be short.')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByTestId('prompts').getByText('Be short.').click()
    await expect(composer(page)).toHaveValue('Dear model,\nBe short.')
    await expect(composer(page)).toBeFocused()
    await composer(page).fill('')

    // Other words for the first message leave what went with it.
    await said.first().hover()
    await said.first().getByRole('button', { name: 'Edit message' }).click()
    await expect(said.first().getByRole('textbox')).toHaveValue('First')
    await said.first().getByRole('textbox').fill('Better')
    await page.getByRole('button', { name: 'Send as a new version' }).click()
    await expect(answers(page)).toHaveCount(1)
    await expect.poll(() => JSON.stringify(upstream.requests.at(-1)?.messages.at(-1))).toMatch(/Better.*Attached: sales/)
    await expect(said.first().locator('summary').first()).toHaveText('sales.csv')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('what is written while an answer comes is in line: it goes by itself, also from elsewhere, and after a stop only when told', async ({
  page,
  begin,
}) => {
  let pace = 40
  const { upstream } = await begin(() => ({ text: 'word '.repeat(60), pieces: 5, pace }))
  const lastAsked = () => upstream.requests.at(-1)?.messages.at(-1)?.content
  await ask(page, 'Talk')
  await expect(answers(page).last()).toContainText('word')
  const line = page.getByTestId('queue').getByRole('listitem')
  const put = async (text: string) => {
    await composer(page).fill(text)
    await composer(page).press('Enter')
    await expect(composer(page)).toHaveValue('')
  }
  await put('one')
  await put('two')
  await put('three')
  await expect(line).toHaveText(['one', 'two', 'three'])
  await line.nth(1).getByRole('button', { name: 'Do not send' }).click()
  await line.nth(1).getByRole('button', { name: 'Edit' }).click()
  await expect(composer(page)).toHaveValue('three')
  await expect(composer(page)).toBeFocused()
  await put('three and a half')
  await expect(line).toHaveText(['one', 'three and a half'])

  const here = page.url()
  await page.getByRole('button', { name: 'New conversation', exact: true }).first().click()
  await expect(answers(page)).toHaveCount(0)
  await expect.poll(lastAsked).toBe('three and a half')
  pace = 100
  await page.goto(here)
  await expect(answers(page)).toHaveCount(3)

  await expect(page.locator('[data-action="stop-answer"]')).toHaveCount(0)
  await ask(page, 'On')
  await expect(answers(page)).toHaveCount(4)
  await expect(answers(page).last()).toContainText('word')
  await put('afterwards')
  await page.locator('[data-action="stop-answer"]').click()
  await expect(page.getByTestId('thread-notice')).toBeVisible()
  await expect(page.getByText('They wait, because the answer did not come to its end.')).toBeVisible()
  const stopped = page.url()
  await page.getByRole('button', { name: 'New conversation', exact: true }).first().click()
  await expect(answers(page)).toHaveCount(0)
  await page.reload()
  await expect(page.getByTestId('in-line'), 'the list says that something waits there').toContainText('1 message in line')
  await page.goto(stopped)
  await expect(line).toHaveText(['afterwards'])
  expect(lastAsked()).toBe('On')
  await line.getByRole('button', { name: 'Send now' }).click()
  await expect.poll(lastAsked).toBe('afterwards')
  await expect(line).toHaveCount(0)
  await expect(page.getByTestId('in-line')).toHaveCount(0)
})
