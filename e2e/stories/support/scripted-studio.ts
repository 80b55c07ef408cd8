import { test as base } from '@playwright/test'
import { type RunningParley, startParley } from './parley-server.ts'
import { type Reply, startUpstream, type Upstream, type UpstreamRequest } from './scripted-upstream.ts'
import { openStudio, type StudioOptions } from './studio.ts'

interface ScriptedStudio {
  readonly upstream: Upstream
  readonly parley: RunningParley
}

/** Opens a studio whose model says what the script tells it to. */
export type Begin = (
  script: (request: UpstreamRequest, turn: number) => Reply,
  options?: StudioOptions,
) => Promise<ScriptedStudio>

/** Tests with a vendor of their own, over real HTTP; both servers are ended with the test. */
export const test = base.extend<{ begin: Begin }>({
  begin: async ({ page }, use) => {
    const running: ScriptedStudio[] = []
    await use(async (script, options = {}) => {
      const upstream = await startUpstream(script)
      const parley = await startParley({
        PARLEY_URL: upstream.url,
        PARLEY_MODELS: 'scripted',
        PARLEY_DIALECT: 'json-strict',
        PARLEY_RETRIES: '0',
      })
      running.push({ upstream, parley })
      await openStudio(page, { url: parley.url, model: 'scripted', ...options })
      return { upstream, parley }
    })
    for (const { upstream, parley } of running) {
      await parley.kill()
      await upstream.stop()
    }
  },
})

/** The words of the last message that the vendor was sent. */
export const lastWords = ({ requests }: Upstream): string => requests.at(-1)?.messages.at(-1)?.content ?? ''
