import { test } from '../stories/support/scripted-studio.ts'
import { approveNext, ask, call, calm, expect, waitingCard } from '../stories/support/studio.ts'
import { takePicture } from './take-picture.ts'

test.use({ viewport: { width: 1180, height: 960 }, colorScheme: 'light', locale: 'en-US' })

const CODE = `const names = ['index.ts', 'button.ts', 'theme.ts']
for (const name of names) {
  await tools.write_file({ path: '/src/' + name, content: 'export {}\\n' })
}
names.length`

test('a program calls the tools: two calls are done, the third one waits', async ({ page, begin }) => {
  const settings = JSON.stringify({ language: 'en', theme: 'light', dialects: {}, model: 'scripted', codeMode: true })
  await page.addInitScript((value) => localStorage.setItem('parley-settings', value), settings)
  await begin(() => ({ text: call('browser_js_eval', { code: CODE }) }))
  await ask(page, 'Begin three empty modules in /src')
  await approveNext(page)
  for (const name of ['index', 'button']) {
    await expect(waitingCard(page)).toContainText(`/src/${name}.ts`)
    await approveNext(page)
  }
  await expect(waitingCard(page)).toContainText('/src/theme.ts')
  await calm(page).waitFor()
  await takePicture(page, 'code-mode')
})
