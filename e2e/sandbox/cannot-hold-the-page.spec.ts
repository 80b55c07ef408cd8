import { expect, test } from './sandbox-test.ts'
import { watchPage, watchSurely } from './watch-page.ts'

// The page is shared by all tests of the file; a recording of each would only slow them down.
test.use({ trace: 'off' })

const TIMEOUT_MS = 700
const limits = { timeoutMs: TIMEOUT_MS }

/** None of these end by themselves. Each must be stopped in time, with the page alive and the next program unharmed. */
const endless: Readonly<Record<string, string>> = {
  'an endless loop': 'while (true) {}',
  'a nested endless loop': 'for (;;) for (;;);',
  'an endless recursion of promises': 'async function f() { await f() } ; const g = () => Promise.resolve().then(g); await g()',
  'a promise that never settles': 'await new Promise(() => {})',
  'an endless await loop': 'while (true) await null',
  'an allocation bomb': 'const kept = []; while (true) kept.push(new Array(1e5).fill(0).map((_, index) => ({ index })))',
  'an endless microtask': 'const f = () => queueMicrotask(f); f(); await new Promise(() => {})',
  'endless timers': 'const f = () => { setTimeout(f); setTimeout(f) }; f(); await new Promise(() => {})',
  'a slow regular expression': `/^(a+)+$/.test('a'.repeat(40) + 'b')`,
  'a huge power': '10n ** 10_000_000n ** 2n',
  'a huge sort': 'const a = Array.from({ length: 3e6 }, () => Math.random()); while (true) a.sort(() => Math.random() - 0.5)',
  'an alert loop': `while (true) alert('again')`,
  'a getter that never returns': '({ get then() { while (true); } })',
  'a proxy that never answers': 'new Proxy({}, { ownKeys() { while (true); } })',
  'a toString that never returns': `console.log('%s', new Proxy({}, { getPrototypeOf() { while (true); } }))`,
  'waiting on shared memory': 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)',
  'a WebAssembly loop':
    'const code = new Uint8Array([0,97,115,109,1,0,0,0,1,4,1,96,0,0,3,2,1,0,7,5,1,1,102,0,0,10,9,1,7,0,3,64,12,0,11,11]); (await WebAssembly.instantiate(code)).instance.exports.f()',
  'a synchronous script of observers': `new MutationObserver(() => { document.body.append('x') }).observe(document.body, { childList: true }); document.body.append('x'); await new Promise(() => {})`,
  'a flood of its own messages': `addEventListener('message', () => { postMessage(1, '*'); postMessage(1, '*') }); postMessage(1, '*'); await new Promise(() => {})`,
  'a layout that never rests': `const f = () => { document.body.style.width = Math.random() * 900 + 'px'; document.body.offsetWidth; requestAnimationFrame(f) }; f(); await new Promise(() => {})`,
  'a form that is sent before an endless loop': `document.body.innerHTML = '<form></form>'; document.forms[0].submit(); for (;;);`,
  'frames in frames': `const f = (d) => { for (let i = 0; i < 20; i++) { const e = document.createElement('iframe'); d.append(e) } setTimeout(() => f(d)) }; f(document.body); await new Promise(() => {})`,
}

for (const [title, code] of Object.entries(endless)) {
  test(`${title} is stopped in time while the page answers`, async ({ page, run }) => {
    await run('1')
    const { result, heldMs, clickMs } = await watchSurely(
      page,
      (watched) => watched.heldMs < 400 && watched.clickMs < 100,
      () => run(code, { limits }),
    )
    // Some engines end a few of these by themselves; what matters is that there is an end, and that it is told.
    expect(['stopped', 'threw']).toContain(result.kind)
    expect(result.elapsedMs).toBeLessThan(TIMEOUT_MS + 1000)
    expect(heldMs, 'the page never stands still').toBeLessThan(400)
    expect(clickMs, 'a click is answered at once').toBeLessThan(100)
    expect(await run('6 * 7')).toMatchObject({ kind: 'returned', value: { json: 42 } })
  })
}

/** These end, one way or the other; the outcome is clear and the page does not notice. */
const heavy: Readonly<Record<string, string>> = {
  'a million console lines': `for (let i = 0; i < 1e6; i++) console.log('line', i); 'done'`,
  'a thousand long console lines': `for (let i = 0; i < 1000; i++) console.log('x'.repeat(1e6)); 'done'`,
  'a string of a hundred million characters': `'x'.repeat(1e8)`,
  'a console line of a hundred million characters': `console.log('x'.repeat(1e8)); 1`,
  'a wide object': 'Object.fromEntries(Array.from({ length: 3e5 }, (_, i) => [i, i]))',
  'a deep object': 'let o = {}; for (let i = 0; i < 1e5; i++) o = { o }; o',
  'a long array': 'Array.from({ length: 2e6 }, (_, i) => i)',
  'a sparse array': 'const a = []; a[4e9] = 1; a',
  'a deep JSON text': `try { JSON.parse('['.repeat(1e6)) } catch (error) { error.name }`,
  'a recursion without end': 'const f = () => f() + 1; f()',
  'a document of many nodes': `document.body.innerHTML = '<p>x</p>'.repeat(2e4); document.body`,
  'a large canvas': `const c = document.createElement('canvas'); c.width = c.height = 8000; c.getContext('2d').fillRect(0, 0, 9, 9); c`,
  'many blobs': `for (let i = 0; i < 200; i++) URL.createObjectURL(new Blob(['x'.repeat(1e6)])); 1`,
  'many workers': `for (let i = 0; i < 100; i++) try { new Worker('data:,') } catch {} ; 1`,
  'a large result of text lines': `Array.from({ length: 1e6 }, () => 'word').join('\\n')`,
  'a proxy that answers for ever': 'const p = new Proxy({}, { getPrototypeOf() { return p } }); p',
  'a debugger statement': `debugger; 1`,
  'a getter that throws': `({ get x() { throw new Error('no') } })`,
}

