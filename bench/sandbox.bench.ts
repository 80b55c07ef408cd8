import { chromium, type Page } from 'playwright'
import { buildPage } from '../e2e/harness/build-page.ts'
import { quietFlags } from '../e2e/harness/chromium-flags.ts'
import { servePage } from '../e2e/harness/serve-page.ts'
import { findChromium } from '../scripts/workspace/find-chromium.mjs'
import { kernels } from './sandbox/kernels.ts'
import { measureStarts } from './sandbox/measure-starts.ts'

// `npm run bench sandbox [rounds]`: programs in the sandbox beside the same code in the page, and the start of a call
// beside a bare worker. Both sides take turns in one browser; of each the best round counts, of starts the median.

const rounds = Number(process.argv[2] ?? 7)

const served = await servePage(await buildPage())
const executablePath = findChromium()
const browser = await chromium.launch({ ...(executablePath !== undefined && { executablePath }), args: [...quietFlags] })
try {
  const page = await browser.newPage()
  await page.goto(served.origin)
  await page.evaluate(() => window.page.sandbox.warmUp())
  await reportCompute(page)
  await reportStarts(page)
} finally {
  await browser.close()
  await served.close()
}

interface Timed {
  readonly ms: number
  readonly value: unknown
}

/** The kernel several times in a row, as in a page that has been open for a while; the best of them counts. */
function timed(kernel: string): string {
  return `(() => {
    const kernel = () => { ${kernel} }
    let ms = Infinity, value
    for (let run = 0; run < 15; run++) { const start = performance.now(); value = kernel(); ms = Math.min(ms, performance.now() - start) }
    return { ms, value }
  })()`
}

async function reportCompute(page: Page): Promise<void> {
  const ratios: number[] = []
  for (const [title, kernel] of Object.entries(kernels)) {
    const native: Timed[] = []
    const boxed: Timed[] = []
    for (let round = 0; round < rounds; round += 1) {
      // A fresh function each time on both sides: neither may profit from what was compiled before.
      native.push(await page.evaluate<Timed>(`${timed(kernel)} // ${round}`))
      boxed.push(await inSandbox(page, `${timed(kernel)} // ${round}`))
    }
    if (native[0]?.value !== boxed[0]?.value) throw new Error(`${title}: the sandbox computed ${String(boxed[0]?.value)}`)
    const speed = best(native) / best(boxed)
    ratios.push(speed)
    print(
      title,
      `native ${best(native).toFixed(1)} ms`,
      `sandbox ${best(boxed).toFixed(1)} ms`,
      `${speed.toFixed(2)} × native speed`,
    )
  }
  const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length)
  print('all (geometric mean)', '', '', `${mean.toFixed(2)} × native speed (goal: 0.90 or more)`)
}

async function inSandbox(page: Page, code: string): Promise<Timed> {
  const outcome = await page.evaluate((program) => window.page.run(program), { code, limits: { timeoutMs: 60_000 } })
  if (outcome.kind !== 'returned') throw new Error(`the sandbox did not return: ${JSON.stringify(outcome)}`)
  const { json } = outcome.value
  if (typeof json !== 'object' || json === null || !('ms' in json) || typeof json.ms !== 'number')
    throw new Error('the kernel was not timed')
  return { ms: json.ms, value: 'value' in json ? json.value : undefined }
}

async function reportStarts(page: Page): Promise<void> {
  const times = await page.evaluate(measureStarts, rounds * 5)
  const bare = median(times.bare)
  print('bare worker, there and back', `${bare.toFixed(2)} ms`, '', '')
  print('fresh worker, there and back', `${median(times.fresh).toFixed(2)} ms`, '', '')
  print(
    'a call, warm',
    `${median(times.warm).toFixed(2)} ms`,
    '',
    `${(median(times.warm) - bare).toFixed(2)} ms more than a bare worker (goal: below 20)`,
  )
  print('a call right after another', `${median(times.next).toFixed(2)} ms`, '', '')
}

function best(times: readonly Timed[]): number {
  return Math.min(...times.map(({ ms }) => ms))
}

function median(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}

function print(...[title = '', a = '', b = '', c = '']: readonly string[]): void {
  process.stdout.write(`${title.padEnd(32)}${a.padEnd(18)}${b.padEnd(20)}${c}\n`)
}
