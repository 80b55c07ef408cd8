import { type Browser, chromium } from 'playwright'
import { startParley } from '../e2e/stories/support/parley-server.ts'
import { type Reply, startUpstream } from '../e2e/stories/support/scripted-upstream.ts'
import { ask, call, openStudio } from '../e2e/stories/support/studio.ts'
import { findChromium } from '../scripts/workspace/find-chromium.mjs'

// `npm run bench studio`: frames a second of the built studio while it receives far more than a model can write.

const sentence =
  'The quick brown fox jumps over the lazy dog, and **then** it writes `code` and a [link](https://example.com) again. '
const answer = Array.from({ length: 160 }, (_, index) => {
  if (index % 5 === 0) return `## Heading ${index}\n\n- one ${sentence}\n- two\n- three\n`
  return index % 7 === 0 ? `\`\`\`js\n${'const x = 1\n'.repeat(40)}\`\`\`\n` : sentence.repeat(6)
}).join('\n\n')
const lines = Array.from({ length: 22_000 }, (_, index) => `export const value${index} = ${index} * 2 // "quoted" line`)

const ROWS: readonly { readonly title: string; readonly reply: Reply; readonly end: string }[] = [
  {
    title: 'an answer of 100,000 characters in Markdown',
    reply: { text: answer.slice(0, 100_000), pieces: 60, pace: 2 },
    end: 'button[aria-label="Answer again"]',
  },
  {
    title: '100,000 characters without a line break',
    reply: { text: 'word '.repeat(20_000), pieces: 60, pace: 2 },
    end: 'button[aria-label="Answer again"]',
  },
  {
    title: 'write_file with 1 MB of content',
    reply: {
      text: call('write_file', { path: '/big.ts', content: lines.join('\n').slice(0, 1_000_000) }),
      pieces: 2000,
      pace: 4,
    },
    end: '[data-stage="awaiting"]',
  },
]

interface Smoothness {
  readonly frames: number
  readonly seconds: number
  readonly worst: number
}

async function measure(browser: Browser, url: string, row: (typeof ROWS)[number]): Promise<Smoothness> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 } })
  const page = await context.newPage()
  await openStudio(page, { url, model: 'scripted' })
  await page.evaluate(() => {
    const gaps: number[] = []
    let last = performance.now()
    const look = (now: number) => {
      gaps.push(now - last)
      last = now
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
    Object.assign(window, { gaps })
  })
  await ask(page, row.title)
  await page.waitForSelector(row.end, { timeout: 180_000 })
  const gaps = await page.evaluate(() => Reflect.get(window, 'gaps') as number[])
  await context.close()
  return { frames: gaps.length, seconds: gaps.reduce((sum, gap) => sum + gap, 0) / 1000, worst: Math.max(...gaps) }
}

const upstream = await startUpstream(
  ({ messages }) => ROWS.find((row) => messages.at(-1)?.content === row.title)?.reply ?? { text: '' },
)
const parley = await startParley({ PARLEY_URL: upstream.url, PARLEY_MODELS: 'scripted', PARLEY_DIALECT: 'json-strict' })
const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: ['--no-sandbox', '--disable-gpu'] })
for (const row of ROWS) {
  const { frames, seconds, worst } = await measure(browser, parley.url, row)
  console.log(
    `${row.title}: ${(frames / seconds).toFixed(0)} frames a second, the longest ${worst.toFixed(0)} ms, ${seconds.toFixed(1)} s`,
  )
}
await browser.close()
await parley.kill()
await upstream.stop()
