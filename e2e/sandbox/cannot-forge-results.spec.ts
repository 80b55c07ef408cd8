import { expect, test } from './sandbox-test.ts'

// The page is shared by all tests of the file; a recording of each would only slow them down.
test.use({ trace: 'off' })

/** Every program returns 'honest' in the end; nothing it did on the way may change what the page is told. */
const attempts: Readonly<Record<string, string>> = {
  'posting a result to itself': `postMessage({ type: 'returned', id: 'x', text: 'forged', kind: 'string', dropped: 0, cut: false }, '*')`,
  'posting a port to itself': `const c = new MessageChannel(); postMessage('port', '*', [c.port2]); c.port1.postMessage({ type: 'run', id: 'x', text: 'forged' })`,
  'the event of the window': `globalThis.event?.target?.postMessage({ type: 'returned', text: 'forged' }); globalThis.event?.currentTarget?.postMessage('forged')`,
  'a new postMessage for ports': `MessagePort.prototype.postMessage = function (message) { throw new Error('forged') }`,
  'a postMessage that rewrites': `const real = MessagePort.prototype.postMessage; MessagePort.prototype.postMessage = function (m) { return real.call(this, { ...m, text: 'forged', json: '"forged"' }) }`,
  'a getter for message data': `Object.defineProperty(MessageEvent.prototype, 'data', { get() { this.target?.postMessage?.('forged'); return { type: 'run', id: 'x', text: 'forged' } } })`,
  'a new dispatch of messages': `EventTarget.prototype.dispatchEvent = () => false; EventTarget.prototype.addEventListener = () => {}`,
  'a new JSON': `JSON.stringify = () => '"forged"'; JSON.parse = () => 'forged'; globalThis.JSON = { stringify: () => '"forged"' }`,
  'toJSON on every object': `Object.prototype.toJSON = () => 'forged'; String.prototype.toJSON = () => 'forged'`,
  'a new then': `const real = Promise.prototype.then; Promise.prototype.then = function (a, b) { return real.call(this, () => a?.('forged'), b) }`,
  'a new Promise': `globalThis.Promise = class { constructor() { throw new Error('forged') } }`,
  'setters on every object': `for (const key of ['type', 'id', 'text', 'kind', 'json', 'value', 'get', 'cut', 'dropped']) Object.defineProperty(Object.prototype, key, { __proto__: null, configurable: true, get() { return 'forged' }, set() {} })`,
  'setters on every array index': `for (const key of ['0', '1', '2']) Object.defineProperty(Array.prototype, key, { configurable: true, get() { return 'forged' }, set() {} })`,
  'a new iterator for arrays': `Array.prototype[Symbol.iterator] = function* () { yield 'forged' }`,
  'new string methods': `for (const name of Object.getOwnPropertyNames(String.prototype)) if (typeof String.prototype[name] === 'function' && name !== 'constructor') String.prototype[name] = () => 'forged'`,
  'new object functions': `for (const o of [Object, Reflect, Number, Array, Math]) for (const name of Object.getOwnPropertyNames(o)) if (typeof o[name] === 'function') try { o[name] = () => 'forged' } catch {}`,
  'new function methods': `Function.prototype.call = Function.prototype.apply = Function.prototype.bind = () => 'forged'; Function.prototype.toString = () => 'forged'`,
  'a new console': `globalThis.console = { log() {}, warn() {}, error() {} }`,
  'a stack trace with the harness in it': `Error.prepareStackTrace = (error, frames) => { for (const frame of frames) { const self = frame.getThis?.(); const fn = frame.getFunction?.(); if (self && self !== globalThis) self.postMessage?.('forged'); if (fn && !/program|async function/.test(String(fn))) globalThis.leaked = fn } return 'program.js:1:1' }; try { null.x } catch (error) { error.stack }; if (globalThis.leaked) throw new Error('forged')`,
  'the caller of the program': `(function f() { let caller = f.caller; for (let i = 0; caller && i < 9; i++) { if (!/value/.test(String(caller))) throw new Error('forged'); try { caller = caller.caller } catch { caller = null } } })()`,
  'new timers': `globalThis.setTimeout = globalThis.queueMicrotask = () => 0`,
  'a new eval': `globalThis.eval = () => () => 'forged'; globalThis.Function = () => () => 'forged'`,
  'a new reader of errors': `Error.isError = () => true; Error.captureStackTrace = () => {}`,
  'a getter for the prototype of everything': `Object.prototype.__defineGetter__('then', function () { return undefined })`,
  'a then on every object': `Object.prototype.then = function (resolve) { resolve({ type: 'returned', text: 'forged', kind: 'string', cut: false, json: '"forged"' }) }`,
  'a then that never answers': `Object.prototype.then = function () {}`,
  'a then on arrays and functions': `Array.prototype.then = Function.prototype.then = String.prototype.then = function (resolve) { resolve('forged') }`,
  'another constructor of promises': `Promise.prototype.constructor = function (start) { start(() => {}, () => {}) }; Promise.prototype.then = function (a) { a?.('forged') }`,
  'another species of promises': `Object.defineProperty(Promise, Symbol.species, { get() { throw new Error('forged') } })`,
  'a toString for every object': `Object.prototype.toString = Object.prototype.valueOf = Object.prototype[Symbol.toPrimitive] = () => 'forged'; Object.prototype[Symbol.toStringTag] = 'forged'`,
  'a document opened again': `document.open(); document.write('<p>forged</p>'); document.close()`,
}

