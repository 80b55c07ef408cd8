import { createServer, type Server } from 'node:http'
import { chromium, expect, type Page, test } from '@playwright/test'
import { type RunningParley, startParley } from '../stories/support/parley-server.ts'

// A web page of another origin tries to use a server on this computer. Every attempt must fail, and leave no answer behind.

let parley: RunningParley
let elsewhere: Server
let foreign = ''

test.beforeAll(async () => {
  parley = await startParley()
  elsewhere = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<title>evil</title>'))
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  const address = elsewhere.address()
  foreign = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`
})

test.afterAll(async () => {
  await parley.kill()
  elsewhere.close()
})

const BODY = JSON.stringify({
  model: 'demo-scripted',
  messages: [{ role: 'user', id: 'u', parts: [{ type: 'text', text: 'hi' }] }],
})

interface Attempt {
  readonly method?: string
  readonly body?: string
  readonly headers?: Record<string, string>
  readonly mode?: RequestMode
}

/** What a page learns of a request: the status, `opaque` when it may not look, or that it failed. */
function attempt(page: Page, path: string, init: Attempt): Promise<string> {
  return page.evaluate(
    ([url, options]) =>
      fetch(url, options).then(
        (response) => (response.type === 'opaque' ? 'opaque' : String(response.status)),
        () => 'failed',
      ),
    [parley.url + path, init] as const,
  )
}

async function answersGiven(): Promise<number> {
  const text = await (await fetch(`${parley.url}metrics`)).text()
  return Number(/parley_first_event_seconds_count (\d+)/.exec(text)?.[1])
}

test('a page of another origin can neither read nor trigger anything', async ({ page }) => {
  await page.goto(foreign)
  expect(await attempt(page, 'api/models', {})).toBe('failed')
  expect(
    await attempt(page, 'api/respond', { method: 'POST', body: BODY, headers: { 'content-type': 'application/json' } }),
  ).toBe('failed')
  expect(await attempt(page, 'api/respond', { method: 'POST', body: BODY })).toBe('failed')
  expect(await attempt(page, 'api/respond', { method: 'POST', body: BODY, mode: 'no-cors' })).toBe('opaque')
  expect(await attempt(page, 'v1/chat/completions', { method: 'POST', body: BODY, mode: 'no-cors' })).toBe('opaque')
  await page.evaluate(
    ([url, body]) =>
      new Promise<void>((resolve) => {
        const frame = document.body.appendChild(
          Object.assign(document.createElement('iframe'), { name: 'target', onload: () => resolve() }),
        )
        const form = document.body.appendChild(
          Object.assign(document.createElement('form'), {
            action: url,
            method: 'post',
            enctype: 'text/plain',
            target: frame.name,
          }),
        )
        form.append(Object.assign(document.createElement('input'), { name: body.slice(0, -1), value: '}' }))
        form.submit()
      }),
    [`${parley.url}api/respond`, BODY] as const,
  )
  expect(await answersGiven()).toBe(0)
})

test('its own page may', async ({ page }) => {
  await page.goto(parley.url)
  expect(await attempt(page, 'api/models', {})).toBe('200')
})

test('a foreign name that was bound to this computer is not answered to', async () => {
  const executablePath = process.env['E2E_CHROMIUM']
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP rebound.test 127.0.0.1'],
  })
  try {
    const page = await browser.newPage()
    const response = await page.goto(`http://rebound.test:${parley.port}/api/models`)
    expect(response?.status()).toBe(403)
    expect((await page.goto(`http://rebound.test:${parley.port}/`))?.status()).toBe(403)
  } finally {
    await browser.close()
  }
})
