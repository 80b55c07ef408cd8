import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { growth, PROPORTIONAL } from '../testing/growth.ts'
import { mend, mendings } from './mend.ts'
import { mendAnything } from './mend-anything.ts'

/** What a model wrote, what it meant, and what is said of it. */
const EXAMPLES: readonly (readonly [string, unknown, readonly string[]])[] = [
  ['\uFEFF{"a":\u00a01}\u200b', { a: 1 }, ['invisible-characters']],
  ['{"a": "zero\u200bwidth"}', { a: 'zero\u200bwidth' }, []],
  ['```json\n{"a": 1}\n```', { a: 1 }, ['code-fence']],
  ['`{"a": 1}`', { a: 1 }, ['code-fence']],
  ['[{\\"a\\": \\"b\\\\\\"c\\\\n\\"}]', [{ a: 'b"c\n' }], ['escaped-quotes']],
  ['{"code": "let a\n\tlet b"}', { code: 'let a\n\tlet b' }, ['raw-control-characters']],
  ['{"code": "make \\\n all \\\\\n"}', { code: 'make \\\n all \\\n' }, ['raw-control-characters']],
  ['{"a": "it\\\'s \\$5"}', { a: "it's $5" }, ['invalid-escapes']],
  ['{"pattern": "\\d+\\s\\u12"}', { pattern: '\\d+\\s\\u12' }, ['invalid-escapes']],
  ['{"a": "\\x41\\u0042"}', { a: 'AB' }, ['invalid-escapes']],
  ['{"a": """say "hi"\nnow"""}', { a: 'say "hi"\nnow' }, ['raw-control-characters', 'triple-quotes']],
  ["{'a': 'It's \"Momo\"', 'b': 'x\\'y'}", { a: 'It\'s "Momo"', b: "x'y" }, ['invalid-escapes', 'single-quotes']],
  ['{“a”: “Momo”}', { a: 'Momo' }, ['smart-quotes']],
  ['{"a": “He said ‘no’”}', { a: 'He said ‘no’' }, ['smart-quotes']],
  ['{"code": `a "b" ${c}`}', { code: 'a "b" ${c}' }, ['backtick-quotes']],
  ['{"a": 1, // one\n "b": /* two */ 2} # three', { a: 1, b: 2 }, ['comments']],
  ['{"a": 1, // one\r "b": 2}', { a: 1, b: 2 }, ['comments']],
  ['{"a": 1, // it\'s not "b": 2\n "c": 3}', { a: 1, c: 3 }, ['comments']],
  ['// first\n{"a": True # yes\n}', { a: true }, ['comments', 'python-literals']],
  ['{"a": "http://b # c"}', { a: 'http://b # c' }, []],
  ['{a: 1, $b_2: {ü-c: 2}}', { a: 1, $b_2: { 'ü-c': 2 } }, ['unquoted-keys']],
  [
    '{"a": True, "b": [None, False, undefined], "c": "None"}',
    { a: true, b: [null, false, null], c: 'None' },
    ['python-literals'],
  ],
  ['[+1, .5, 5., -.5, NaN, -Infinity]', [1, 0.5, 5, -0.5, null, null], ['number-spelling']],
  ['{"a": [1, 2,], "b": "x,]",\n}', { a: [1, 2], b: 'x,]' }, ['trailing-commas']],
  ['{"a": {"b": [1, 2', { a: { b: [1, 2] } }, ['uneven-brackets']],
  ['{"a": [1, {"b": 2], "c": "]"}}}', { a: [1, { b: 2 }], c: ']' }, ['uneven-brackets']],
  ["{a: 'x', b: True,}", { a: 'x', b: true }, ['single-quotes', 'unquoted-keys', 'python-literals', 'trailing-commas']],
]

describe('each slip is mended and named', () => {
  test.each(EXAMPLES)('%s', (text, value, flaws) => {
    const mended = mend(text)
    expect(mended?.value).toEqual(value)
    expect(JSON.parse(mended?.text ?? '')).toEqual(value)
    expect(mended?.flaws.map(({ id }) => id)).toEqual(flaws)
    for (const { message } of mended?.flaws ?? []) expect(message).toMatch(/^[A-Z].*\.$/)
  })
})

describe('what breaks off inside a string is not completed', () => {
  test.each(['{"a": "b', "{'a': 'b", '{"a": "b}', '{"a": `b}', '{"a": """b"}', '{“a”: “b}', '{"a": "b\\"}'])('%s', (text) => {
    expect(mendAnything(text)).toBeUndefined()
  })
})

test.each(['', ' ', 'Oslo', '{"a":', '{"a": 1, "b"', '{"a": tru'])('nothing is guessed of %j', (text) => {
  expect(mendAnything(text)).toBeUndefined()
})

