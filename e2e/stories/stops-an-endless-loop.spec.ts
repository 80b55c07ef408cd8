import { test } from './support/scripted-studio.ts'
import { approveNext, ask, call, cards, expect } from './support/studio.ts'

// A trace takes a snapshot of every frame before each step, and the frame that spins cannot give one.
test.use({ trace: 'off', screenshot: 'off' })

test('an endless loop leaves the page alive and can be stopped', async ({ page, begin }) => {
  await begin((_, turn) =>
    turn === 1 ? { text: call('browser_js_eval', { code: 'while(true){}', timeout_ms: 120_000 }) } : { text: 'I see.' },
  )
  await ask(page, 'Spin')
  await approveNext(page)
  await expect(cards(page)).toHaveAttribute('data-stage', 'running')
  const gap = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let longest = 0
        let last = performance.now()
        const end = last + 1500
        const look = () => {
          const now = performance.now()
          longest = Math.max(longest, now - last)
          last = now
          if (now < end) setTimeout(look, 10)
          else resolve(longest)
        }
        look()
      }),
  )
  expect(gap).toBeLessThan(1000)
  await page.locator('[data-action="stop"]').click()
  await expect(cards(page)).toHaveAttribute('data-stage', 'stopped')
  await expect(cards(page)).toContainText('Stopped by you')
})
