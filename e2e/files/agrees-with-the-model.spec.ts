import { expect } from '@playwright/test'
import { test } from './files-test.ts'

test('files in a real browser do what the model of a file system does, from two tabs at once', async ({ page }) => {
  test.setTimeout(120_000)
  const difference = await page.evaluate(async () => {
    let databases = 0
    const { browser, differenceFromModel } = window.files
    const open = async () => {
      const name = `model-${++databases}`
      return Promise.all([browser.openIndexedDbFiles({ name }), browser.openIndexedDbFiles({ name })])
    }
    return await differenceFromModel({ open, runs: 40 })
  })
  expect(difference).toBeUndefined()
})
