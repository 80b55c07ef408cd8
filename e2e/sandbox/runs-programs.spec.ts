import { expect, test } from './sandbox-test.ts'

// The page is shared by all tests of the file; a recording of each would only slow them down.
test.use({ trace: 'off' })

test('the sum of the primes below 1000 comes back as a number', async ({ run }) => {
  const primes = `let sum = 0
for (let n = 2; n < 1000; n++) { let prime = true; for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false; if (prime) sum += n }
sum`
  expect(await run(primes)).toMatchObject({ kind: 'returned', value: { text: '76127', json: 76127, type: 'number' } })
})

/** Program → what `eval` would have made of it, with top-level await on top. */
const values: Readonly<Record<string, unknown>> = {
  '2 + 2': 4,
  'const x = 41; x + 1': 42,
  'class Point { constructor(x) { this.x = x } }; new Point(7).x': 7,
  'await Promise.resolve(5)': 5,
  'new Promise((resolve) => setTimeout(() => resolve(6), 5))': 6,
  'if (true) { 1 } else { 2 }': 1,
  'let total = 0; for (const n of [1, 2, 3]) { total += n }': 6,
  'try { null.x } catch { "caught" }': 'caught',
  'switch (2) { case 1: "one"; break; case 2: "two"; break; default: "more" }': 'two',
  'label: { 3; break label }': null,
  'return 8': 8,
  'add(1, 2); function add(a, b) { return a + b }': 3,
  '"use strict"; (function () { return this === undefined })()': true,
  "'just text'": 'just text',
  '({ a: [1, { b: null }] })': { a: [1, { b: null }] },
  '(1, 2)': 2,
  '#!/usr/bin/env node\n9': 9,
  '10 // a comment': 10,
  'typeof window.document': 'object',
  'window.innerWidth': 1024,
  'document.body.innerHTML = "<p>hi</p>"; document.querySelector("p").textContent': 'hi',
  'await new Promise((resolve) => requestAnimationFrame(() => resolve("painted")))': 'painted',
  'const $value = 1; $value + 1': 2,
  'for await (const n of [1, 2]) { n * 2 }': 4,
  'document.readyState': 'complete',
  'crypto.getRandomValues(new Uint8Array(4)).length': 4,
  'await crypto.subtle?.digest("SHA-256", new Uint8Array(1)).then((hash) => hash.byteLength) ?? 32': 32,
  'new DOMParser().parseFromString("<b>1</b>", "text/html").body.textContent': '1',
  'const c = document.createElement("canvas"); c.getContext("2d").fillRect(0, 0, 1, 1); c.toDataURL().slice(0, 14)':
    'data:image/png',
  'structuredClone(new Map([[1, 2]])).get(1)': 2,
  '[..."日本"].length': 2,
}

for (const [code, value] of Object.entries(values)) {
  test(`${JSON.stringify(code)} has a value`, async ({ run }) => {
    const outcome = await run(code)
    if (value === null) expect(outcome).toMatchObject({ kind: 'returned' })
    else expect(outcome).toMatchObject({ kind: 'returned', value: { json: value } })
  })
}

/** Program → where it goes wrong and how that is put. */
const errors: readonly { readonly code: string; readonly error: Readonly<Record<string, unknown>> }[] = [
  { code: 'const a = 1\nnull.x', error: { name: 'TypeError', line: 2, column: 6 } },
  { code: 'missing', error: { name: 'ReferenceError', message: 'missing is not defined', line: 1, column: 1 } },
  { code: 'const a = 1\nlet b =', error: { name: 'SyntaxError', line: 2, column: 8 } },
  {
    code: 'function f() {\n  throw new RangeError("too far")\n}\n\nf()',
    error: { name: 'RangeError', message: 'too far', line: 2, column: 9 },
  },
  { code: 'await Promise.reject(new Error("later"))', error: { name: 'Error', message: 'later', line: 1, column: 22 } },
  { code: 'throw "text"', error: { name: '', message: 'text' } },
  { code: 'throw { code: 7 }', error: { name: '', message: '{ code: 7 }' } },
  { code: 'import x from "y"', error: { name: 'SyntaxError', message: expect.stringContaining('cannot be used'), line: 1 } },
  {
    code: 'class Custom extends Error { name = "Custom" }; throw new Custom("mine")',
    error: { name: 'Custom', message: 'mine', line: 1 },
  },
  { code: 'if (true) {\n\n  unknownName\n}', error: { line: 3, column: 3 } },
  { code: "document.querySelector('[')", error: { name: 'SyntaxError', line: 1, column: 10 } },
]

