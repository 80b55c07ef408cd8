import { chromium } from '@playwright/test'
import { servePage } from '../harness/serve-page.ts'
import { expect, test } from './sandbox-test.ts'

// The page is shared by all tests of the file; a recording of each would only slow them down.
test.use({ trace: 'off' })

test('the document may live on another origin than the page', async ({ page, scripts }) => {
  const sandboxHost = await servePage(scripts)
  const embedder = await servePage(scripts, `${sandboxHost.origin}/sandbox.html ${sandboxHost.origin}/sandbox-worker.html`)
  await page.goto(`${embedder.origin}/?sandbox=${encodeURIComponent(`${sandboxHost.origin}/sandbox.html`)}`)
  expect(await page.evaluate(() => window.page.run({ code: '6 * 7' }))).toMatchObject({ kind: 'returned', value: { json: 42 } })
  expect(await page.evaluate(() => window.page.run({ code: 'while (true) {}', limits: { timeoutMs: 400 } }))).toMatchObject({
    why: 'timeout',
  })
  expect(await page.evaluate(() => window.page.run({ code: '6 * 7' }))).toMatchObject({ kind: 'returned', value: { json: 42 } })
  await embedder.close()
  await sandboxHost.close()
})

test('a document served without its headers is refused, and nothing runs in it', async ({ page, served }) => {
  await page.goto(`${served.origin}/?sandbox=/unlocked.html`)
  const message = await page.evaluate(() =>
    window.page.run({ code: 'globalThis.ran = 1' }).then(String, (error: Error) => error.message),
  )
  expect(message).toContain('served without its headers')
})

test('a document that is not there is reported with what to do', async ({ page, served }) => {
  await page.goto(`${served.origin}/?sandbox=/nowhere.html`)
  const message = await page.evaluate(() => window.page.run({ code: '1' }).then(String, (error: Error) => error.message))
  expect(message).toContain('did not answer. Check that it is served')
})

test('a frame that the studio policy does not name cannot be loaded into the page', async ({ page, served }) => {
  await page.goto(served.origin)
  const blocked = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective))
        const frame = document.createElement('iframe')
        frame.src = 'http://127.0.0.1:1/'
        document.body.append(frame)
      }),
  )
  expect(blocked).toBe('frame-src')
})

test('also where the browser knows no connection list, a program cannot load another document of the same origin', async ({
  page,
  served,
}) => {
  await page.goto(`${served.origin}/?strict&sandbox=/older.html`)
  for (const code of [
    `location = '${served.origin}/leak?1'`,
    `location.search = '?leak'`,
    `document.head.innerHTML = '<meta http-equiv=refresh content="0;url=/leak?2">'`,
  ]) {
    const outcome = await page.evaluate((program) => window.page.run(program), {
      code: `${code}; await new Promise(() => {})`,
      limits: { timeoutMs: 1500 },
    })
    expect(outcome, code).toMatchObject({ kind: 'stopped' })
  }
  expect(served.requests.filter((path) => path.startsWith('/leak'))).toEqual([])
  expect(await page.evaluate(() => window.page.run({ code: '6 * 7' }))).toMatchObject({ value: { json: 42 } })
})

test('a browser that does not deny a document every connection runs programs in a worker', async ({ browser, served }) => {
  const context = await browser.newContext({
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  })
  const page = await context.newPage()
  await page.goto(served.origin)
  expect(await page.evaluate(() => window.page.run({ code: 'typeof document' }))).toMatchObject({ value: { json: 'undefined' } })
  await context.close()
})

test.describe('where the browser runs sandboxed frames inside the page', () => {
  test('programs run in a worker, can be stopped, and reach nothing', async ({ served }, testInfo) => {
    const options = testInfo.project.use.launchOptions ?? {}
    const flags = [
      '--disable-features=IsolateSandboxedIframes,OriginKeyedProcessesByDefault',
      '--disable-site-isolation-trials',
      '--renderer-process-limit=1',
    ]
    const browser = await chromium.launch({ ...options, args: [...(options.args ?? []), ...flags] })
    const page = await browser.newPage()
    await page.goto(served.origin)
    const run = (code: string) => page.evaluate((program) => window.page.run(program), { code, limits: { timeoutMs: 800 } })
    expect(await run('typeof document')).toMatchObject({ kind: 'returned', value: { json: 'undefined' } })
    expect(await run('const x = 20; await x * 2 + 2')).toMatchObject({ value: { json: 42 } })
    expect(await run('console.warn("w"); null.x')).toMatchObject({
      kind: 'threw',
      error: { name: 'TypeError', line: 1 },
      lines: [{ level: 'warn', text: 'w' }],
    })
    const alive = page.evaluate(() => new Promise((resolve) => setTimeout(() => resolve('alive'), 300)))
    const endless = run('while (true) {}')
    expect(await Promise.race([alive, endless]), 'the page goes on while the program runs').toBe('alive')
    expect(await endless).toMatchObject({ kind: 'stopped', why: 'timeout' })
    const before = served.requests.length
    for (const code of [
      `await fetch('${served.origin}/leak')`,
      `importScripts('${served.origin}/leak')`,
      `await import('${served.origin}/leak')`,
      `new Worker('${served.origin}/leak')`,
      `new WebSocket('${served.origin.replace('http', 'ws')}/leak')`,
      `indexedDB.open('x')`,
      `await caches.open('x')`,
      `new BroadcastChannel('x')`,
    ]) {
      expect(await run(code), code).toMatchObject({ kind: 'threw' })
    }
    expect(await run(`postMessage({ type: 'returned', text: 'forged' }); close(); 'honest'`)).toMatchObject({
      value: { text: 'honest' },
    })
    expect(served.requests.slice(before).filter((path) => path.includes('leak'))).toEqual([])
    await browser.close()
  })
})
