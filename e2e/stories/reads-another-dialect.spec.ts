import { LONG } from '../harness/is-long.ts'
import { englishLeft } from './support/english-left.ts'
import { test } from './support/scripted-studio.ts'
import { answers, approveNext, ask, cards, expect } from './support/studio.ts'

const HERMES =
  'I will write it.\n<tool_call>\n{"name": "write_file", "arguments": {"path": "/note.md", "content": "hello"}}\n</tool_call>'

test('a call in another dialect than was asked for is offered to be read, and runs only when it was taken up and allowed', async ({
  page,
  begin,
}) => {
  await begin((_, turn) => ({ text: turn === 1 ? HERMES : 'It is written.' }))
  await ask(page, 'Write a note')
  const bar = page.getByTestId('foreign-call')
  await expect(bar).toContainText('This looks like a call in Hermes. Read it so?')
  await expect(cards(page)).toHaveCount(0)
  await bar.getByRole('button', { name: 'Read as a call' }).click()
  const card = cards(page).last()
  await expect(card).toContainText('in another dialect than was asked for')
  await expect(card.getByTestId('call-badge')).toHaveText('Waits to be taken up')
  await expect(page.getByTestId('announcer')).toContainText('Waits to be taken up')
  await expect(card).not.toContainText('reasoning')
  await expect(bar).toHaveCount(0)
  await card.locator('[data-action="primary"]').click()
  await approveNext(page)
  await expect(answers(page).last()).toContainText('It is written.')
  await expect(cards(page).first()).toHaveAttribute('data-stage', 'succeeded')
})

test('the offer and the card are Chinese for who reads Chinese', LONG, async ({ page, begin }) => {
  await begin((_, turn) => ({ text: turn === 1 ? HERMES : '写好了。' }), { language: 'zh' })
  await ask(page, '写个笔记')
  const bar = page.getByTestId('foreign-call')
  await expect(bar).toContainText('这看起来是 Hermes 方言的调用。要这样读取吗？')
  expect(await englishLeft(page)).toEqual([])
  await bar.getByRole('button').click()
  await expect(cards(page).last()).toContainText('此调用没有用所要求的方言书写')
  expect(await englishLeft(page)).toEqual([])
})

test('an answer full of marks leaves the page alive while it is looked through', async ({ page, begin }) => {
  const marks = 'write_file <tool_call>{"name": "write_file"<function=write_file>'.repeat(1500)
  await begin((_, turn) => ({ text: turn === 1 ? marks : HERMES }))
  await ask(page, 'Show me marks')
  await expect(answers(page)).toHaveCount(1)
  await ask(page, 'Write a note')
  await expect(page.getByTestId('foreign-call')).toContainText('Hermes')
})
