import { readFile } from 'node:fs/promises'
import { test } from '../stories/support/scripted-studio.ts'
import { answers, ask, composer, expect } from '../stories/support/studio.ts'

const isTitle = (content: string) => content.startsWith('Name the conversation')
const isSummary = (content: string) => content.startsWith('Below is the earlier part')
const sender = (uuid: string, who: string, text: string) => ({ uuid, sender: who, text })

test('a conversation is named, instructed, summed up and taken back, saved as pages, and others come in', async ({
  page,
  begin,
}) => {
  const { upstream } = await begin(
    ({ messages }) => {
      const last = messages.at(-1)?.content ?? ''
      if (isTitle(last)) return { text: '"Counting fruit."' }
      if (isSummary(last)) return { text: 'They count fruit; APPLES come first.' }
      const usage = { prompt_tokens: 1000, completion_tokens: 200 }
      return { text: `**Fine**, ${last.split('\n').at(-1)}`, usage }
    },
    { titles: true },
  )
  const menu = async (choice: string) => {
    await page.getByTestId('talk-menu').click()
    await page.getByRole('menuitem', { name: choice }).click()
  }
  const told = () => JSON.stringify(upstream.requests.at(-1)?.messages)

  await page.getByRole('button', { name: 'Show files' }).click()
  await page.getByRole('complementary', { name: 'Files' }).getByRole('button', { name: 'New file' }).click()
  await page.getByLabel('Path of the new file').fill('/shared/AGENTS.md')
  await page.keyboard.press('Enter')
  await menu('Instructions…')
  await page.getByLabel(/^System prompt of this conversation/).fill('Count like a pirate.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByTestId('instructions')).toContainText('Own instructions')

  await menu('Prompts…')
  await page.getByRole('button', { name: 'New prompt' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Count')
  await page.getByLabel('Text', { exact: true }).fill('Count the apples')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByTestId('prompts').getByText('Count the apples').click()
  await expect(composer(page)).toHaveValue('Count the apples')
  await composer(page).press('Enter')
  await expect(answers(page).last()).toContainText('Fine, Count the apples')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Counting fruit')
  const first = upstream.requests[0]?.messages[0]
  expect(first?.role).toBe('system')
  expect(first?.content).toContain('Count like a pirate.')
  for (const fruit of ['pears', 'plums']) {
    await ask(page, `Count the ${fruit}`)
    await expect(answers(page).last()).toContainText(`Fine, Count the ${fruit}`)
  }
  expect(upstream.requests.filter(({ messages }) => isTitle(messages.at(-1)?.content ?? ''))).toHaveLength(1)

  await menu('Summarise earlier messages')
  const summary = page.getByTestId('summary')
  await expect(summary).toContainText('Summarised: 2 messages')
  await expect(page.getByText('Count the apples')).toHaveCount(0)
  await ask(page, 'Count the figs')
  await expect(answers(page).last()).toContainText('Fine, Count the figs')
  expect(told()).toContain('APPLES come first')
  expect(told()).not.toContain('Count the apples')
  // A page that is left before an answer is over has only what had come of it.
  await expect(page.locator('[data-action="stop-answer"]')).toHaveCount(0)
  await page.reload()
  await summary.getByRole('button', { name: 'Show them' }).click()
  await expect(page.getByText('Fine, Count the apples')).toBeVisible()
  await summary.getByRole('button', { name: 'Undo' }).click()
  await expect(summary).toHaveCount(0)
  await ask(page, 'Count the limes')
  await expect(answers(page).last()).toContainText('Fine, Count the limes')
  expect(told()).toContain('Count the apples')
  expect(told()).not.toContain('APPLES come first')

  // On the server it is told what it was summed up to here, summed up further there, and told whole again.
  await menu('Summarise earlier messages')
  await expect(summary).toContainText('Summarised: 6 messages')
  await page.getByTestId('place-switch').click()
  await ask(page, 'Count the dates')
  await expect(answers(page).last()).toContainText('Fine, Count the dates')
  await expect(page.getByTestId('server-mark')).toHaveAttribute('data-mark', 'idle')
  expect(told()).toContain('APPLES come first')
  expect(told()).not.toContain('Count the apples')
  await expect(summary).toContainText('Summarised: 6 messages')
  await menu('Summarise earlier messages')
  await expect(summary).toContainText('Summarised: 8 messages')
  await page.reload()
  await ask(page, 'Count the kiwis')
  await expect(answers(page).last()).toContainText('Fine, Count the kiwis')
  for (const answer of [answers(page).last(), answers(page).filter({ hasText: 'dates' })])
    await expect(answer.getByTestId('wrote'), 'who wrote it and what it took is known there, too').toHaveText(
      /scripted · 1\.2K tokens/,
    )
  expect(told()).toContain('APPLES come first')
  expect(told()).not.toContain('Count the figs')
  for (const left of [1, 0]) {
    await summary.getByRole('button', { name: 'Undo' }).click()
    await expect(left > 0 ? summary.getByText('Summarised: 6 messages') : page.getByText('Fine, Count the apples')).toBeVisible()
  }
  await expect(summary).toHaveCount(0)
  await ask(page, 'Count the nuts')
  await expect(answers(page).last()).toContainText('Fine, Count the nuts')
  expect(told()).toContain('Count the apples')

  const saved = async (choice: string) => {
    const saving = page.waitForEvent('download')
    await menu(choice)
    return await readFile(await (await saving).path(), 'utf8')
  }
  expect(await saved('Save as Markdown')).toContain('# Counting fruit\n\n## You')
  const html = await saved('Save as a web page')
  expect(html).toContain('<strong>Fine</strong>, Count the apples')
  expect(html).not.toContain('<script')

  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('tab', { name: 'Data' }).click()
  const take = (text: string) =>
    page
      .getByTestId('import-input')
      .setInputFiles({ name: 'conversations.json', mimeType: 'application/json', buffer: Buffer.from(text) })
  await take('{"a": ')
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('is not JSON')
  const soup = { uuid: 'x', name: 'Old soup', created_at: '2025-03-01T10:00:00Z' }
  const said = [sender('1', 'human', 'Soup?'), sender('2', 'assistant', '<b>Yes</b>')]
  for (const sentence of ['1 conversation of Claude is in the folder Claude.', '1 was here already.']) {
    await take(JSON.stringify([{ ...soup, chat_messages: said }]))
    await expect(page.getByRole('dialog')).toContainText(sentence)
  }
  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: 'Conversations' }).getByText('Old soup').click()
  await expect(answers(page).last()).toContainText('<b>Yes</b>')
})