for (const [title, code] of Object.entries(heavy)) {
  test(`${title} ends in a clear outcome`, async ({ page, run }) => {
    await run('1')
    const { result, heldMs } = await watchSurely(
      page,
      (watched) => watched.heldMs < 500,
      () => run(code, { limits: { timeoutMs: 8000 } }),
    )
    expect(['returned', 'threw']).toContain(result.kind)
    expect(JSON.stringify(result).length).toBeLessThan(25_000_000)
    expect(heldMs, 'the page never stands still').toBeLessThan(500)
    expect(await run('6 * 7')).toMatchObject({ kind: 'returned', value: { json: 42 } })
  })
}

test('a million console lines are counted and a thousand of them kept, while the page answers', async ({ page, run }) => {
  await run('1')
  const { result, clickMs } = await watchPage(page, () => run(`for (let i = 0; i < 1e6; i++) console.log('line', i); 'done'`))
  expect(result).toMatchObject({ kind: 'returned', value: { text: 'done' }, droppedLines: 999_000 })
  expect(result.lines).toHaveLength(1000)
  expect(result.lines[999]).toEqual({ level: 'log', text: 'line 999' })
  expect(clickMs).toBeLessThan(100)
})

/** What is left running after the end must be gone with the world it ran in. */
const lingering: Readonly<Record<string, string>> = {
  'a timer with an endless loop': 'setTimeout(() => { while (true); }, 5); 1',
  'an interval': `setInterval(() => { for (let i = 0; i < 1e7; i++); }, 0); 1`,
  'an endless microtask': 'Promise.resolve().then(function f() { return Promise.resolve().then(f) }); 1',
  'an observer': `requestAnimationFrame(function f() { requestAnimationFrame(f) }); 1`,
}

for (const [title, code] of Object.entries(lingering)) {
  test(`${title} left behind does not disturb the next program`, async ({ page, run }) => {
    await run(code, { limits })
    const started = Date.now()
    expect(await run('6 * 7')).toMatchObject({ kind: 'returned', value: { json: 42 } })
    expect(Date.now() - started).toBeLessThan(3000)
    expect(await page.evaluate(() => document.querySelectorAll('iframe').length)).toBeLessThanOrEqual(2)
  })
}

test('Stop ends a program at once, and the page stays usable', async ({ page, run }) => {
  await run('1')
  const { result, machineMs } = await watchPage(page, () =>
    page.evaluate(async () => {
      const running = window.page.run({ code: 'while (true) {}' })
      await new Promise((resolve) => setTimeout(resolve, 300))
      const asked = performance.now()
      window.page.stop()
      return { outcome: await running, ms: performance.now() - asked }
    }),
  )
  expect(result.outcome).toMatchObject({ kind: 'stopped', why: 'cancelled' })
  expect(result.ms - machineMs, 'Stop is answered at once').toBeLessThan(500)
  expect(await run('6 * 7')).toMatchObject({ value: { json: 42 } })
})

test('Stop is answered at once also by a program that still waits for its turn', async ({ page, run }) => {
  await run('1')
  const outcome = await page.evaluate(async () => {
    const { sandbox } = window.page
    const first = sandbox.run(
      { code: 'await new Promise((resolve) => setTimeout(resolve, 1500)); 1' },
      new AbortController().signal,
    )
    const second = new AbortController()
    const waiting = sandbox.run({ code: '2' }, second.signal)
    const started = performance.now()
    second.abort()
    const answer = await waiting
    const ms = performance.now() - started
    return { answer, ms, first: await first }
  })
  expect(outcome).toMatchObject({ answer: { kind: 'stopped', why: 'cancelled' }, first: { kind: 'returned' } })
  expect(outcome.ms).toBeLessThan(1000)
})

const floods: Readonly<Record<string, string>> = {
  'many small messages': `for (let i = 0; i < 2e5; i++) top.postMessage('x', '*'); await new Promise(() => {})`,
  'a few huge messages': `const big = 'x'.repeat(5e6); for (let i = 0; i < 20; i++) top.postMessage(big, '*'); await new Promise(() => {})`,
  'messages without end': `const f = () => { for (let i = 0; i < 100; i++) top.postMessage('x', '*'); setTimeout(f) }; f(); await new Promise(() => {})`,
}

for (const [title, code] of Object.entries(floods)) {
  test(`${title} to the page stop the program, not the page`, async ({ page, run }) => {
    await run('1')
    const { result, clickMs } = await watchPage(page, () => run(code, { limits: { timeoutMs: 30_000 } }))
    expect(result).toMatchObject({ kind: 'stopped', why: 'forgery' })
    expect(clickMs).toBeLessThan(300)
    expect(await run('6 * 7')).toMatchObject({ value: { json: 42 } })
  })
}

test('code that is hard to read is refused with a reason and does not hold the page', async ({ page, run }) => {
  const bombs: Readonly<Record<string, string>> = {
    'deep nesting': '['.repeat(200_000),
    'deep calls': 'f('.repeat(100_000),
    'long code': `${'x;'.repeat(400_000)}1`,
    'too long code': ' '.repeat(1_048_577),
    'deep operators': `${'!'.repeat(300_000)}1`,
    'deep templates': '`${'.repeat(50_000),
  }
  for (const [title, code] of Object.entries(bombs)) {
    const { result, heldMs } = await watchPage(page, () => run(code, { limits: { timeoutMs: 3000 } }))
    expect(result.kind, title).toBe('threw')
    expect(heldMs, title).toBeLessThan(500)
  }
  expect(await run('6 * 7')).toMatchObject({ value: { json: 42 } })
})