describe('what could be data is never taken for a comment, nor left out', () => {
  test.each([
    '{path:a//b}',
    '{path: a // b\n}',
    '{"a": 1, // one "b": 2}',
    '{"a": 1 // one}',
    '{"a": 1/* and */2}',
    '{"a": [1, 2, ...]}',
    'run({"a": 1})',
    '{"a": NumberLong(1)}',
  ])('%s', (text) => {
    expect(mendAnything(text)).toBeUndefined()
  })

  test.each([
    ['{a: http://b.c/d}', { a: 'http://b.c/d' }],
    ['{color: #fff}', { color: '#fff' }],
    ['{"a" 1, // one\n"b": 2}', { a: 1, b: 2 }],
  ])('%s', (text, value) => {
    expect(mendAnything(text)?.value).toEqual(value)
  })
})

test('a library mends what we do not, and says so', () => {
  expect(mend('{"code": "print("hi")"}')).toBeUndefined()
  const mended = mendAnything('{"a": 1 "b": 2}')
  expect(mended?.value).toEqual({ a: 1, b: 2 })
  expect(mended?.flaws.map(({ id }) => id)).toEqual(['repaired'])
})

test('a key that names a prototype is only a key', () => {
  const value = mend("{'__proto__': {'admin': True}}")?.value
  expect(Object.keys(value ?? {})).toEqual(['__proto__'])
  expect(({} as { admin?: unknown }).admin).toBeUndefined()
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
})

test('numbers keep their spelling', () => {
  expect(mend("{'a': 9007199254740993}")?.text).toBe('{"a": 9007199254740993}')
})

describe('laws', () => {
  const spaced = fc
    .tuple(fc.json(), fc.constantFrom(0, 1, '\t'))
    .map(([text, indent]) => JSON.stringify(JSON.parse(text), null, indent))
  for (const { id, mend: apply } of mendings) {
    test(`${id} never changes valid JSON`, () => {
      fc.assert(
        fc.property(spaced, (text) => {
          expect(apply(text) ?? text).toBe(text)
        }),
      )
    })
  }

  test('what is left out stood in a comment', () => {
    const marks = ['//', '#', '/*', '*/', '\n', '\r', ' ', ' ', ',', ':', '{', '}', '[', ']', '"', "'", '+', '...', '(', ')', '1']
    const soup = fc.array(fc.constantFrom('word', 'word', ...marks), { maxLength: 14 })
    const frame = fc.constantFrom<readonly string[]>(
      ['', ''],
      ['{', '}'],
      ['{"a": 1, ', '"b": 2}'],
      ['{"a": ', '}'],
      ['[', '\n]'],
    )
    fc.assert(
      fc.property(soup, frame, (pieces, [open = '', close = '']) => {
        let count = 0
        const text = open + pieces.map((piece) => (piece === 'word' ? `word${(count += 1)}x` : piece)).join('') + close
        const kept = JSON.stringify(mendAnything(text)?.value)
        if (kept === undefined) return
        for (const [word] of text.matchAll(/word\d+x/g)) {
          const before = text.slice(0, text.indexOf(word))
          const line = before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1)
          const opening = before.lastIndexOf('/*')
          // `/*/` opens and does not close.
          const inBlock = opening !== -1 && !before.includes('*/', opening + 2)
          const isComment = inBlock || /(?:^|[\s{}[\](),"'/])(?:\/\/|#)/.test(line)
          if (!isComment) expect({ text, kept }).toEqual({ text, kept: expect.stringContaining(word) })
        }
      }),
      { numRuns: 5000 },
    )
  })

  test('nothing makes it throw', () => {
    const slips = fc.constantFrom(
      ...EXAMPLES.map(([text]) => text),
      '"',
      "'",
      '“',
      '`',
      '\\',
      '{',
      '}',
      '[',
      ']',
      ',',
      '/*',
      '//',
      '\n',
    )
    const soup = fc.array(fc.oneof(slips, fc.string({ maxLength: 4 })), { maxLength: 12 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(soup, (text) => {
        const mended = mendAnything(text)
        if (mended) expect(JSON.stringify(JSON.parse(mended.text))).toBe(JSON.stringify(mended.value))
      }),
      { numRuns: 1000 },
    )
  })

  const units = [
    '{"a": \'',
    "'a' ",
    '/*',
    '//',
    '# ',
    '# }',
    '{',
    '[',
    '[}',
    '{a',
    ', ',
    '"a\\',
    '“',
    '"""',
    '1.',
    '` ',
    'True',
    '\\',
    '{"a": "\n", ',
  ]
  test.each(units)('damage without end costs no more than it is long: %j', { timeout: 60_000 }, (unit) => {
    const mendMany = (count: number) => {
      const text = unit.repeat(count)
      for (const damaged of [text, `${text}}`, `{"a": "${text}", 'b': "\n"}`]) mendAnything(damaged)
    }
    expect(growth(mendMany, 1000)).toBeLessThan(PROPORTIONAL)
  })
})
