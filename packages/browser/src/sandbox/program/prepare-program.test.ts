import fc from 'fast-check'
import { expect, test } from 'vitest'
import { prepareProgram } from './prepare-program.ts'

// oxlint-disable-next-line no-eval -- the engine itself is the judge of what was made of a program
const evaluate = globalThis.eval

async function valueOf(code: string): Promise<unknown> {
  const prepared = prepareProgram({ code, session: false })
  if (prepared.kind === 'unreadable') throw new Error(prepared.error.message)
  return await evaluate(prepared.text).call(globalThis, undefined, (value: unknown) => value)
}

test.each([
  ['return 5', 5],
  ['return 1, 2', 2],
  ['return (1, 2)', 2],
  ['return', undefined],
  ['return await 7', 7],
  ['1; if (true) { return 5 } 6', 5],
  ['for (const n of [1, 2]) { if (n === 2) return n }', 2],
  ['switch (1) { case 1: return "one" }', 'one'],
  ['try { throw 1 } catch { return "caught" } finally { 3 }', 'caught'],
  ['label: { return "labelled" }', 'labelled'],
  ['const f = () => { return 4 }; f()', 4],
])('the value handed over by %s is %j, and it is handed over once', async (code, expected) => {
  const prepared = prepareProgram({ code, session: false })
  const kept: unknown[] = []
  const keep = (value: unknown) => ({ nth: kept.push(value), value })
  if (prepared.kind === 'unreadable') throw new Error(prepared.error.message)
  const result: unknown = await evaluate(prepared.text).call(globalThis, undefined, keep)
  expect(code === 'return' ? undefined : result).toEqual(code === 'return' ? undefined : { nth: 1, value: expected })
})

test.each([
  ['1; 2; 3', 3],
  ['5; const later = 6', 5],
  ['const only = 6', undefined],
  ['', undefined],
  ['// nothing', undefined],
  ['if (false) { 1 }', undefined],
  ['let i = 0; while (i < 3) { i++; i * 10 }', 30],
  ['for (const key in { a: 1, b: 2 }) key', 'b'],
  ['do { 1; break } while (true)', 1],
  ['outer: for (;;) { for (;;) { "inner"; break outer } }', 'inner'],
  ['try { 1 } finally { 2 }', 1],
  ['with ({ x: 4 }) { x }', 4],
  ['{ { 9 } }', 9],
  ['x = 3\n;[1].map((n) => n + x)', [4]],
  ['`a${1}b`', 'a1b'],
  ['await 7 // trailing', 7],
  ['var a = 1, b = 1\na\n++b', 2],
  ['(function () { return "called" })()', 'called'],
  ['async () => 1', expect.any(Function)],
])('the value of %j', async (code, value) => {
  expect(await valueOf(code)).toEqual(value)
})

test('whatever number the last expression adds up to is the value', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer(), { minLength: 1 }), async (numbers) => {
      const code = numbers.map((number, index) => `const n${index} = ${number}`).join('\n')
      expect(await valueOf(`${code}\n${numbers.map((_, index) => `n${index}`).join(' + ')}`)).toBe(
        numbers.reduce((sum, number) => sum + number),
      )
    }),
  )
})

test('any text is either a program that the engine accepts or one that is refused with a reason', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string({ unit: fc.constantFrom('a', '=', '(', ')', '{', '}', ';', '\n', '`', '/', 'await ', 'if', '1', '$value') }),
      ),
      (code) => {
        const prepared = prepareProgram({ code, session: false })
        if (prepared.kind === 'unreadable') expect(prepared.error.message.length).toBeGreaterThan(0)
        else expect(() => evaluate(prepared.text)).not.toThrow()
      },
    ),
    { numRuns: 500 },
  )
})

test('a syntax error says where', () => {
  expect(prepareProgram({ code: 'let a = 1\nlet a = 2', session: false })).toMatchObject({
    kind: 'unreadable',
    error: {
      name: 'SyntaxError',
      message: "Identifier 'a' has already been declared",
      line: 2,
      column: 5,
      codeFrame: expect.stringContaining('> 2 | let a = 2'),
    },
  })
})

test('code that closes what it never opened cannot leave its function', () => {
  expect(prepareProgram({ code: '})(); globalThis.escaped = 1; (async () => {', session: false })).toMatchObject({
    kind: 'unreadable',
  })
})

test.each([
  ['const a = 1, { b, ...c } = o, [d = 2] = []', ['a', 'b', 'c', 'd']],
  ['function f() {} class C {} let l; var v', ['f', 'C', 'l', 'v']],
  ['for (let i = 0; i < 1; i++) { var inner = 1 }', []],
  ['const location = 1, x = 2', []],
])('a session keeps the names of %j', (code, names) => {
  expect(prepareProgram({ code, session: true })).toMatchObject({ kind: 'ready', names })
})

test('declarations of a session become assignments that the engine accepts', async () => {
  const code =
    '"use strict"\nuse()\nconst { sum = 1 } = {}, other = 2\nfunction use() { return 1 }\nclass K {}\nlet nothing\nsum + other'
  const prepared = prepareProgram({ code, session: true })
  if (prepared.kind === 'unreadable') throw new Error(prepared.error.message)
  const world: Record<string, unknown> = globalThis
  for (const name of prepared.names) world[name] = undefined
  expect(await evaluate(prepared.text).call(globalThis, undefined, (value: unknown) => value)).toBe(3)
  expect([world['sum'], world['other'], typeof world['use'], typeof world['K'], world['nothing']]).toEqual([
    1,
    2,
    'function',
    'function',
    undefined,
  ])
  for (const name of prepared.names) delete world[name]
})

test('too long and too deep are refused', () => {
  expect(prepareProgram({ code: ' '.repeat(1_048_577), session: false })).toMatchObject({
    kind: 'unreadable',
    error: { message: expect.stringContaining('longer') },
  })
  expect(prepareProgram({ code: '['.repeat(100_000), session: false })).toMatchObject({ kind: 'unreadable' })
})
