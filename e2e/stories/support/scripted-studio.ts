import { test as base, expect } from '@playwright/test'
import { type RunningParley, startParley } from './parley-server.ts'
import { type Script, startUpstream, type Upstream } from './scripted-upstream.ts'
import { openStudio, type StudioOptions } from './studio.ts'

interface ScriptedStudio {
  readonly upstream: Upstream
  readonly parley: RunningParley
}

/** Opens a studio whose model says what the script tells it to. */
export type Begin = (script: Script, options?: StudioOptions) => Promise<ScriptedStudio>

/** Tests with a vendor over real HTTP. Both servers are started once for each worker; every test gives the vendor a script of its own. */
export const test = base.extend<{ begin: Begin }, { studio: ScriptedStudio }>({
  studio: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads the names it must provide from the pattern
    async ({}, use) => {
      const upstream = await startUpstream()
      const parley = await startParley({
        PARLEY_URL: upstream.url,
        PARLEY_MODELS: 'scripted',
        PARLEY_DIALECT: 'json-strict',
        PARLEY_RETRIES: '0',
      })
      await use({ upstream, parley })
      await parley.kill()
      await upstream.stop()
    },
    { scope: 'worker' },
  ],
  begin: async ({ page, studio }, use) => {
    await use(async (script, options = {}) => {
      studio.upstream.play(script)
      await openStudio(page, { url: studio.parley.url, model: 'scripted', ...options })
      return studio
    })
    // What the page of an ended test still asks for, and what works on there, is no business of the next one.
    await page.close()
    await forgetThreads(studio.parley)
  },
})

async function forgetThreads({ url }: RunningParley): Promise<void> {
  const listed = await fetch(new URL('/api/threads', url))
  expect(listed.status).toBe(200)
  const { threads }: { readonly threads: readonly { readonly id: string }[] } = await listed.json()
  for (const { id } of threads) {
    const { status } = await fetch(new URL(`/api/threads/${id}`, url), { method: 'DELETE' })
    expect(status, `the conversation ${id} of an ended test is gone`).toBe(204)
  }
}

/** The words of the last message that the vendor was sent. */
export const lastWords = ({ requests }: Upstream): string => requests.at(-1)?.messages.at(-1)?.content ?? ''
