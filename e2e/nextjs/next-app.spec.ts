import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'

const MINUTES = 60_000
const folder = join(import.meta.dirname, '..', '..', 'examples', 'nextjs')

let app: ChildProcess
let address = ''

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const found = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof found === 'object' && found ? found.port : 0
}

// Started as its README says: installed, built and served by `npm start`.
test.beforeAll(async () => {
  test.setTimeout(8 * MINUTES)
  const port = await freePort()
  address = `http://127.0.0.1:${port}/`
  const env = { ...process.env, PORT: String(port), PARLEY_DISCOVER: 'no', PARLEY_DEMO_PACE: '0' }
  // A group of its own: what npm starts must end with it.
  app = spawn('npm', ['start'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'], detached: true })
  let said = ''
  for await (const chunk of app.stdout ?? []) {
    said += String(chunk)
    if (/Ready in/.test(said)) return
  }
  throw new Error(`The example ended before it was ready: ${said}`)
})

test.afterAll(async () => {
  if (app.pid === undefined || app.exitCode !== null) return
  process.kill(-app.pid, 'SIGKILL')
  await once(app, 'exit')
})

test('the route answers, the card asks, the page changes once it may, and nothing is sent twice', async ({ page }) => {
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') requests.push(new URL(request.url()).pathname)
  })
  await page.goto(address)
  await page.getByRole('button', { name: 'Send' }).click()
  const card = page.locator('[data-call-key]')
  await expect(card).toHaveAttribute('data-stage', 'awaiting')
  await expect(card).toContainText('Paint the page lightyellow')
  await expect(card).toHaveCSS('border-top-style', 'solid')
  await expect(page.locator('body')).not.toHaveCSS('background-color', 'rgb(255, 255, 224)')
  await card.getByRole('button', { name: /^Call/ }).click()
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 224)')
  await expect(page.getByText('paint_page answered: {"background":"rgb(255, 255, 224)"}')).toBeVisible()
  await page.getByLabel('Message').fill('hello')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('I am a scripted demo')).toBeVisible()
  expect(requests).toEqual(['/api/chat', '/api/chat', '/api/chat'])
})
