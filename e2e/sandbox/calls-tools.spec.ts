import type { Page } from '@playwright/test'
import { LONG } from '../harness/is-long.ts'
import { startListeners } from '../harness/listeners.ts'
import { launchWatched } from '../harness/watched-browser.ts'
import type { Target } from './attempts/attempt.ts'
import { elements } from './attempts/elements.ts'
import { navigations } from './attempts/navigations.ts'
import { peerConnections } from './attempts/peer-connections.ts'
import { requests } from './attempts/requests.ts'
import { expect, test } from './sandbox-test.ts'

// The page is shared by all tests of the file; a recording of each would only slow them down.
test.use({ trace: 'off' })

interface Asked {
  readonly code: string
  readonly timeoutMs?: number
  /** Milliseconds that an answer takes. */
  readonly slow?: number
}

/** Runs a program that may call tools, in the page. Gives what became of it, and every call that reached the page. */
const runCalling = (page: Page, asked: Asked) =>
  page.evaluate(async ({ code, timeoutMs = 5000, slow = 0 }) => {
    const calls: unknown[] = []
    let now = 1_000_000
    const call = async (name: string, input: unknown) => {
      calls.push([name, input])
      await new Promise((resolve) => setTimeout(resolve, slow))
      now += 1000
      return { ok: name !== 'refused', value: name === 'refused' ? 'The person said no.' : JSON.stringify(input), now }
    }
    const tools = { seed: 7, now, call, search: (words: string) => call('search', words) }
    const outcome = await window.page.run({ code, limits: { timeoutMs }, capabilities: { tools } })
    // What arrives after the end must not be counted late.
    await new Promise((resolve) => setTimeout(resolve, 30))
    return { outcome, calls }
  }, asked)

test('a program calls tools, waits for them and is told why one gave nothing', async ({ page, run }) => {
  await run('1')
  const code = `const text = await tools.echo({ a: [1, 'x', null] })
    let why = ''
    try { await tools.refused() } catch (error) { why = error.message }
    return [text, why, typeof tools.then, await tools.search('words')]`
  const { outcome, calls } = await runCalling(page, { code })
  expect(outcome).toMatchObject({
    kind: 'returned',
    value: { json: ['{"a":[1,"x",null]}', 'The person said no.', 'undefined', '"words"'] },
  })
  expect(calls).toEqual([
    ['echo', { a: [1, 'x', null] }],
    ['refused', {}],
    ['search', 'words'],
  ])
})

test('its clock stands still between two answers, and its chance is the same every time', async ({ page, run }) => {
  await run('1')
  const code = `const times = [Date.now(), new Date().getTime(), Date.parse(Date()), performance.now()]
    const chance = [Math.random(), Math.random()]
    await tools.step()
    return { times, later: [Date.now(), +new Date(), performance.now()], chance, is: new Date(5) instanceof Date, five: new Date(5).constructor === Date }`
  const first = await runCalling(page, { code })
  expect(first.outcome).toMatchObject({
    value: { json: { times: [1e6, 1e6, 1e6, 0], later: [1_001_000, 1_001_000, 1000], is: true, five: true } },
  })
  const { outcome } = await runCalling(page, { code })
  expect(outcome).toMatchObject({ value: 'value' in first.outcome ? { json: first.outcome.value.json } : {} })
  expect(await run('Math.abs(Date.now() - performance.timeOrigin) < 600_000')).toMatchObject({ value: { json: true } })
})

test('a program that waits for a person keeps the sandbox, and whoever comes next hears of it', async ({ page, run }) => {
  await run('1')
  const heard = await page.evaluate(async () => {
    const { promise: decided, resolve: decide } = Promise.withResolvers<void>()
    const call = async () => (await decided, { ok: true, value: 'yes', now: 1 })
    const first = window.page.sandbox.run(
      { code: 'return await tools.ask()', capabilities: { tools: { seed: 1, now: 1, call, search: call } } },
      new AbortController().signal,
    )
    const told: string[] = []
    const { promise: waits, resolve: wait } = Promise.withResolvers<void>()
    const onWaiting = () => (told.push('waits'), wait())
    const second = window.page.sandbox.run({ code: '6 * 7', onWaiting }, new AbortController().signal)
    await waits
    decide()
    const outcomes = await Promise.all([first, second])
    await window.page.sandbox.run({ code: '1', onWaiting }, new AbortController().signal)
    return { told, kinds: outcomes.map(({ kind }) => kind) }
  })
  expect(heard).toEqual({ told: ['waits'], kinds: ['returned', 'returned'] })
})

