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

/** What the page says of each, and what the vendor said. */
const FAULTS = [
  {
    status: 401,
    words: 'No such key here.',
    said: '拒绝了本服务器持有的密钥。请在服务器配置中更正该服务商的密钥；您客户端的令牌是另一个。',
  },
  { status: 404, words: 'No such model here.', said: '拒绝了请求（状态 404）。请更改请求或模型。' },
  { status: 429, words: 'Too much of it.', said: '正在限制请求。请稍候再试。' },
  { status: 500, words: 'Something broke.', said: '出错（状态 500）。请重试，或选择其他模型。' },
] as const

test('what a vendor refuses is said in Chinese with what to do about it, and then in the vendor’s words', async ({
  page,
  begin,
}) => {
  await begin(
    (_, turn) => {
      const fault = FAULTS[turn - 1]
      return fault ? { status: fault.status, text: fault.words } : { text: '好。' }
    },
    { language: 'zh' },
  )
  const notice = page.getByTestId('thread-notice')
  for (const { status, words, said } of FAULTS) {
    await ask(page, `请回答 ${status}`)
    await expect(notice).toContainText(`${said}它说：${words}`)
    expect((await englishLeft(page)).filter((text) => /try again|choose|change|wait|correct/i.test(text))).toEqual([])
  }
  await notice.getByRole('button', { name: '重试' }).click()
  await expect(answers(page).last()).toContainText('好。')
  await expect(notice).toHaveCount(0)
})
