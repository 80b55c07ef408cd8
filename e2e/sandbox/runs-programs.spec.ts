import { expect, test } from './sandbox-test.ts'

test('the value of the last expression comes back as data', async ({ run }) => {
  const primes = `let sum = 0
for (let n = 2; n < 1000; n++) { let prime = true; for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false; if (prime) sum += n }
sum`
  const outcome = await run(primes)
  expect(outcome).toMatchObject({ kind: 'returned', value: { text: '76127', json: 76127, type: 'number' } })
})

test('an endless loop ends in time and the page answers meanwhile', async ({ run, page }) => {
  const running = run('while (true) {}', { limits: { timeoutMs: 1500 } })
  for (let round = 0; round < 5; round += 1) {
    const started = Date.now()
    await page.getByRole('button').click()
    expect(Date.now() - started).toBeLessThan(1000)
  }
  expect(await running).toMatchObject({ kind: 'stopped', why: 'timeout' })
  expect(await run('1 + 1')).toMatchObject({ kind: 'returned', value: { json: 2 } })
})
