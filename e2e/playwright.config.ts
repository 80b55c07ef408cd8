import { existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { findChromium } from '../scripts/workspace/find-chromium.mjs'
import { fromSource, PARLEY, STUDIO } from '../scripts/workspace/serve-command.mjs'
import { chromiumFlags } from './harness/chromium-flags.ts'
import { isLong, LONG } from './harness/is-long.ts'

const here = import.meta.dirname

/** A port nobody uses. Chosen once by the runner; the workers inherit it. */
async function freePort(): Promise<string> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return String(typeof address === 'object' && address ? address.port : 0)
}

process.env['E2E_PORT'] ??= await freePort()
// Threads of whoever works here stay out of the tests, and those of the tests out of the folder.
process.env['PARLEY_DATA'] ??= mkdtempSync(join(tmpdir(), 'parley-e2e-'))
process.env['E2E_CHROMIUM'] ??= findChromium() ?? ''
const port = process.env['E2E_PORT']
const chromium = process.env['E2E_CHROMIUM']
const report = process.env['E2E_REPORT']

/** One project for each folder that holds specs, so that `--project sandbox` runs the escapes alone. Pictures, and what needs a server of others, on request only. */
const OTHERS = { E2E_PICTURES: '.picture.ts', E2E_LLAMA: '.llama.ts', PARLEY_ENGINE_TESTS: '.engine.ts' }
const suffix = Object.entries(OTHERS).find(([name]) => process.env[name])?.[1] ?? '.spec.ts'
/** Where tests look at the clock, they run one after the other. */
const TIMED = new Set(['sandbox', 'files'])
/** What takes longest in one piece begins first (`nextjs` builds an application), so that at the end no worker waits for another. */
const LONGEST = ['sandbox', 'files', 'nextjs', 'stories']
const folders = readdirSync(here, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && readdirSync(join(here, entry.name)).some((file) => file.endsWith(suffix)))
  .map(({ name }) => name)
const projects = [...LONGEST.filter((name) => folders.includes(name)), ...folders.filter((name) => !LONGEST.includes(name))].map(
  (name) => ({ name, testDir: join(here, name), testMatch: `**/*${suffix}`, workers: TIMED.has(name) ? 1 : 2 }),
)

export default defineConfig({
  outputDir: join(here, 'out'),
  projects,
  // Half of the time of a story is waiting; a third worker fills it.
  workers: 3,
  forbidOnly: true,
  ...(!isLong && { grepInvert: new RegExp(LONG.tag) }),
  // A limit for what hangs, not for a long story on a busy machine.
  timeout: 180_000,
  reporter: report ? [['list'], ['json', { outputFile: report }]] : 'list',
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    browserName: 'chromium',
    launchOptions: {
      ...(existsSync(chromium) && { executablePath: chromium }),
      args: [...chromiumFlags],
    },
    // The first thing that costs time is drawing: what moves for its own sake stands still here.
    contextOptions: { reducedMotion: 'reduce' },
    // A page that was kept by an earlier step must not answer for the server: who tells of that lets it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // A trace copies the whole page at every step, which takes as long as the steps: `E2E_TRACE=1 npm run e2e` asks for it.
    trace: process.env['E2E_TRACE'] ? 'retain-on-failure' : 'off',
  },
  webServer: {
    command: [process.execPath, ...fromSource(PARLEY)].map((word) => JSON.stringify(word)).join(' '),
    url: `http://127.0.0.1:${port}/health`,
    // The demo model answers at once, whatever keys and servers this machine has.
    env: {
      PORT: port,
      PARLEY_DEMO_PACE: '0',
      PARLEY_LOG: 'warn',
      PARLEY_PAGE: STUDIO,
      PARLEY_DISCOVER: 'no',
      OPENAI_API_KEY: '',
      ANTHROPIC_API_KEY: '',
      GEMINI_API_KEY: '',
    },
    reuseExistingServer: false,
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 3000 },
  },
})
