import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type BrowserContext, chromium, type Page } from 'playwright'
import { build } from 'vite'
import { quietFlags } from '../e2e/harness/chromium-flags.ts'
import { findChromium } from '../scripts/workspace/find-chromium.mjs'
import { best, reportRow, type Times } from './files/report-row.ts'

// `npm run bench files [rounds]`: the file system beside raw IndexedDB and its peers, in one browser, row by row in turns.
// ONLY="raw IndexedDB,Parley" measures some of them, ROWS="open|batch" some rows, PROFILE=private without a disk.

const rounds = Number(process.argv[2] ?? 9)
const PREPARE_MS = 60_000
// Whoever needs longer for one run of a row is measured once.
const SLOW_MS = 6000
const LONG_ROWS = /0,000|open/
// Rows in which several are close are measured more often, whoever is far behind as often as the others.
const CLOSE_ROWS: readonly (readonly [RegExp, number])[] = [
  [/of text/, 3],
  [/^open/, 200],
  [/^write [12]/, 10],
]
const FAR_BEHIND = 5
const NO_GOAL = /of text/
// What one leaves behind, in the page, in the browser's own process and on the disk, must not fall on the next.
const PAUSE_MS = 30
const LARGE_ROWS = /10 MB/
const LARGE_PAUSE_MS = 150
// Only a page that shares nothing with others gets a clock that is finer than a tenth of a millisecond.
const ISOLATED = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' }

const script = await bundlePage()
const server = createServer((request, response) => {
  const [type, body] =
    request.url === '/page.js'
      ? ['text/javascript', script]
      : ['text/html', '<!doctype html><script type="module" src="/page.js"></script>']
  response.writeHead(200, { 'content-type': type, ...ISOLATED }).end(body)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const address = server.address()
const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
const profile = process.env['PROFILE'] === 'private' ? '' : await mkdtemp(join(tmpdir(), 'parley-bench-files-'))
const browser = await openBrowser(profile)
try {
  const page = await browser.newPage()
  page.on('pageerror', (error) => console.error(String(error)))
  await page.goto(origin)
  await page.waitForFunction(() => 'bench' in window)
  await measureAll(page)
} finally {
  await browser.close()
  await browser.browser()?.close()
  server.close()
  if (profile !== '') await rm(profile, { recursive: true, force: true })
}

/** With a profile on the disk, as people have it, or with none: then the browser keeps everything in memory, as in a private window. */
async function openBrowser(folder: string): Promise<BrowserContext> {
  const options = { executablePath: findChromium() ?? '', args: [...quietFlags] }
  return folder === '' ? (await chromium.launch(options)).newContext() : chromium.launchPersistentContext(folder, options)
}

async function bundlePage(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    root: import.meta.dirname,
    resolve: { conditions: ['@parley/source', 'module', 'browser', 'import', 'default'] },
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    build: {
      write: false,
      rollupOptions: {
        input: join(import.meta.dirname, 'files/page.ts'),
        output: { entryFileNames: 'page.js', codeSplitting: false },
      },
    },
  })
  const [bundle] = Array.isArray(result) ? result : [result]
  const chunk = bundle && 'output' in bundle ? bundle.output[0] : undefined
  if (chunk?.type !== 'chunk') throw new Error('The page was not bundled.')
  return chunk.code
}

async function measureAll(page: Page): Promise<void> {
  const { names, rows } = await page.evaluate(() => ({ names: window.bench.names, rows: window.bench.rows }))
  const wanted = process.env['ONLY']?.split(',')
  const chosen = names.filter((name) => wanted === undefined || wanted.includes(name))
  const complete = new Set<string>()
  for (const name of chosen) if (await prepare(page, name)) complete.add(name)
  const load = loadavg().map((average) => average.toFixed(1))
  console.log(
    `\nmedian and best of ${rounds} rounds or more, milliseconds (median, times raw IndexedDB); load ${load.join(' ')}\n`,
  )
  console.log(['', ...chosen].map((cell, index) => (index === 0 ? cell.padEnd(28) : cell.padStart(24))).join(''))
  const wantedRows = new RegExp(process.env['ROWS'] ?? '')
  const report = async (some: readonly string[]) => {
    for (const row of some) {
      const able = LONG_ROWS.test(row) ? chosen.filter((name) => complete.has(name)) : chosen
      for (const line of reportRow(row, chosen, await measureRow(page, row, able))) console.log(line)
    }
  }
  const asked = rows.filter((row) => wantedRows.test(row))
  await report(asked.filter((row) => !NO_GOAL.test(row)))
  const others = asked.filter((row) => NO_GOAL.test(row))
  if (others.length > 0) console.log('\nwithout a goal:')
  await report(others)
}

async function prepare(page: Page, name: string): Promise<boolean> {
  const start = performance.now()
  const complete = await page.evaluate(([who, budget]) => window.bench.prepare(who, budget), [name, PREPARE_MS] as const)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(
    complete
      ? `${name} holds its 21,000 files after ${seconds} s`
      : `${name} was given up after ${seconds} s; its long rows are left out`,
  )
  return complete
}

/** Everybody once per round, in an order by chance, so that noisy moments and noisy neighbours fall on all alike. The first round warms up. */
async function measureRow(page: Page, row: string, able: readonly string[]): Promise<Times> {
  const taken = new Map<string, number[]>()
  const slow = new Set<string>()
  const times = CLOSE_ROWS.find(([rows]) => rows.test(row))?.[1] ?? 1
  const bestOf = (name: string) => best(taken.get(name) ?? [])
  for (let round = 0; round <= rounds * times; round++) {
    const limit = round > rounds ? FAR_BEHIND * Math.min(...able.map(bestOf)) : Number.POSITIVE_INFINITY
    for (const name of shuffled(able)) {
      if (slow.has(name) || (taken.has(name) && bestOf(name) > limit)) continue
      await setTimeout(LARGE_ROWS.test(row) ? LARGE_PAUSE_MS : PAUSE_MS)
      const time = await page.evaluate(([who, what]) => window.bench.run(who, what), [name, row] as const)
      if (time > SLOW_MS) slow.add(name)
      if (round > 0 || time > SLOW_MS) taken.set(name, [...(taken.get(name) ?? []), time])
    }
  }
  return taken
}

function shuffled(names: readonly string[]): readonly string[] {
  return names
    .map((name) => ({ name, place: Math.random() }))
    .toSorted((left, right) => left.place - right.place)
    .map(({ name }) => name)
}
