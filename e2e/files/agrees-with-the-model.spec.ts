import { test } from './files-test.ts'

test('files in a real browser do what the model of a file system does, from two tabs at once', async ({ page }) => {
  test.setTimeout(120_000)
  await page.evaluate(async () => {
    let databases = 0
    const { browser, checkAgainstModel } = window.files
    const open = async () => {
      const name = `model-${++databases}`
      return Promise.all([browser.openIndexedDbFiles({ name }), browser.openIndexedDbFiles({ name })])
    }
    await checkAgainstModel({ open, runs: 40 })
  })
})
