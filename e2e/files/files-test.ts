import { test as base } from '@playwright/test'
import type { FilesPage } from './harness/files-page.ts'
import { type ServedScript, serveScript } from './harness/serve-script.ts'

declare global {
  interface Window {
    files: FilesPage
  }
}

/** A page with the files in it. */
export const test = base.extend<object, { readonly served: ServedScript }>({
  served: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads the names it must provide from the pattern
    async ({}, use) => {
      const served = await serveScript('files-page.ts')
      await use(served)
      await served.close()
    },
    { scope: 'worker' },
  ],
  page: async ({ page, served }, use) => {
    await page.goto(served.origin)
    await page.waitForFunction(() => window.files !== undefined)
    await use(page)
  },
})
