import type { Program, SandboxOutcome } from '@parley/browser/sandbox'
import { test as base, type Page } from '@playwright/test'
import { buildPage } from '../harness/build-page.ts'
import type { SandboxPage } from '../harness/sandbox-page.ts'
import { type ServedPage, servePage } from '../harness/serve-page.ts'

declare global {
  interface Window {
    page: SandboxPage
  }
}

interface Fixtures {
  /** Runs a program in the harness page. */
  readonly run: (code: string, options?: Omit<Program, 'code' | 'onLine' | 'capabilities'>) => Promise<SandboxOutcome>
}

interface WorkerFixtures {
  readonly scripts: ReadonlyMap<string, string>
  readonly served: ServedPage
  readonly sharedPage: Page
}

/** One page for all tests of a file: a world that one program spoiled must not be needed by the next one. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  scripts: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads the names it must provide from the pattern
    async ({}, use) => use(await buildPage()),
    { scope: 'worker' },
  ],
  served: [
    async ({ scripts }, use) => {
      const served = await servePage(scripts)
      await use(served)
      await served.close()
    },
    { scope: 'worker' },
  ],
  sharedPage: [
    async ({ browser }, use) => {
      const page = await browser.newPage()
      await use(page)
      await page.close()
    },
    { scope: 'worker' },
  ],
  page: ({ sharedPage }, use) => use(sharedPage),
  async run({ page, served }, use) {
    if (page.url() !== `${served.origin}/`) await page.goto(served.origin)
    await use((code, options = {}) => page.evaluate((program) => window.page.run(program), { ...options, code }))
  },
})

export { expect } from '@playwright/test'
