import { expect, openStudio } from '../stories/support/studio.ts'
import { test } from './files-test.ts'

test('files from before conversations had their own are all there, with their history, in the conversations of that time', async ({
  page,
  served,
  baseURL,
}) => {
  const panel = page.getByRole('complementary', { name: 'Files' })
  const seen = (name: string) => panel.getByText(name, { exact: true })
  await page.route(`${baseURL}/before`, async (route) => route.fulfill({ response: await route.fetch({ url: served.origin }) }))
  await page.route(`${baseURL}/page.js`, async (route) =>
    route.fulfill({ response: await route.fetch({ url: `${served.origin}/page.js` }) }),
  )
  await page.goto('/before')
  await page.waitForFunction(() => window.files !== undefined)
  await page.evaluate(async () => {
    const { openThreadStorage, openIndexedDbFiles, toPath } = window.files.browser
    const files = await openIndexedDbFiles()
    const by = { actor: 'user' } as const
    await files.write(toPath('/notes.txt'), 'first thoughts', by)
    await files.write(toPath('/notes.txt'), 'second thoughts', { actor: 'model', call: 'old#1' })
    await files.write(toPath('/deep/日本.bin'), Uint8Array.of(255, 0, 1), by)
    const { threads } = await openThreadStorage()
    const common = { titledBy: 'person', mode: 'ask', extraSteps: 0, createdAt: 1, updatedAt: 1 } as const
    await threads.create({ id: 'old', title: 'From before', ...common })
    const parts = [{ type: 'text', text: 'Hello' }] as const
    await threads.append({ threadId: 'old', id: 'm1', createdAt: 1, message: { role: 'user', id: 'm1', parts: [...parts] } })
  })

  await openStudio(page, { url: '/#/thread/old' })
  await page.getByRole('button', { name: 'Show files' }).click()
  await expect(seen('日本.bin')).toBeVisible()
  await seen('notes.txt').click()
  await expect(page.locator('.cm-content')).toContainText('second thoughts')
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(panel).toContainText('by the model')
  await panel.getByRole('button', { name: 'Restore' }).last().click()
  await page.getByRole('tab', { name: 'Edit' }).click()
  await expect(page.locator('.cm-content')).toContainText('first thoughts')
  await page.getByRole('button', { name: 'New conversation', exact: true }).click()
  await expect(seen('App.tsx')).toBeVisible()
  await expect(seen('notes.txt')).toHaveCount(0)
  await page.goto('/#/thread/old')
  await expect(seen('notes.txt')).toBeVisible()
  await expect(seen('App.tsx')).toHaveCount(0)
})
