import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { quietFlags, UNSEEN } from '../harness/chromium-flags.ts'
import { isLong } from '../harness/is-long.ts'
import type { Found } from './harness/kill-page.ts'
import { serveScript } from './harness/serve-script.ts'

/** In `npm run test:long` more often. */
const KILLS = isLong ? 50 : 10
// Two browsers with a profile each: while one starts, the other writes.
const BROWSERS = 2
const chromium = process.env['E2E_CHROMIUM'] ?? ''
const flags = [
  '--headless=new',
  ...quietFlags,
  '--no-default-browser-check',
  '--disable-extensions',
  '--disable-default-apps',
  '--disable-breakpad',
  '--in-process-gpu',
  `--disable-features=${UNSEEN.join(',')}`,
]

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const piece of request) text += String(piece)
  return JSON.parse(text)
}

/** Its own process group, so that the browser and all its helpers die in the same instant. */
function launch(profile: string, address: string): ChildProcess {
  return spawn(chromium, [...flags, `--user-data-dir=${profile}`, address], { detached: true, stdio: 'ignore' })
}

async function kill(browser: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => browser.once('exit', resolve))
  process.kill(-(browser.pid ?? 0), 'SIGKILL')
  await ended
}

/** What the page of one browser has said. */
class Witness {
  intended = 0
  done = 0
  #heard: ((found: Found) => void) | undefined
  #begun: (() => void) | undefined

  hear(what: string, body: unknown): void {
    if (what === '/intent') {
      this.intended = Number(body)
      this.#begun?.()
    }
    if (what === '/done') this.done = Number(body)
    if (what === '/found') this.#heard?.(body as Found)
  }

  nextReport(): Promise<Found> {
    return new Promise((resolve) => {
      this.#heard = resolve
    })
  }

  nextWrite(): Promise<void> {
    return new Promise((resolve) => {
      this.#begun = resolve
    })
  }
}

function check({ problems, writes }: Found, kills: number, [least, most]: readonly [number, number]): void {
  expect(problems, `after ${kills} kills`).toEqual([])
  for (const write of Object.values(writes)) {
    expect(write).toBeGreaterThanOrEqual(least)
    expect(write).toBeLessThanOrEqual(most)
  }
  const batch = ['/small/1', '/small/2', '/small/3'].map((path) => writes[path])
  expect(new Set(batch).size, 'a batch is there whole or not at all').toBe(1)
}

/** Starts one browser again and again, looks at what it finds, and kills it while it writes. */
async function killAgainAndAgain(address: string, witness: Witness, kills: number) {
  const profile = mkdtempSync(join(tmpdir(), 'parley-kill-'))
  let browser: ChildProcess | undefined
  let [duringWrites, killed] = [0, 0]
  try {
    for (;;) {
      const bounds = [witness.done, witness.intended] as const
      const [report, writing] = [witness.nextReport(), witness.nextWrite()]
      browser = launch(profile, address)
      const found = await report
      check(found, killed, bounds)
      if (killed === kills) return { duringWrites, found }
      await writing
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 180))
      if (witness.intended > witness.done) duringWrites++
      await kill(browser)
      browser = undefined
      killed++
    }
  } finally {
    if (browser !== undefined) await kill(browser)
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

test(`a browser killed ${KILLS} times while it writes leaves every file whole, old or new`, async () => {
  test.setTimeout(480_000)
  const witnesses = Array.from({ length: BROWSERS }, () => new Witness())
  const served = await serveScript('kill-page.ts', (request, response) => {
    if (request.method !== 'POST') return false
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://page')
    const take = (body: unknown) => {
      witnesses[Number(searchParams.get('browser'))]?.hear(pathname, body)
      response.writeHead(204).end()
    }
    void bodyOf(request).then(take)
    return true
  })
  try {
    // Also when one fails, the other comes to its end: nobody else would end its browser.
    const chains = await Promise.allSettled(
      witnesses.map((witness, index) => killAgainAndAgain(`${served.origin}/?browser=${index}`, witness, KILLS / BROWSERS)),
    )
    const ends = chains.map((chain) => {
      if (chain.status === 'rejected') throw chain.reason
      return chain.value
    })
    const duringWrites = sum(ends.map((end) => end.duringWrites))
    console.log(
      `${sum(witnesses.map(({ done }) => done))} rounds of writes acknowledged, ${duringWrites} of ${KILLS} kills fell into one, ${sum(ends.map(({ found }) => found.versions))} versions checked`,
    )
    expect(duringWrites).toBeGreaterThan(KILLS / 2)
    for (const { found } of ends) expect(Object.keys(found.writes).length, 'all five files were there in the end').toBe(5)
  } finally {
    await served.close()
  }
})
