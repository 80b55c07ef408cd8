import { expect, test } from './sandbox-test.ts'

// The page is shared by all tests of the file; a recording of each would only slow them down.
test.use({ trace: 'off' })

/** Expression → how it is shown to a person and a model. */
const shown: Readonly<Record<string, string | RegExp>> = {
  undefined: 'undefined',
  null: 'null',
  true: 'true',
  '-0': '-0',
  NaN: 'NaN',
  '1 / 0': 'Infinity',
  '10n ** 30n': '1000000000000000000000000000000n',
  'Symbol("s")': 'Symbol(s)',
  '"plain text"': 'plain text',
  '["quoted"]': '[ "quoted" ]',
  'const o = { name: "o" }; o.self = o; o': '{ name: "o", self: [Circular] }',
  'const a = [1]; a.push(a); a': '[ 1, [Circular] ]',
  '() => 1': '[Function (anonymous)]',
  'function named() {}; named': '[Function: named]',
  'async () => {}': '[AsyncFunction (anonymous)]',
  'class A {}; A': '[class A]',
  'class P { x = 1; #secret = 2 }; new P()': 'P { x: 1 }',
  'Object.create(null)': '[Object: null prototype] {}',
  'document.createElement("div")': '<div></div>',
  'document.body.innerHTML = "<p>a</p><p>b</p>"; document.querySelectorAll("p")': 'NodeList(2) [ <p>a</p>, <p>b</p> ]',
  'document.body.children': /^HTMLCollection\(\d\)/,
  'document.createTextNode("t")': '#text "t"',
  document: /^#document <html/,
  'new Error("bad")': 'Error: bad',
  'new TypeError("bad", { cause: "why" })': 'TypeError: bad { cause: "why" }',
  'new DOMException("no", "AbortError")': 'AbortError: no',
  'new Map([["k", { v: 1 }]])': 'Map(1) { "k" => { v: 1 } }',
  'new Set([1, "two"])': 'Set(2) { 1, "two" }',
  'new WeakMap()': 'WeakMap { <items unknown> }',
  'new Uint8Array([1, 2, 3])': 'Uint8Array(3) [ 1, 2, 3 ]',
  'new Float64Array(1000)': /^Float64Array\(1000\) \[[\s\S]*… 900 more items\n\]$/,
  'new ArrayBuffer(8)': 'ArrayBuffer { byteLength: 8 }',
  'new Date(0)': '1970-01-01T00:00:00.000Z',
  'new Date(NaN)': 'Invalid Date',
  '/a+/gi': '/a+/gi',
  '[new Promise(() => {})]': '[ Promise {} ]',
  '(async function* () {})()': 'AsyncGenerator {}',
  '[1, , 3]': '[ 1, <1 empty item>, 3 ]',
  'Object(5)': '[Number: 5]',
  '({ get x() { return 1 }, set y(v) {} })': '{ x: [Getter], y: [Setter] }',
  '({ [Symbol("k")]: 1, "a-b": 2 })': '{ "a-b": 2, [Symbol(k)]: 1 }',
  '({ a: { b: { c: { d: { e: { f: { g: 1 } } } } } } })': /\[Object\]/,
  'Array.from({ length: 300 }, (_, i) => i)': /… 200 more items\n\]$/,
  '"x".repeat(300_000)': /… \(50000 more characters\)$/,
  'document.body.getBoundingClientRect()': /^DOMRect \{[\s\S]*width: \d/,
  'const c = document.createElement("canvas"); c': '<canvas></canvas>',
  'new URL("https://a.example/p?q=1")': /^URL \{[\s\S]*href: "https:\/\/a\.example\/p\?q=1"/,
  'new Blob(["abc"], { type: "text/plain" })': 'Blob { size: 3, type: "text/plain" }',
  'new Proxy({ a: 1 }, {})': '{ a: 1 }',
  'getComputedStyle(document.body)': /^CSSStyleDeclaration \{/,
  window: /^Window \{/,
}

for (const [code, text] of Object.entries(shown)) {
  test(`${code} is readable`, async ({ run }) => {
    const outcome = await run(code)
    expect(outcome).toMatchObject({
      kind: 'returned',
      value: { text: typeof text === 'string' ? text : expect.stringMatching(text) },
    })
  })
}

test('plain data comes back as data, and nothing else does', async ({ run }) => {
  const isData: Readonly<Record<string, boolean>> = {
    '({ a: [1, "x", null, true] })': true,
    '"text"': true,
    '76127': true,
    undefined: false,
    NaN: false,
    '-0': false,
    '({ a: undefined })': false,
    '[1, , 2]': false,
    'new Date()': false,
    '({ toJSON() { return 1 } })': false,
    'Object.assign([1], { extra: 1 })': false,
    '({ __proto__: { inherited: 1 }, own: 1 })': false,
    '({ get x() { return 1 } })': false,
    'const o = {}; o.o = o; o': false,
    'JSON.parse(\'{"__proto__": 1}\')': true,
  }
  for (const [code, expected] of Object.entries(isData)) {
    const outcome = await run(code)
    expect(outcome.kind, code).toBe('returned')
    expect(outcome.kind === 'returned' && outcome.value.json !== undefined, code).toBe(expected)
  }
})
