import { test } from '@playwright/test'
import { startParley } from './support/parley-server.ts'
import { startUpstream } from './support/scripted-upstream.ts'
import { approveNext, ask, call, cards, expect, openStudio } from './support/studio.ts'

// A trace takes a snapshot of every frame before each step, and the frame that spins cannot give one.
test.use({ trace: 'off', screenshot: 'off' })

test('an endless loop leaves the page alive and can be stopped', async ({ page }) => {
  const upstream = await startUpstream((_, turn) =>
    turn === 1 ? { text: call('browser_js_eval', { code: 'while(true){}', timeout_ms: 120_000 }) } : { text: 'I see.' },
  )
  const parley = await startParley({ PARLEY_URL: upstream.url, PARLEY_MODELS: 'scripted', PARLEY_DIALECT: 'json-strict' })
  try {
    await openStudio(page, { url: parley.url, model: 'scripted' })
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
  } finally {
    await parley.kill()
    await upstream.stop()
  }
})
