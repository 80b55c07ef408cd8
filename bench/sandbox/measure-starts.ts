/* oxlint-disable unicorn/consistent-function-scoping -- the page is handed this one function as text, with all it needs */
export interface Starts {
  readonly bare: number[]
  readonly fresh: number[]
  readonly warm: number[]
  readonly next: number[]
}

/** Runs in the page: how long a worker, and a call, take there and back. Handed over as text, so it stands alone. */
export async function measureStarts(count: number): Promise<Starts> {
  const roundTrip = (worker: Worker): Promise<void> =>
    new Promise((resolve) => {
      worker.addEventListener('message', () => resolve(), { once: true })
      worker.postMessage(1)
    })
  const measure = async (work: () => Promise<unknown>): Promise<number> => {
    const start = performance.now()
    await work()
    return performance.now() - start
  }
  const echo = new Worker('/echo.js')
  await roundTrip(echo)
  const found: Starts = { bare: [], fresh: [], warm: [], next: [] }
  for (let round = 0; round < count; round += 1) {
    found.bare.push(await measure(() => roundTrip(echo)))
    const worker = new Worker('/echo.js')
    found.fresh.push(await measure(() => roundTrip(worker)))
    worker.terminate()
    await window.page.sandbox.warmUp()
    found.warm.push(await measure(() => window.page.run({ code: '1 + 1' })))
    found.next.push(await measure(() => window.page.run({ code: '1 + 1' })))
  }
  return found
}
