import { test } from '@playwright/test'
import { englishLeft } from './support/english-left.ts'
import { startParley } from './support/parley-server.ts'
import { startUpstream } from './support/scripted-upstream.ts'
import { answers, ask, expect, openStudio } from './support/studio.ts'

test('a server that dies in the middle of an answer is said clearly, and trying again continues', async ({ page }) => {
  const upstream = await startUpstream((_, turn) =>
    turn === 1 ? { text: 'This answer will never be whole. '.repeat(200), pieces: 8, pace: 30 } : { text: 'Here it is, whole.' },
  )
  const env = { PARLEY_URL: upstream.url, PARLEY_MODELS: 'scripted', PARLEY_DIALECT: 'json-strict' }
  const first = await startParley(env)
  try {
    await openStudio(page, { url: first.url, model: 'scripted' })
    await ask(page, 'Tell me something long')
    await expect(answers(page).last()).toContainText('never be whole')
    await first.kill()
    const notice = page.getByTestId('thread-notice')
    await expect(notice).toContainText(/Try again/)
    await page.getByRole('button', { name: 'Show files' }).click()
    await expect(page.getByRole('complementary', { name: 'Files' })).toContainText('could not be fetched')
    await page.getByRole('button', { name: 'Settings' }).click()
    await expect(page.getByRole('dialog')).toContainText('could not be fetched')
    await page.keyboard.press('Escape')
    await expect(page.locator('[data-role="user"]')).toContainText('Tell me something long')
    const second = await startParley({ ...env, PORT: String(first.port) })
    try {
      await notice.getByRole('button', { name: 'Try again' }).click()
      await expect(answers(page).last()).toContainText('Here it is, whole.')
    } finally {
      await second.kill()
    }
  } finally {
    await first.kill()
    await upstream.stop()
  }
})

test('a provider that cannot be reached is one clear sentence', async ({ page }) => {
  const parley = await startParley({ PARLEY_URL: 'http://127.0.0.1:9/v1', PARLEY_MODELS: 'scripted', PARLEY_RETRIES: '0' })
  try {
    await openStudio(page, { url: parley.url, model: 'scripted' })
    await ask(page, 'Hello')
    await expect(page.getByTestId('thread-notice')).toContainText(
      /cannot be reached|could not be reached|unreachable|not answer/i,
    )
    // By which whoever runs the server finds it in the log.
    await expect(page.getByTestId('request-id')).toHaveText(/^Request [\w-]{36}$/)
    await page.evaluate(() => localStorage.setItem('parley-settings', JSON.stringify({ language: 'zh', model: 'scripted' })))
    await page.reload()
    await page.getByTestId('thread-notice').getByRole('button').click()
    await expect(page.getByTestId('thread-notice')).toContainText('无法连接')
    const notice = await englishLeft(page)
    expect(notice.filter((text) => /reached|Start it|choose/.test(text))).toEqual([])
  } finally {
    await parley.kill()
  }
})
