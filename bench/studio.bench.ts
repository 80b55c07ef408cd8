import { type Browser, chromium, type Page } from 'playwright'
import { startParley } from '../e2e/stories/support/parley-server.ts'
import { type Reply, startUpstream } from '../e2e/stories/support/scripted-upstream.ts'
import { answers, approveNext, ask, call, openStudio } from '../e2e/stories/support/studio.ts'
import { findChromium } from '../scripts/workspace/find-chromium.mjs'

// `npm run bench studio`: frames a second of the built studio while it receives far more than a model can write.

const sentence =
  'The quick brown fox jumps over the lazy dog, and **then** it writes `code` and a [link](https://example.com) again. '
const answer = Array.from({ length: 160 }, (_, index) => {
  if (index % 5 === 0) return `## Heading ${index}\n\n- one ${sentence}\n- two\n- three\n`
  return index % 7 === 0 ? `\`\`\`js\n${'const x = 1\n'.repeat(40)}\`\`\`\n` : sentence.repeat(6)
}).join('\n\n')
const lines = Array.from({ length: 22_000 }, (_, index) => `export const value${index} = ${index} * 2 // "quoted" line`)

/** A page that draws two hundred squares in every frame. */
const LIVE = `<!doctype html><canvas width="480" height="600"></canvas><script>
const pen = document.querySelector('canvas').getContext('2d')
let turn = 0
const draw = () => {
  pen.clearRect(0, 0, 480, 600)
  turn += 1
  for (let index = 0; index < 200; index++) {
    pen.fillStyle = 'hsl(' + (index * 7 + turn) + ' 60% 50%)'
    pen.fillRect((index * 37 + turn) % 480, (index * 53) % 600, 20, 20)
  }
  requestAnimationFrame(draw)
}
draw()
</script>`
const TABLE =
  "show(Array.from({ length: 2000 }, (_, index) => ({ day: index, amount: (index * 7919) % 2003, note: 'row ' + index })), { title: 'All' })"
const BUSY: Readonly<Record<string, string>> = {
  'Write the page': call('write_file', { path: '/live.html', content: LIVE }),
  'Show the table': call('browser_js_eval', { code: TABLE }),
}

/** Looks at a page that never rests and scrolls a long table without a pause. */
async function lookAtMuch(page: Page): Promise<void> {
  for (const [index, question] of Object.keys(BUSY).entries()) {
    await ask(page, question)
    await approveNext(page)
    await answers(page).filter({ hasText: '/live.html' }).nth(index).waitFor()
  }
  await page.locator('[data-role="assistant"] [data-path="/live.html"]').last().click()
  await page.frameLocator('[data-testid="preview"] iframe').locator('canvas').waitFor()
  await page.evaluate(() => {
    const places = [...document.querySelectorAll('[data-testid="shown"] *')]
    const table = places.find(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1000)
    if (!table) throw new Error('The table cannot be scrolled.')
    const scroll = () => {
      table.scrollTop = table.scrollTop + table.clientHeight < table.scrollHeight ? table.scrollTop + 40 : 0
      requestAnimationFrame(scroll)
    }
    scroll()
  })
}

interface Row {
  readonly title: string
  readonly reply: Reply
  readonly end: string
  readonly before?: (page: Page) => Promise<void>
}

const LARGE: Reply = {
  text: call('write_file', { path: '/big.ts', content: lines.join('\n').slice(0, 1_000_000) }),
  pieces: 2000,
  pace: 4,
}

const ROWS: readonly Row[] = [
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
    reply: LARGE,
    end: '[data-stage="awaiting"]',
  },
  {
    title: 'the same beside a live preview and a table of 2,000 rows that is scrolled',
    before: lookAtMuch,
    reply: LARGE,
    end: '[data-stage="awaiting"]',
  },
]

interface Smoothness {
  readonly frames: number
  readonly seconds: number
  readonly worst: number
}

async function measure(browser: Browser, url: string, row: (typeof ROWS)[number]): Promise<Smoothness> {
  const context = await browser.newContext({ viewport: { width: 1360, height: 900 } })
  const page = await context.newPage()
  await openStudio(page, { url, model: 'scripted' })
  await row.before?.(page)
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
  ({ messages }) =>
    ROWS.find((row) => messages.at(-1)?.content === row.title)?.reply ?? {
      text: BUSY[messages.at(-1)?.content ?? ''] ?? 'Look at `/live.html`.',
    },
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
