import type { Program, SandboxOutcome } from '@parley/browser'
import { test as base } from '@playwright/test'
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
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  scripts: [async ({}, use) => use(await buildPage()), { scope: 'worker' }],
  served: [
    async ({ scripts }, use) => {
      const served = await servePage(scripts)
      await use(served)
      await served.close()
    },
    { scope: 'worker' },
  ],
  async run({ page, served }, use) {
    await page.goto(served.origin)
    await use((code, options = {}) => page.evaluate((program) => window.page.run(program), { ...options, code }))
  },
})

export { expect } from '@playwright/test'
