import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from '@playwright/test'
import { root } from '../../scripts/workspace/root.mjs'
import { answers, approveNext, ask, expect, openStudio, waitingCard } from '../stories/support/studio.ts'
import { FAMILIES, type Family } from './families.ts'
import { startLlama } from './llama-server.ts'
import { keep, record, recorded } from './recording.ts'

interface Running {
  readonly url: string
  readonly models: () => Promise<readonly Listed[]>
}

interface Listed {
  readonly id: string
  readonly provider: string
  readonly dialectReason: string
  readonly own?: { readonly id: string }
}

/** `npm start`, as a person would type it, beside a llama-server that is already there. */
const test = base.extend<{ running: (family: Family) => Promise<Running> }>({
  // oxlint-disable-next-line no-empty-pattern -- the runner reads the names it must provide from the pattern
  running: async ({}, use) => {
    const ends: (() => Promise<void>)[] = []
    await use(async ({ script }) => {
      const llama = await startLlama(script)
      ends.push(llama.stop)
      const child = spawn(process.execPath, [join(root, 'scripts', 'start.mjs')], {
        env: {
          ...process.env,
          PORT: '0',
          PARLEY_DISCOVER: 'yes',
          PARLEY_DATA: mkdtempSync(join(tmpdir(), 'parley-llama-')),
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      ends.push(() => end(child))
      const url = await addressOf(child)
      const models = async (): Promise<readonly Listed[]> => (await (await fetch(`${url}api/models`)).json()).models
      return { url, models }
    })
    for (const stop of ends.toReversed()) await stop()
  },
})

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

async function addressOf(child: ChildProcess): Promise<string> {
  let said = ''
  for await (const chunk of child.stdout ?? []) {
    said += String(chunk)
    const found = /http:\/\/127\.0\.0\.1:\d+\//.exec(said)?.[0]
    if (found) return found
  }
  throw new Error(`npm start ended before it was ready: ${said}`)
}

test.describe.configure({ mode: 'serial' })

for (const family of FAMILIES) {
  const { title, script, dialect, reason } = family
  for (const spoken of ['as the server would have it', 'as its own template writes'] as const)
    test(`npm start finds a model behind llama-server (${title}), and it sums the primes, ${spoken}`, async ({
      page,
      running,
    }) => {
      const { url, models } = await running(family)
      const found = (await models()).find(({ id }) => id === script.name)
      expect(found).toMatchObject({ provider: 'llama.cpp on this computer', own: { id: dialect }, dialectReason: reason })
      const own = spoken === 'as its own template writes' ? { dialect } : {}
      await openStudio(page, { url, model: script.name, ...own })
      await ask(page, 'Sum all primes below 1000')
      await expect(waitingCard(page)).toContainText('browser_js_eval')
      await approveNext(page)
      await expect(answers(page).last()).toContainText('add up to 76127')
    })
}

/** `E2E_RECORD=1 npm run test:llama` writes it anew. */
for (const family of FAMILIES)
  test(`what the tests of \`npm test\` take for llama-server's answers is what it answers (${family.title})`, async () => {
    const llama = await startLlama(family.script)
    try {
      const heard = await record(llama.url)
      if (process.env['E2E_RECORD']) keep(family, heard)
      const before = recorded(family)
      expect(heard.props).toMatchObject({ chat_template_caps: { supports_tools: true }, default_generation_settings: {} })
      expect([heard.models, heard.native, heard.plain]).toEqual([before.models, before.native, before.plain])
    } finally {
      await llama.stop()
    }
  })
