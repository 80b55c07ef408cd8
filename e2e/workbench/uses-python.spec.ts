import { test } from '@playwright/test'
import { answers, approveNext, ask, cards, expect, openStudio, waitingCard } from '../stories/support/studio.ts'

// A trace takes a snapshot of every frame before each step, and the worker that starts makes it wait.
test.use({ trace: 'off' })

test('Python is offered once it is switched on, runs in the page, and packages come only when asked for', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await openStudio(page)
  await ask(page, 'Use Python to find the median of 3, 9, 4 and 7')
  await expect(answers(page).last()).toContainText('browser_python_eval, and it is not switched on')
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('tab', { name: 'Tools' }).click()
  await page.getByRole('checkbox', { name: /^Python/ }).check()
  const address = page.getByLabel('Address of the packages')
  await page.getByRole('button', { name: 'Fetch' }).click()
  await expect(page.getByRole('tabpanel').getByRole('alert')).toContainText('may not reach cdn.jsdelivr.net yet')
  expect(asked.filter((path) => path.startsWith('/python'))).toEqual([])
  await address.fill(new URL('/nothing/here/', page.url()).href)
  await page.getByRole('button', { name: 'Fetch' }).click()
  await expect(page.getByRole('tabpanel').getByRole('alert')).toContainText('Nothing could be fetched from')
  const held = Promise.withResolvers<void>()
  let isHeld = true
  await page.route('**/wheels/**', async (route) => {
    if (isHeld) await held.promise
    await route.fulfill({ body: 'no wheel' }).catch(() => undefined)
  })
  await address.fill(new URL('/wheels/', page.url()).href)
  await page.getByRole('button', { name: 'Fetch' }).click()
  await expect(page.getByRole('tabpanel').getByRole('status').filter({ hasText: 'Fetching' })).toContainText(
    /Fetching \S+ \(1 of \d+\)/,
  )
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(page.getByText('None are here.')).toBeVisible()
  await expect(page.getByRole('tabpanel').getByRole('alert'), 'who stopped it knows why').toHaveCount(0)
  isHeld = false
  held.resolve()
  await page.getByRole('button', { name: 'Fetch' }).click()
  await expect(page.getByRole('tabpanel').getByRole('alert')).toContainText(
    /\.whl is not the file that it should be, so it was not kept/,
  )
  await expect(page.getByText('None are here.')).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.keyboard.press('Escape')

  await ask(page, 'Use Python to find the median of 3, 9, 4 and 7')
  await expect(waitingCard(page)).toContainText('statistics.median(values)')
  await expect(waitingCard(page)).toContainText('Run Python')
  await approveNext(page)
  await expect(cards(page).last()).toHaveAttribute('data-stage', 'succeeded', { timeout: 120_000 })
  await expect(answers(page).last()).toContainText('the median is 5.5.')
  await expect(page.getByRole('table')).toContainText('above the mean')
  expect(new Set(asked.filter((path) => path.startsWith('/python/')))).toContain('/python/314.0.7/pyodide.asm.wasm')

  // A second visit takes everything from where it was kept.
  await page.reload()
  const before = asked.length
  await ask(page, 'Use Python to find the median of 10 and 20')
  await approveNext(page)
  await expect(answers(page).last()).toContainText('the median is 15', { timeout: 120_000 })
  expect(asked.slice(before).filter((path) => path.startsWith('/python/'))).toEqual([])
})
