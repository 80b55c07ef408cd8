import type { Page } from '@playwright/test'

export interface Watched<Result> {
  readonly result: Result
  /** The longest the page's event loop stood still, beyond what the machine held everyone. */
  readonly heldMs: number
  /** What a click usually took to be answered, beyond the same. */
  readonly clickMs: number
  /** The longest the machine held a process that had nothing else to do. */
  readonly machineMs: number
}

interface Beat {
  last: number
  longest: number
  clicks: number[]
}

/**
 * Watches the page while `work` goes on. A second heart beats here, in the runner: what stops both is a machine with other things to do,
 * what stops the page alone is the program that ought not to.
 */
export async function watchPage<Result>(page: Page, work: () => Promise<Result>): Promise<Watched<Result>> {
  await page.evaluate(startBeating)
  const machine = { last: performance.now(), longest: 0 }
  const beating = setInterval(() => {
    machine.longest = Math.max(machine.longest, performance.now() - machine.last)
    machine.last = performance.now()
  }, 10)
  const clicking = setInterval(() => void page.mouse.click(20, 15).catch(() => {}), 200)
  try {
    const result = await work()
    const { longest, clicks } = await page.evaluate(() => Reflect.get(window, 'beat') as Beat)
    const machineMs = machine.longest
    return { result, heldMs: longest - machineMs, clickMs: median(clicks) - machineMs, machineMs }
  } finally {
    clearInterval(clicking)
    clearInterval(beating)
  }
}

const LOOKS = 3

/**
 * Of a busy machine one process may have to wait while another one does not, which looks like a page that is held. A program that holds
 * the page does so every time: the work is done again, and the best of a few looks counts.
 */
export async function watchSurely<Result>(
  page: Page,
  isQuick: (watched: Watched<Result>) => boolean,
  work: () => Promise<Result>,
): Promise<Watched<Result>> {
  for (let look = 1; ; look += 1) {
    const watched = await watchPage(page, work)
    if (isQuick(watched) || look === LOOKS) return watched
  }
}

function startBeating(): void {
  const fresh: Beat = { last: performance.now(), longest: 0, clicks: [] }
  const known = Reflect.get(window, 'beat') as Beat | undefined
  if (known !== undefined) {
    Object.assign(known, fresh)
    return
  }
  Object.assign(window, { beat: fresh })
  setInterval(() => {
    fresh.longest = Math.max(fresh.longest, performance.now() - fresh.last)
    fresh.last = performance.now()
  }, 10)
  document.querySelector('button')?.addEventListener('click', (event) => fresh.clicks.push(performance.now() - event.timeStamp))
}

/** One click may be unlucky; a page that is held delays every one. */
function median(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}
