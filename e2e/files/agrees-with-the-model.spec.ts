import { expect } from '@playwright/test'
import { test } from './files-test.ts'

test('files in a real browser do what the model of a file system does, from two tabs at once that are closed and opened again', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const difference = await page.evaluate(async () => {
    let databases = 0
    const { browser, differenceFromModel } = window.files
    // Every folder of two is large and written down as soon as nothing happens for an instant; and what begins with two is packed.
    const reopen = () =>
      browser.openIndexedDbFiles({
        name: `model-${databases}`,
        packs: { least: 2, most: 3 },
      })
    const open = () => {
      databases++
      return Promise.all([reopen(), reopen()])
    }
    return await differenceFromModel({ open, reopen, runs: 40 })
  })
  expect(difference).toBeUndefined()
})
