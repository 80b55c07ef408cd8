import { englishLeft } from './support/english-left.ts'
import { test } from './support/scripted-studio.ts'
import { approveNext, ask, call, cards, expect, waitingCard } from './support/studio.ts'

const BROKEN = '{"tool_calls": [{"id": "c1", "function": {"name": "read_file", "arguments": "{oops"}}]}'

test('who switches to Chinese after a turn finds no English on the cards, old ones and the one that waits, and none after a reload', async ({
  page,
  begin,
}) => {
  await begin((_, turn) => {
    if (turn === 1) return { text: call('write_file', { path: '/note.md', content: 'one\ntwo\n' }) }
    if (turn === 2) return { text: call('browser_js_eval', { code: '1 + 1' }, 'call_2') }
    if (turn === 3) return { text: '好了。' }
    return { text: turn === 4 ? BROKEN : call('delete_file', { path: '/note.md' }, 'call_4') }
  })
  await ask(page, '开始')
  await approveNext(page)
  await approveNext(page)
  await expect(page.getByText('好了。', { exact: true })).toBeVisible()
  await ask(page, '继续')
  await expect(cards(page).last()).toHaveAttribute('data-stage', 'malformed')
  await cards(page).last().locator('[data-action="primary"]').click()
  await expect(waitingCard(page)).toContainText('Delete /note.md')

  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('dialog').getByLabel('Language').selectOption('zh')
  await page.keyboard.press('Escape')
  await expect(waitingCard(page)).toContainText('删除 /note.md')
  await expect(cards(page).first()).toContainText('新建 /note.md')
  expect(await englishLeft(page)).toEqual([])
  await page.reload()
  await expect(waitingCard(page)).toContainText('删除 /note.md')
  expect(await englishLeft(page)).toEqual([])
})
