import { test } from '@playwright/test'
import { isLong } from '../harness/is-long.ts'
import { answers, approveNext, ask, expect, openStudio, waitingCard } from './support/studio.ts'

const DIALECTS = ['json-strict', 'xml-tag', 'canonical-xml', 'delimited', 'hermes', 'qwen3-coder', 'native']

/** One with JSON in a fence, one with marks of its own, and one that needs no words; `npm run test:long` plays all. */
const SOON = ['json-strict', 'delimited', 'native']

const STORIES = {
  en: {
    primes: 'Sum all primes below 1000',
    button: 'Create a simple React component Button.tsx',
    title: "Look what is in src and change App.tsx's title",
    files: 'Show files',
    fresh: 'New conversation',
  },
  zh: {
    primes: '计算 1000 以内的所有素数之和',
    button: '创建一个简单的 React 组件 Button.tsx',
    title: '看看 src 里有什么，并修改 App.tsx 的标题',
    files: '显示文件',
    fresh: '新对话',
  },
} as const

/** How a model calls and what the page says have nothing to do with each other: each language with every other dialect, and all with all in `npm run test:long`. */
const languages = (index: number) => (isLong ? (['en', 'zh'] as const) : ([index % 2 === 0 ? 'en' : 'zh'] as const))

// Each has a page of its own, so no worker stands idle while another one plays all of them.
test.describe.configure({ mode: 'parallel' })

for (const [index, dialect] of DIALECTS.entries()) {
  if (!isLong && !SOON.includes(dialect)) continue
  for (const language of languages(index)) {
    test(`the three stories in ${dialect}, ${language}`, async ({ page }) => {
      const words = STORIES[language]
      await openStudio(page, { language, dialect })
      const approve = async (tool: string) => {
        await expect(waitingCard(page)).toContainText(tool)
        await approveNext(page)
      }

      await ask(page, words.primes)
      await approve('browser_js_eval')
      await expect(answers(page).last()).toContainText('76127')

      await page.getByRole('button', { name: words.fresh, exact: true }).click()
      await expect(answers(page)).toHaveCount(0)
      await ask(page, words.button)
      await approve('write_file')
      await expect(answers(page).last()).toContainText('Button.tsx')
      await expect(page.locator('[data-stage="succeeded"]')).toHaveCount(1)
      await page.getByRole('button', { name: words.files }).click()
      await expect(page.getByText('Button.tsx', { exact: true })).toBeVisible()

      await page.getByRole('button', { name: words.fresh, exact: true }).click()
      await expect(answers(page)).toHaveCount(0)
      await ask(page, words.title)
      await approve('list_directory')
      await approve('read_file')
      await expect(waitingCard(page)).toContainText('write_file')
      await expect(waitingCard(page)).toContainText('+1')
      await expect(waitingCard(page)).toContainText('−1')
      await approve('write_file')
      await expect(page.locator('[data-stage="succeeded"]')).toHaveCount(3)
      await expect(answers(page).last()).toContainText('App.tsx')
      await expect(page.getByText('App.tsx', { exact: true })).toBeVisible()
      await expect(page.getByText('Button.tsx', { exact: true }), 'every conversation has files of its own').toHaveCount(0)
    })
  }
}
