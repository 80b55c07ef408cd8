import { answers, ask, cards, expect, openStudio, primary, waitingCards } from '../stories/support/studio.ts'
import { approve, choosePlace, mark, openAgent, openElsewhere, test } from './agent-studio.ts'

const STORIES = {
  en: { primes: 'Sum all primes below 1000', title: "Look what is in src and change App.tsx's title", fresh: 'New conversation' },
  zh: { primes: '计算 1000 以内的所有素数之和', title: '看看 src 里有什么，并修改 App.tsx 的标题', fresh: '新对话' },
} as const

for (const language of ['en', 'zh'] as const) {
  test(`the sum and the title, decided on the cards, worked out on the server, ${language}`, async ({ page, server }) => {
    const words = STORIES[language]
    await openAgent(page, server, { language })
    await ask(page, words.primes)
    await approve(page, 'browser_js_eval')
    await expect(answers(page).last()).toContainText('76127')
    await expect(mark(page)).toHaveAttribute('data-mark', 'idle')

    await page.getByRole('button', { name: words.fresh, exact: true }).click()
    await choosePlace(page, 'agent', language)
    await ask(page, words.title)
    await approve(page, 'list_directory')
    await approve(page, 'read_file')
    await expect(waitingCards(page)).toContainText('+1')
    await approve(page, 'write_file')
    await expect(page.locator('[data-stage="succeeded"]')).toHaveCount(3)
    await expect(answers(page).last()).toContainText('App.tsx')
    const { threads } = (await server.read('')) as { threads: readonly { status: string }[] }
    expect(threads.map(({ status }) => status)).toEqual(['idle', 'idle'])
  })
}