for (const { code, error } of errors) {
  test(`${JSON.stringify(code)} fails at its place`, async ({ run }) => {
    expect(await run(code)).toMatchObject({ kind: 'threw', error })
  })
}

test('an error comes with the lines around it and a caret', async ({ run }) => {
  const outcome = await run('const list = [1, 2]\nlist.nothing.here\nlist.length')
  expect(outcome).toMatchObject({
    kind: 'threw',
    error: { codeFrame: '  1 | const list = [1, 2]\n> 2 | list.nothing.here\n    |              ^\n  3 | list.length' },
  })
})

test('console lines arrive in order, with their levels', async ({ run }) => {
  const outcome = await run(
    `console.log('a %s is %d%%', 'rate', 5); console.info({ x: 1 }); console.warn('w'); console.error(new TypeError('t')); console.debug([1]); console.assert(false, 'why'); console.group('g'); console.log('in'); console.groupEnd(); console.count(); console.count(); console.table([{ a: 1 }])`,
  )
  expect(outcome.lines).toEqual([
    { level: 'log', text: 'a rate is 5%' },
    { level: 'info', text: '{ x: 1 }' },
    { level: 'warn', text: 'w' },
    { level: 'error', text: 'TypeError: t' },
    { level: 'debug', text: '[ 1 ]' },
    { level: 'error', text: 'Assertion failed: why' },
    { level: 'log', text: 'g' },
    { level: 'log', text: '  in' },
    { level: 'log', text: 'default: 1' },
    { level: 'log', text: 'default: 2' },
    { level: 'log', text: '0: { a: 1 }' },
  ])
})

test('errors nobody caught are told in the console', async ({ run }) => {
  const outcome = await run(
    `Promise.reject(new Error('lost')); setTimeout(() => { throw new Error('thrown') }); await new Promise((resolve) => setTimeout(resolve, 30)); 1`,
  )
  expect(outcome.lines.map(({ text }) => text).sort()).toEqual(['Uncaught (in promise) Error: lost', 'Uncaught Error: thrown'])
})

test('a rejection nobody handled is told even when the program ends at once', async ({ run }) => {
  expect(await run(`Promise.reject(new Error('lost')); 1`)).toMatchObject({
    lines: [{ level: 'error', text: 'Uncaught (in promise) Error: lost' }],
    value: { json: 1 },
  })
})

test('console lines are heard while the program still runs', async ({ run, page }) => {
  await run('1')
  const heard = await page.evaluate(async () => {
    const stop = new AbortController()
    const first = Promise.withResolvers<string>()
    const running = window.page.sandbox.run(
      { code: `console.log('first'); await new Promise(() => {})`, onLine: (line) => first.resolve(line.text) },
      stop.signal,
    )
    const earlier = await Promise.race([first.promise, running.then(() => 'the end')])
    stop.abort()
    await running
    return earlier
  })
  expect(heard).toBe('first')
})

test('each program starts in an empty world', async ({ run }) => {
  await run('globalThis.left = 1; document.body.innerHTML = "<p>left</p>"; Array.prototype.left = 1')
  expect(await run('[typeof left, document.body.innerHTML, [].left === undefined]')).toMatchObject({
    value: { json: ['undefined', '', true] },
  })
})

test('programs handed in together run one after another', async ({ run }) => {
  const outcomes = await Promise.all(
    [1, 2, 3].map((n) => run(`await new Promise((resolve) => setTimeout(resolve, ${40 - n * 10})); ${n}`)),
  )
  expect(outcomes.map((outcome) => outcome.kind === 'returned' && outcome.value.json)).toEqual([1, 2, 3])
})

test('a program may ask for more or less time', async ({ run }) => {
  expect(await run('await new Promise((resolve) => setTimeout(resolve, 500)); 1', { limits: { timeoutMs: 100 } })).toMatchObject({
    kind: 'stopped',
    why: 'timeout',
    message: expect.stringContaining('0.1 s'),
  })
})