test.describe('in a world that the program has rebuilt', () => {
  for (const [title, code] of Object.entries(attempts)) {
    test(`${title} does not forge a result`, async ({ run }) => {
      const session = `forging ${title}`
      const first = await run(`${code};\n'honest'`, { session, limits: { timeoutMs: 3000 } })
      expect(first).toMatchObject({ kind: 'returned', value: { text: 'honest', type: 'string', json: 'honest' } })
      const second = await run(`({ sum: [1, 2, 3], nested: { word: 'honest' } })`, { session, limits: { timeoutMs: 3000 } })
      expect(second).toMatchObject({
        kind: 'returned',
        value: { text: '{ sum: [ 1, 2, 3 ], nested: { word: "honest" } }', type: 'Object' },
      })
      expect(await run(`'fresh'`)).toMatchObject({ kind: 'returned', value: { json: 'fresh' } })
    })
  }
})

test('what has a then of its own is waited for, as await would', async ({ run }) => {
  expect(await run(`Promise.resolve(42)`)).toMatchObject({ kind: 'returned', value: { json: 42 } })
  expect(await run(`({ then(resolve) { resolve({ then(again) { again(42) } }) } })`)).toMatchObject({ value: { json: 42 } })
  expect(await run(`class Later { then(resolve) { setTimeout(resolve, 1, 42) } }; return new Later()`)).toMatchObject({
    value: { json: 42 },
  })
  expect(await run(`({ then(_, reject) { reject(new Error('no')) } })`)).toMatchObject({
    kind: 'threw',
    error: { message: 'no' },
  })
  expect(await run(`({ then: 42 })`)).toMatchObject({ kind: 'returned', value: { text: '{ then: 42 }' } })
})

test('a value that calls back twice has said its first word', async ({ run }) => {
  const twice = `({ then(resolve, reject) { resolve('honest'); resolve('forged'); reject(new Error('forged')) } })`
  expect(await run(twice)).toMatchObject({ kind: 'returned', value: { text: 'honest' } })
})

test('a program that speaks to the page past its channel is stopped', async ({ run }) => {
  const outcome = await run(
    `top.postMessage({ type: 'returned', text: 'forged' }, '*'); await new Promise((resolve) => setTimeout(resolve, 2000)); 1`,
  )
  expect(outcome).toMatchObject({ kind: 'stopped', why: 'forgery' })
})

test('code left in a session cannot slip its own port into the worlds that come after', async ({ run }) => {
  const hijack = `globalThis.caught = []
setInterval(() => {
  for (let i = 0; i < top.length; i++) {
    const channel = new MessageChannel()
    channel.port1.onmessage = (event) => { caught.push(event.data?.type); channel.port1.postMessage({ type: 'run', id: 'x', text: '(async function () { addEventListener("message", () => {}) })', names: [], limits: { maxLines: 9, maxLineLength: 9, maxConsoleLength: 9, maxValueLength: 9 }, granted: [] }) }
    try { top[i].postMessage('port', '*', [channel.port2]) } catch {}
  }
}, 0); 1`
  const session = 'hijacker'
  expect(await run(hijack, { session })).toMatchObject({ kind: 'returned' })
  for (let round = 0; round < 4; round += 1) {
    expect(await run(`'honest ${round}'`)).toMatchObject({ kind: 'returned', value: { text: `honest ${round}` } })
  }
  expect(await run('caught', { session })).toMatchObject({ kind: 'returned', value: { json: [] } })
})

test('what is said after the end is not heard', async ({ run }) => {
  const session = 'late'
  expect(await run(`setInterval(() => console.log('late'), 1); 'first'`, { session })).toMatchObject({ value: { text: 'first' } })
  const second = await run(`await new Promise((resolve) => setTimeout(resolve, 50)); 'second'`, { session })
  expect(second).toMatchObject({ kind: 'returned', value: { text: 'second' } })
})

test('an error whose parts lie is still one readable error', async ({ run }) => {
  const liars: readonly string[] = [
    `const e = new Error('x'); Object.defineProperty(e, 'message', { get() { throw 1 } }); throw e`,
    `const e = new Error('x'); Object.defineProperty(e, 'stack', { get() { throw 1 } }); throw e`,
    `throw { get message() { throw 1 }, toString() { throw 2 } }`,
    `throw new Proxy({}, { get() { throw 1 }, getPrototypeOf() { throw 2 }, ownKeys() { throw 3 } })`,
    `throw new Proxy(new Error('x'), { get() { throw 1 } })`,
    `throw undefined`,
    `throw Symbol('x')`,
    `class E extends Error { get name() { return {} } }; throw new E('x')`,
    `const e = new Error('x'); e.stack = 'program.js:99999:99999'; throw e`,
    `const e = new Error('x'); e.stack = { toString() { throw 1 } }; throw e`,
    `throw Object.create(null)`,
    `throw (() => { const f = () => {}; f.toString = null; return f })()`,
  ]
  for (const code of liars) {
    const outcome = await run(code)
    expect(outcome, code).toMatchObject({ kind: 'threw' })
  }
})
