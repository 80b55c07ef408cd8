import { describe, expect, test } from 'vitest'
import { ownValue } from '../canonical/json.ts'
import type { ToolCall } from '../canonical/part.ts'
import type { Dialect } from '../dialect.ts'
import { dialects } from '../find-dialect.ts'
import { generousMender } from '../mender.ts'
import { fixtureTools } from './fixture-tools.ts'
import { deltaFault, readInPieces, readWhole } from './laws.ts'

/** `npm run test:long` reads a million answers; every day it is a few thousand. */
const long = process.env['PARLEY_LONG_TESTS'] === '1'
const INPUTS = long ? 1_000_000 : 6_000
const REPEATS = long ? 100_000 : 3_000
const only = process.env['PARLEY_DIALECT']?.split(',')
const tried = dialects.filter(({ id }) => !only || only.includes(id))
const options = { tools: fixtureTools, mender: generousMender }

/** A generator of numbers that can be started again where a test failed. */
function numbers(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const NOISE = [
  ...'{}[]()<>"\'\\:,=|/&;-_ \n\t0123456789aeu',
  '"name"',
  '"arguments"',
  'find_book',
  'ping',
  'null',
  'true',
  '```',
  '<think>',
  '</think>',
  '<![CDATA[',
  ']]>',
  '\\u12',
  '\\ud83d',
  '\ud83d',
  '\udc7e',
  '素',
  '👩‍🚀',
  '\0',
  '\uFEFF',
  '__proto__',
  'constructor',
  '9007199254740993',
  '1e999',
  '{"title": "x"}',
  "{'a': True,}",
]
const VALUES = [
  'Momo',
  'a "b" \\ c',
  '</x>\n```',
  '素数',
  '👩‍🚀',
  '',
  ' ',
  '{"a": [1]}',
  '007',
  '\u2028',
  'if (a < b && c > d) {}',
]

function randomAnswer(dialect: Dialect, pick: (below: number) => number): string {
  const from = <Item>(list: readonly Item[]): Item => list[pick(list.length)] as Item
  const pieces = [...dialect.markup, ...(dialect.openers ?? [])]
  if (pick(3) === 0) return Array.from({ length: pick(30) }, () => (pick(3) === 0 ? from(pieces) : from(NOISE))).join('')
  const calls = Array.from({ length: 1 + pick(2) }, (_, index) =>
    pick(2) === 0
      ? {
          id: `c${index}`,
          name: 'find_book',
          input: { title: from(VALUES), year: pick(3000), tags: [from(VALUES)], author: { name: from(VALUES) } },
        }
      : { id: `c${index}`, name: 'write_file', input: { path: from(VALUES), content: from(VALUES) + from(VALUES) } },
  )
  let text = `${from(['', 'Well. ', '<think>So.</think>'])}${dialect.formatCalls(calls)}${from(['', ' Done.'])}`
  for (let slip = pick(4); slip > 0; slip--) {
    const at = pick(text.length + 1)
    const [cut, put] = [pick(3), from([NOISE, pieces, ['']])]
    text = text.slice(0, at) + from(put) + text.slice(at + cut)
  }
  return pick(6) === 0 ? text.slice(0, pick(text.length + 1)) : text
}

describe('no answer makes a parser throw, hang or contradict itself', () => {
  const seed = Number(process.env['PARLEY_SEED'] ?? Date.now() % 1_000_000_000)
  const each = Math.ceil(INPUTS / dialects.length)
  for (const [place, dialect] of dialects.entries()) {
    if (!tried.includes(dialect)) continue
    test(`${dialect.id}, ${each} answers from seed ${seed}`, { timeout: 3_600_000 }, () => {
      for (let index = 0; index < each; index++) {
        const pick = numbers(seed + place * 1_000_003 + index)
        const text = randomAnswer(dialect, pick)
        const cuts = Array.from({ length: pick(6) }, () => pick(text.length + 1))
        try {
          const fault = deltaFault(readInPieces(dialect, options, text, cuts))
          if (fault !== undefined) throw new Error(fault)
        } catch (error) {
          throw new Error(`Answer ${index} of seed ${seed}: ${JSON.stringify(text)} cut at ${cuts.join()}`, { cause: error })
        }
      }
    })
  }
})

const called = (dialect: Dialect, text: string): ToolCall | undefined =>
  readWhole(dialect, options, text).find((part) => part.type === 'tool-call')

describe.each(tried.map((dialect) => [dialect.id, dialect] as const))('%s survives', { timeout: 120_000 }, (_id, dialect) => {
  const opener = (dialect.openers ?? dialect.markup)[0] ?? ''

  test('brackets, elements and openers without end', () => {
    for (const unit of ['[', '{', '{"a":', '[{"name": "ping", "arguments": ', '(', '<a>', '- ', opener])
      expect(() => readWhole(dialect, options, opener + unit.repeat(REPEATS))).not.toThrow()
  })

  test(long ? 'ten megabytes in one string' : 'a hundred kilobytes in one string', () => {
    const content = 'let a = "b"\n'.repeat(long ? 870_000 : 9_000)
    const call = called(dialect, dialect.formatCalls([{ id: 'c', name: 'write_file', input: { path: '/a', content } }]))
    const kept = call && ownValue(call.input, 'content')
    // Not by `toBe(content)`, which would print ten megabytes. Some dialects cannot keep white space at the ends.
    expect(kept === content || kept === content.trim()).toBe(true)
  })

  test('keys that name prototypes', () => {
    const input = JSON.parse('{"title": "x", "__proto__": {"polluted": "yes"}, "constructor": "c"}') as ToolCall['input']
    const call = called(dialect, dialect.formatCalls([{ id: 'c', name: 'find_book', input }]))
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    expect(Object.getPrototypeOf(call?.input ?? {})).toBe(Object.prototype)
    expect(call?.input['polluted']).toBeUndefined()
  })

  test('lone surrogates', () => {
    const input = { path: '\ud83d', content: 'a\udc7eb' }
    const text = dialect.formatCalls([{ id: 'c', name: 'write_file', input }])
    const everywhere = Array.from({ length: text.length }, (_, index) => index)
    expect(deltaFault(readInPieces(dialect, options, text, everywhere))).toBeUndefined()
    expect(called(dialect, text)?.input).toEqual(input)
  })
})
