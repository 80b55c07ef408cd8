import type { Program, SandboxOutcome } from '@parley/browser/sandbox'
import { startListeners } from '../harness/listeners.ts'
import { launchWatched } from '../harness/watched-browser.ts'
import { PYTHON_SECRETS, pythonRequests } from './attempts/python.ts'
import { expect, test } from './sandbox-test.ts'
import { watchSurely } from './watch-page.ts'

// The page is shared by all tests of the file; a recording of each would only slow them down.
test.use({ trace: 'off' })

const SECRET = 'planted-secret'

/** All of them in one world: whatever one does, the next is tried. */
const tryAll = (tries: Readonly<Record<string, string>>): string =>
  [
    'import asyncio, js, os',
    'found = {}',
    ...Object.entries(tries).flatMap(([title, code]) => [
      'try:',
      ...code.split('; ').map((line) => `    ${line}`),
      `    found[${JSON.stringify(title)}] = 'went through'`,
      'except BaseException as error:',
      `    found[${JSON.stringify(title)}] = type(error).__name__ + ': ' + str(error)[:200]`,
    ]),
    'await asyncio.sleep(1)',
    'found',
  ].join('\n')

const textOf = (outcome: SandboxOutcome): string => JSON.stringify(outcome)

test('a program in Python reaches nobody, in any of the ways there are', async ({ served }, testInfo) => {
  const listeners = await startListeners()
  const watched = await launchWatched(testInfo.project.use.launchOptions)
  const page = await watched.context.newPage()
  await page.goto(served.origin)
  const tries = pythonRequests({ host: listeners.host, udp: listeners.udp, page: served.origin, name: 'leak-python.parley.test' })
  const outcome = await page.evaluate((program) => window.page.runPython(program), {
    code: tryAll(tries),
    limits: { timeoutMs: 60_000 },
  })
  expect(outcome, textOf(outcome)).toMatchObject({ kind: 'returned', value: { type: 'dict' } })
  expect(Object.keys(outcome.kind === 'returned' ? (outcome.value.json as object) : {})).toEqual(Object.keys(tries))
  expect(textOf(outcome), 'each is written correctly').not.toContain('SyntaxError')
  expect(listeners.arrivals).toEqual([])
  expect(served.requests.filter((path) => path.includes('leak'))).toEqual([])
  expect(page.url()).toBe(`${served.origin}/`)
  const log = await watched.close()
  await listeners.close()
  expect(log.includes(new URL(served.origin).host), 'the log was written').toBe(true)
  expect(log).not.toContain('leak-python.parley.test')
})

/** Looks through everything that JavaScript's world offers to Python, for a port to the page. */
const WALK = `
import js, pyodide_js, _parley
seen, ports = js.Set.new(), 0
todo = [js.globalThis, pyodide_js, _parley, js.globalThis.constructor, js.MessagePort]
count = 0
while todo and count < 4000:
    value = todo.pop(0)
    if value is None or not hasattr(value, 'js_id') or seen.has(value):
        continue
    seen.add(value)
    count += 1
    if js.MessagePort.prototype.isPrototypeOf(value):
        ports += 1
    try:
        names = js.Reflect.ownKeys(value).to_py()
    except Exception:
        continue
    for name in list(names)[:300]:
        if not isinstance(name, str):
            continue
        try:
            todo.append(js.Reflect.getOwnPropertyDescriptor(value, name).value)
        except Exception:
            pass
[ports, count]
`

test('it finds no secret of the page and no port to it, and cannot say more than about itself', async ({ page, served }) => {
  if (page.url() !== `${served.origin}/`) await page.goto(served.origin)
  const python = (code: string, more: Pick<Program, 'limits' | 'session'> = {}) =>
    page.evaluate((program) => window.page.runPython(program), { limits: { timeoutMs: 60_000 }, ...more, code })
  await page.evaluate(async (secret) => {
    localStorage.setItem('secret', secret)
    window.name = secret
    location.hash = secret
    await (await caches.open('secret')).put('/secret', new Response(secret))
  }, SECRET)
  const looks = Object.fromEntries(Object.entries(PYTHON_SECRETS).map(([title, code]) => [title, `found['_'] = ${code}`]))
  const found = await python(tryAll(looks))
  expect(found).toMatchObject({ kind: 'returned' })
  expect(textOf(found)).not.toContain(SECRET)
  expect(textOf(found)).not.toContain(served.origin)
  expect(await python(WALK)).toMatchObject({ value: { json: [0, expect.any(Number)] } })
  const forged = await python(
    `import js\nfrom pyodide.ffi import create_proxy\njs.MessagePort.prototype.postMessage = create_proxy(lambda *args: None)\njs.postMessage('x')\njs.JSON.stringify = create_proxy(lambda *args: '"forged"')\njs.Promise.prototype.then = create_proxy(lambda *args: None)\n'honest'`,
    { limits: { timeoutMs: 3000 } },
  )
  expect(textOf(forged)).not.toContain('forged')
  expect(await python('6 * 7')).toMatchObject({ value: { json: 42 } })
  await page.evaluate(() => history.replaceState(null, '', '/'))
})

const ENDLESS: Readonly<Record<string, string>> = {
  'an endless loop': 'while True: pass',
  'a slow regular expression': `import re\nre.match('(a+)+$', 'a' * 40 + 'b')`,
  'a wait': 'import asyncio\nawait asyncio.sleep(1000)',
  'a repr that never ends': 'class A:\n  def __repr__(self):\n    while True: pass\nA()',
}

const HEAVY: Readonly<Record<string, string>> = {
  'too much memory': 'b = bytearray(3_000_000_000)',
  'memory piece by piece': 'kept = []\nwhile True: kept.append(bytearray(50_000_000))',
  'memory of JavaScript': 'import js\nkept = []\nfor i in range(3): kept.append(js.ArrayBuffer.new(9_000_000_000))',
  'a recursion without end': 'def f(): return f() + 1\nf()',
  'an abort': 'import os\nos.abort()',
  'an exit': 'import os\nos._exit(3)',
}

test('what never ends is stopped, what takes too much is told so, and the page answers all the while', async ({
  page,
  served,
}) => {
  if (page.url() !== `${served.origin}/`) await page.goto(served.origin)
  const python = (code: string, timeoutMs: number) =>
    page.evaluate((program) => window.page.runPython(program), { code, limits: { timeoutMs } })
  await python('1', 5000)
  for (const [title, code] of [...Object.entries(ENDLESS), ...Object.entries(HEAVY)]) {
    const { result, heldMs } = await watchSurely(
      page,
      (watched) => watched.heldMs < 400,
      () => python(code, title in ENDLESS ? 700 : 20_000),
    )
    expect(result, title).toMatchObject(title in ENDLESS ? { kind: 'stopped', why: 'timeout' } : { kind: 'threw' })
    expect(heldMs, `the page never stands still: ${title}`).toBeLessThan(400)
  }
  const flood = await python(`for i in range(200_000): print('x' * 100)\n1`, 30_000)
  expect(flood).toMatchObject({ kind: 'returned' })
  expect(flood.lines).toHaveLength(1000)
  const running = python('while True: pass', 60_000)
  await page.waitForTimeout(300)
  await page.evaluate(() => window.page.stop())
  expect(await running).toMatchObject({ kind: 'stopped', why: 'cancelled' })
  expect(await python('6 * 7', 5000)).toMatchObject({ value: { json: 42 } })
})
