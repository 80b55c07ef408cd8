import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Found } from './harness/kill-page.ts'
import { serveScript } from './harness/serve-script.ts'

const KILLS = 50
const chromium = process.env['PARLEY_E2E_CHROMIUM'] ?? ''
const flags = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-default-browser-check',
  '--disable-extensions',
  '--disable-default-apps',
  '--disable-breakpad',
  '--in-process-gpu',
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

test(`a browser killed ${KILLS} times while it writes leaves every file whole, old or new`, async () => {
  test.setTimeout(480_000)
  let [intended, done, kills, killsDuringWrites] = [0, 0, 0, 0]
  const reports: Found[] = []
  let heard: (() => void) | undefined
  const served = await serveScript('kill-page.ts', (request, response) => {
    if (request.method !== 'POST') return false
    const take = (body: unknown) => {
      if (request.url === '/intent') intended = Number(body)
      if (request.url === '/done') done = Number(body)
      if (request.url === '/found') {
        reports.push(body as Found)
        heard?.()
      }
      response.writeHead(204).end()
    }
    void bodyOf(request).then(take)
    return true
  })
  const profile = mkdtempSync(join(tmpdir(), 'parley-kill-'))
  let browser: ChildProcess | undefined
  try {
    for (kills = 0; kills <= KILLS; kills++) {
      const [leastWrite, mostWrite] = [done, intended]
      const found = new Promise<void>((resolve) => {
        heard = resolve
      })
      browser = launch(profile, served.origin)
      await found
      const report = reports.at(-1)
      expect(report?.problems, `after ${kills} kills`).toEqual([])
      const writes = Object.values(report?.writes ?? {})
      for (const write of writes) {
        expect(write).toBeGreaterThanOrEqual(leastWrite)
        expect(write).toBeLessThanOrEqual(mostWrite)
      }
      const batch = ['/small/1', '/small/2', '/small/3'].map((path) => report?.writes[path])
      expect(new Set(batch).size, 'a batch is there whole or not at all').toBe(1)
      if (kills < KILLS) await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 180))
      if (intended > done) killsDuringWrites++
      await kill(browser)
      browser = undefined
    }
  } finally {
    if (browser !== undefined) await kill(browser)
    await served.close()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  console.log(
    `${done} rounds of writes acknowledged, ${killsDuringWrites} of ${KILLS} kills fell into one, ${reports.at(-1)?.versions} versions checked`,
  )
  expect(killsDuringWrites).toBeGreaterThan(KILLS / 2)
  expect(Object.keys(reports.at(-1)?.writes ?? {}).length, 'all five files were there in the end').toBe(5)
})
