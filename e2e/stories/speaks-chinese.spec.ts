import { englishLeft } from './support/english-left.ts'
import { test } from './support/scripted-studio.ts'
import { answers, ask, call, expect, waitingCard } from './support/studio.ts'

const BROKEN = '{"tool_calls": [{"id": "c1", "function": {"name": "read_file", "arguments": "{oops"}}]}'

test('a call that cannot be read and one that would fail say so in Chinese, and the broken one is mended by hand', async ({
  page,
  begin,
}) => {
  const edit = { path: '/src/App.tsx', old_text: 'nothing of the kind', new_text: '' }
  await begin((_, turn) => ({ text: turn === 1 ? BROKEN : turn === 2 ? '好。' : call('edit_file', edit) }), { language: 'zh' })
  const broken = page.locator('[data-call-key]').first()
  await ask(page, '读一下')
  await expect(broken).toContainText('`o` 之前应为双引号中的键')
  expect(await englishLeft(page)).toEqual([])
  await broken.locator('[data-action="edit"]').click()
  await expect(broken.getByLabel('工具'), 'whoever opens the form is in it').toBeFocused()
  await expect(broken.locator('.cm-content')).toHaveText('{oops"}}]}')
  await page.keyboard.press('Escape')
  await broken.locator('[data-action="edit"]').click()
  await broken.locator('.cm-content').fill('{"path": "/src/App.tsx"}')
  await broken.locator('[data-action="primary"]').click()
  await expect(broken).toHaveAttribute('data-stage', 'succeeded')
  await expect(answers(page).last()).toContainText('好。')

  await ask(page, '改一下')
  await expect(waitingCard(page)).toContainText('此操作会失败：文件中没有找到 old_text。')
  expect(await englishLeft(page)).toEqual([])
})