test('no time limit runs while a call is answered; one who computes meanwhile has the time that was left', async ({
  page,
  run,
}) => {
  await run('1')
  const waited = await runCalling(page, { code: `await tools.slow(); return 'waited'`, timeoutMs: 800, slow: 1500 })
  expect(waited.outcome).toMatchObject({ kind: 'returned', value: { json: 'waited' } })
  const busy = await runCalling(page, { code: `void tools.slow(); for (;;);`, timeoutMs: 800, slow: 60_000 })
  expect(busy.outcome).toMatchObject({ kind: 'stopped', why: 'timeout' })
})

test('without being granted them a program has no tools, and after its end it calls none', async ({ page, run }) => {
  expect(await run(`try { await tools.echo({}) } catch (error) { return error.message }`)).toMatchObject({
    value: { json: expect.stringContaining('may not call tools') },
  })
  const code = `setTimeout(() => tools.late({}), 0); setTimeout(() => tools.later({}), 10); return 1`
  expect((await runCalling(page, { code })).calls).toEqual([])
})

/** Each is followed by one honest call: nothing else may reach the page, and it must reach it as it was asked. */
const REBUILT: Readonly<Record<string, string>> = {
  'a new JSON': `JSON.stringify = () => '["evil",{}]'; JSON.parse = () => 'forged'`,
  'toJSON on every object': `Object.prototype.toJSON = () => 'forged'`,
  'a new Promise': `globalThis.Promise = class { constructor() { throw new Error('forged') } }`,
  'a new Proxy and Reflect': `globalThis.Proxy = class {}; for (const name of Object.getOwnPropertyNames(Reflect)) Reflect[name] = () => 'evil'`,
  'traps on every object': `for (const key of ['get', 'has', 'apply', 'set']) Object.defineProperty(Object.prototype, key, { configurable: true, value: () => () => 'evil' })`,
  'setters on every array index': `for (const key of ['0', '1']) Object.defineProperty(Array.prototype, key, { configurable: true, get() { return 'evil' }, set() {} })`,
  'new function methods': `Function.prototype.call = Function.prototype.apply = Function.prototype.bind = () => 'evil'`,
  'a new postMessage for ports': `const real = MessagePort.prototype.postMessage; MessagePort.prototype.postMessage = function (m) { return real.call(this, { ...m, name: 'evil' }) }`,
  'a message to itself': `postMessage({ type: 'ask', id: 'x', ask: 1, name: 'tools.call', json: '["evil",{}]' }, '*')`,
  'other tools': `globalThis.tools.evil = 1; Object.defineProperty(tools, 'honest', { value: 1, configurable: true, writable: true })`,
  'arguments that answer for themselves': `try { await tools.honest(new Proxy({}, { ownKeys: () => { throw new Error('x') } })) } catch {}; try { await tools.honest({ get evil() { return 1 } }) } catch {}`,
}

test('in a world that the program has rebuilt, a call reaches the page as it was asked, or not at all', async ({ page, run }) => {
  await run('1')
  for (const [title, code] of Object.entries(REBUILT)) {
    const { calls } = await runCalling(page, { code: `${code};\nawait tools.honest({ word: 'honest' })`, timeoutMs: 2000 })
    const others = calls.filter((call) => JSON.stringify(call) !== '["honest",{"word":"honest"}]')
    expect(others, title).toEqual([])
    expect(calls.length, title).toBeLessThanOrEqual(1)
  }
})

