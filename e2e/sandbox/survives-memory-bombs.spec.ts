import { chromium } from '@playwright/test'
import { expect, test } from './sandbox-test.ts'

// The page is shared by all tests of the file; a recording of each would only slow them down.
test.use({ trace: 'off' })

const bombs: Readonly<Record<string, string>> = {
  numbers: 'const kept = []; while (true) kept.push(new Array(1e6).fill(1.5))',
  'numbers, a little at a time':
    'const kept = []; while (true) { kept.push(new Array(1e6).fill(1.5)); await new Promise((resolve) => setTimeout(resolve)) }',
}

test('a program that takes too much memory loses its process, the page is told so, and the next program runs', async ({
  served,
}, testInfo) => {
  test.slow()
  // A small heap, so that its end comes in a moment. The runner itself takes a crashed frame for a crashed page, so the page reports by itself.
  const options = testInfo.project.use.launchOptions ?? {}
  const browser = await chromium.launch({ ...options, args: [...(options.args ?? []), '--js-flags=--max-heap-size=200'] })
  for (const [title, code] of Object.entries(bombs)) {
    const page = await browser.newPage()
    await page.goto(served.origin)
    await page.evaluate(
      (program) => {
        const report = async (): Promise<void> => {
          const outcome = await window.page.run(program)
          const next = await window.page.run({ code: '6 * 7' })
          await fetch(
            `/report?${outcome.kind === 'stopped' ? outcome.why : outcome.kind},${next.kind === 'returned' ? next.value.text : next.kind}`,
          )
        }
        void report()
      },
      { code, limits: { timeoutMs: 40_000 } },
    )
    const before = served.requests.length
    await expect
      .poll(() => served.requests.slice(before).filter((path) => path.startsWith('/report')), { timeout: 45_000, message: title })
      .toEqual(['/report?memory,42'])
    await page.close()
  }
  await browser.close()
})

/** It is about memory: on a busy machine its end is slow to come. */
const patient = { limits: { timeoutMs: 60_000 } }

test('more memory than there is fails inside the program, with an error it can handle', async ({ run }) => {
  expect(await run('const kept = []; while (true) kept.push(new Uint8Array(4e9))', patient)).toMatchObject({
    kind: 'threw',
    error: { name: 'RangeError' },
  })
  expect(
    await run('const kept = []; while (true) kept.push(new WebAssembly.Memory({ initial: 30_000 }))', patient),
  ).toMatchObject({
    kind: 'threw',
    error: { name: 'RangeError' },
  })
  expect(await run(`'x'.repeat(2 ** 30)`, patient)).toMatchObject({ kind: 'threw', error: { name: 'RangeError', line: 1 } })
})
