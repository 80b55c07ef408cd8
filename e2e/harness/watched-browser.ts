import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'

/** A browser that writes down every name it looks up and every address it connects to. */
export interface WatchedBrowser {
  readonly context: BrowserContext
  /** Closes the browser and gives its log, which is complete only then. */
  close(): Promise<string>
}

/** With this flag, or without a profile of its own, a browser neither prefetches names nor connects early, and such a leak would not show. */
const HIDES_LEAKS = '--disable-background-networking'

/** Names the browser asks for on its own account. Nothing of this may leave the machine. */
const QUIET = '--host-resolver-rules=MAP *.googleapis.com ~NOTFOUND, MAP *.google.com ~NOTFOUND, MAP *.gvt1.com ~NOTFOUND'

type WatchedOptions = Parameters<typeof chromium.launchPersistentContext>[1]

export async function launchWatched(options: WatchedOptions = {}): Promise<WatchedBrowser> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-watched-'))
  const file = join(folder, 'net-log.json')
  const args = (options.args ?? []).filter((flag) => flag !== HIDES_LEAKS)
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    ...options,
    ignoreDefaultArgs: [HIDES_LEAKS],
    args: [...args, QUIET, `--log-net-log=${file}`],
  })
  return {
    context,
    async close() {
      await context.close()
      const log = existsSync(file) ? readFileSync(file, 'utf8') : ''
      rmSync(folder, { recursive: true, force: true })
      return log
    },
  }
}