test('names, arguments and events of a hostile program are data or nothing: the page stays as it was', async ({ page, run }) => {
  await run('1')
  await page.evaluate(() => {
    for (const type of ['keydown', 'click'] as const)
      addEventListener(type, () => Reflect.set(globalThis, 'heard', [...(Reflect.get(globalThis, 'heard') ?? []), type]))
  })
  const code = `const said = []
    const attempt = async (work) => { try { said.push(String(await work())) } catch (error) { said.push(error.message) } }
    for (const name of ['__proto__', 'constructor', 'hasOwnProperty']) await attempt(() => tools[name]({ polluted: 1 }))
    await attempt(() => tools.echo(JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}')))
    const cyclic = {}; cyclic.self = cyclic
    await attempt(() => tools.echo(cyclic))
    await attempt(() => tools.echo({ text: 'x'.repeat(9_000_000) }))
    for (const world of [self, parent, top])
      for (const work of [
        () => world.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true })),
        () => world.document.querySelector('button').click(),
      ])
        try { work() } catch {}
    const kept = tools.kept
    setTimeout(() => kept({ late: true }), 0)
    return said`
  const { outcome, calls } = await runCalling(page, { code })
  expect(outcome).toMatchObject({ kind: 'returned' })
  expect(calls).toEqual([
    ...['__proto__', 'constructor', 'hasOwnProperty'].map((name) => [name, { polluted: 1 }]),
    ['echo', JSON.parse('{"constructor":{"prototype":{"polluted":1}}}')],
  ])
  expect(await page.evaluate(() => [Reflect.get({}, 'polluted'), Reflect.get(globalThis, 'heard')])).toEqual([
    undefined,
    undefined,
  ])
  // Who writes to the page by itself, as if it were the broker, is ended for it.
  const forged = `{ type: 'ask', id: 'x', ask: 1, name: 'tools.call', json: '["evil",{}]', parent: 'other' }`
  const forging = await runCalling(page, { code: `top.postMessage(${forged}, '*'); await new Promise(() => {})` })
  expect(forging).toMatchObject({ outcome: { kind: 'stopped', why: 'forgery' }, calls: [] })
  expect(outcome).toMatchObject({ value: { json: expect.arrayContaining([expect.stringContaining('8000000 characters')]) } })
})

test(
  'a flood of calls: ten thousand are heard, the others are told why not, and the page goes on',
  LONG,
  async ({ page, run }) => {
    await run('1')
    const code = `const all = await Promise.allSettled(Array.from({ length: 12_000 }, (_, n) => tools.flood({ n })))
    return all.filter(({ reason }) => reason?.message.includes('10000 times')).length`
    const { outcome, calls } = await runCalling(page, { code, timeoutMs: 60_000 })
    expect(outcome).toMatchObject({ value: { json: 2000 } })
    expect(calls).toHaveLength(10_000)
    expect(await run('6 * 7')).toMatchObject({ value: { json: 42 } })
  },
)

test('with the tools open, no known attempt gets out', LONG, async ({ served }, testInfo) => {
  test.setTimeout(600_000)
  const listeners = await startListeners()
  const watched = await launchWatched(testInfo.project.use.launchOptions)
  const page = await watched.context.newPage()
  await page.goto(served.origin)
  let tried = 0
  for (const attempt of [requests, elements, navigations, peerConnections].flat()) {
    tried += 1
    const name = `leak-${tried}.parley.test`
    const target: Target = { host: listeners.host, udp: listeners.udp, page: served.origin, name }
    const code = `await tools.before({ a: 1 });${attempt.code(target)}\n;await new Promise((resolve) => setTimeout(resolve, 60))`
    await runCalling(page, { code, timeoutMs: 1500 })
    expect(listeners.arrivals, attempt.title).toEqual([])
    expect(page.url(), attempt.title).toBe(`${served.origin}/`)
  }
  const log = await watched.close()
  await listeners.close()
  expect(log.match(/leak-\d+\.parley\.test/g) ?? []).toEqual([])
})
