import { test } from '../stories/support/scripted-studio.ts'
import { answers, ask, expect } from '../stories/support/studio.ts'

test('conversations are grouped, pinned, foldered, archived, found to the message, deleted and taken back', async ({
  page,
  begin,
}) => {
  await begin((request) => ({ text: `You said: ${request.messages.at(-1)?.content}\n\nAnd *then* some.` }))
  const list = page.getByRole('navigation', { name: 'Conversations' })
  const group = (name: string) => list.getByRole('region', { name })
  const act = async (title: string, choice: string) => {
    await list.getByRole('button', { name: `Actions for ${title}` }).click()
    await page.getByRole('menuitem', { name: choice, exact: true }).click()
  }
  for (const fruit of ['Apples', 'Bananas', 'Cherries']) {
    await ask(page, fruit)
    await expect(answers(page).last()).toContainText(`You said: ${fruit}`)
    await page.getByRole('button', { name: 'New conversation', exact: true }).first().click()
    await expect(answers(page), 'what is asked next is asked in the new one').toHaveCount(0)
  }
  await expect(group('Today').getByRole('listitem')).toHaveCount(4)

  await act('Apples', 'Pin')
  await expect(group('Pinned').getByText('Apples')).toBeVisible()
  await act('Bananas', 'Move to a folder…')
  await page.getByLabel('Name of the folder').fill('Fruit')
  await page.keyboard.press('Enter')
  await expect(list.locator('details', { hasText: 'Fruit' }).getByText('Bananas')).toBeVisible()
  await act('Cherries', 'Archive')
  await expect(list.getByText('Cherries')).toHaveCount(0)
  await page.reload()
  await expect(group('Pinned').getByText('Apples')).toBeVisible()
  await list.getByText('Archive', { exact: true }).click()
  await expect(list.getByText('Cherries')).toBeVisible()

  await list.getByText('Apples').click()
  for (let line = 0; line < 12; line++) {
    await ask(page, `Line ${line}`)
    await expect(answers(page).last()).toContainText(`You said: Line ${line}`)
  }
  // Of many places the last ones are shown, and the rest when it is asked for.
  await page.getByRole('searchbox').fill('said: line')
  await expect(list.locator('[data-hit]')).toHaveCount(3)
  await list.getByRole('button', { name: 'Show 9 more' }).click()
  await expect(list.locator('[data-hit]')).toHaveCount(12)
  await page.getByRole('searchbox').fill('said: apples')
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(list.locator('mark')).toHaveText(['said: Apples'])
  await list.locator('[data-hit]').click()
  await expect(page.locator('[data-sought]')).toBeInViewport()
  await expect(page.locator('[data-sought]')).toContainText('You said: Apples')
  await expect
    .poll(() => page.evaluate(() => [...(CSS.highlights.get('parley-sought') ?? [])].map(String)))
    .toEqual(['said: Apples'])
  await page.getByRole('searchbox').fill('')

  await act('Apples', 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(list.getByText('Apples')).toHaveCount(0)
  await page.reload()
  await page.getByTestId('deleted').getByRole('button', { name: 'Undo' }).click()
  await expect(group('Pinned').getByText('Apples')).toBeVisible()
  await expect(answers(page).last()).toContainText('You said: Line 11')
  await act('Apples', 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete for good now' }).click()
  await page.reload()
  await expect(list.getByText('Bananas')).toBeVisible()
  await expect(list.getByText('Apples')).toHaveCount(0)
})

test('a conversation that is deleted in the middle of an answer is left by every tab, taken back whole, and then asked for by nobody', async ({
  page,
  context,
  begin,
}) => {
  await begin(() => ({ text: 'Herons wade. '.repeat(600), pieces: 13, pace: 100 }))
  await ask(page, 'Tell me of herons')
  await expect(answers(page).last()).toContainText('Herons wade.')
  const other = await context.newPage()
  await other.goto(page.url())
  const found = other.getByRole('navigation', { name: 'Conversations' }).locator('[data-hit]')
  await other.getByRole('searchbox').fill('of herons')
  await expect(found).toHaveText('Tell me of herons')

  const remove = async () => {
    await page.getByRole('button', { name: 'Actions for Tell me of herons' }).click()
    await page.getByRole('menuitem', { name: 'Delete', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  }
  await remove()
  await expect(found, 'what is deleted is found no longer').toHaveCount(0)
  await expect(answers(other), 'nobody goes on in it').toHaveCount(0)
  await page.goBack()
  await expect(answers(page), 'not by the history either').toHaveCount(0)
  await other.getByTestId('deleted').getByRole('button', { name: 'Undo' }).click()
  await expect(answers(other).last()).toContainText('Herons wade.')
  await expect(found).toHaveText('Tell me of herons')

  const ended = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/respond'))
  await remove()
  await page.getByRole('button', { name: 'Delete for good now' }).click()
  await ended
})
