import { createServer } from 'node:http'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import { build } from 'vite'
import { findChromium } from '../scripts/workspace/find-chromium.mjs'
import type { Times } from './files/page.ts'

// `npm run bench files [rounds]`: the file system beside raw IndexedDB and its peers, in one browser, in turns.

const rounds = Number(process.argv[2] ?? 5)
const GOAL = 1.5

const script = await bundlePage()
const server = createServer((request, response) => {
  if (request.url === '/page.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
  else
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><script type="module" src="/page.js"></script>')
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const address = server.address()
const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
})
try {
  const page = await (await browser.newContext()).newPage()
  page.on('pageerror', (error) => console.error(String(error)))
  await page.goto(origin)
  report(await measureAll(page))
} finally {
  await browser.close()
  server.close()
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

/** Each round measures everybody once, in another order, so that warm caches and noisy minutes fall on all alike. */
async function measureAll(page: Page): Promise<Map<string, Times[]>> {
  await page.waitForFunction(() => window.names !== undefined)
  const names = await page.evaluate(() => [...window.names])
  const wanted = process.env['ONLY']?.split(',')
  const chosen = names.filter((name) => wanted === undefined || wanted.includes(name))
  const all = new Map<string, Times[]>(chosen.map((name) => [name, []]))
  for (const name of chosen) {
    const start = performance.now()
    await page.evaluate((who) => window.prepare(who, 'bench'), name)
    console.error(`${name} holds its 21,000 files after ${Math.round(performance.now() - start)} ms`)
  }
  for (let round = -1; round < rounds; round++) {
    const order = chosen.map((_, index) => chosen[(index + Math.max(round, 0)) % chosen.length] ?? '')
    for (const name of order) {
      const times = await page.evaluate((who) => window.measure(who, 'bench'), name)
      if (round >= 0) all.get(name)?.push(times)
    }
  }
  return all
}

function report(all: ReadonlyMap<string, readonly Times[]>): void {
  const names = [...all.keys()]
  const rows = Object.keys(all.get(names[0] ?? '')?.[0] ?? {})
  console.log(`best of ${rounds} rounds, milliseconds (times raw IndexedDB)\n`)
  console.log(['', ...names].map((cell, index) => (index === 0 ? cell.padEnd(38) : cell.padStart(18))).join(''))
  for (const row of rows) {
    const times = names.map((name) => Math.min(...(all.get(name) ?? []).map((round) => round[row] ?? Number.NaN)))
    const base = times[names.indexOf('raw IndexedDB')] ?? Number.NaN
    console.log(row.padEnd(38) + times.map((time) => `${time.toFixed(1)} (${(time / base).toFixed(2)})`.padStart(18)).join(''))
    const ours = times[names.indexOf('Parley')] ?? Number.NaN
    if (ours / base > GOAL) console.log(`${' '.repeat(38)}^ above the goal of ${GOAL} × raw`)
  }
}
