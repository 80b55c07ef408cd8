import type { JsonObject, SpokenPart } from '@parley/dialects'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareCalls } from './compare-calls.ts'

const call = (name: string, input: JsonObject, id = 'c'): SpokenPart => ({ type: 'tool-call', id, name, input })
const text = (words: string): SpokenPart => ({ type: 'text', text: words })
const same = (...allowed: readonly string[]) => ({ kind: 'same', allowed })
const different = (difference: object) => ({ kind: 'different', difference: expect.objectContaining(difference) })

const path = (recorded: JsonObject, now: JsonObject) => {
  const compared = compareCalls([call('f', recorded)], [call('f', now)])
  return compared.kind === 'different' && compared.difference.kind === 'argument' ? compared.difference.path : undefined
}

const exact = (inputText: string): SpokenPart => ({
  type: 'tool-call',
  id: 'c',
  name: 'f',
  input: JSON.parse(inputText),
  inputText,
})

describe('two answers do the same', () => {
  test('whatever they say and think; that their calls have other ids is said', () => {
    const recorded = [text('Let me see.'), call('read_file', { path: '/a' }, '1')]
    const now = [{ type: 'reasoning', text: 'Hm.' } as const, call('read_file', { path: '/a' }, '2')]
    expect(compareCalls(recorded, now)).toEqual(same('ids of calls'))
    expect(compareCalls([text('Done.')], [text('All of it is done.')])).toEqual(same())
  })

  test('with their keys in another order, which is said', () => {
    expect(compareCalls([call('f', { a: 1, b: { c: 2, d: 3 } })], [call('f', { b: { d: 3, c: 2 }, a: 1 })])).toEqual(
      same('order of keys'),
    )
  })

  test('with other line ends and blanks behind lines, which is said; blanks in front of a line count', () => {
    const recorded = [call('write_file', { content: 'if x:\n  y\n' })]
    expect(compareCalls(recorded, [call('write_file', { content: 'if x: \r\n  y' })])).toEqual(same('white space at line ends'))
    expect(compareCalls(recorded, [call('write_file', { content: 'if x:\n    y\n' })])).toEqual(
      different({ kind: 'argument', path: 'content' }),
    )
  })

  test('with their calls in another order, which is said', () => {
    const [first, second] = [call('f', { n: 1 }), call('f', { n: 2 })]
    expect(compareCalls([first, second], [second, first])).toEqual(same('order of calls'))
  })

  test('by several rules at once, and all of them are said', () => {
    const recorded = [call('f', { a: 'x\n', b: 1 }, '1'), call('g', {}, '2')]
    const now = [call('g', {}, '2'), call('f', { b: 1, a: 'x' }, '3')]
    expect(compareCalls(recorded, now)).toEqual(
      same('order of keys', 'white space at line ends', 'ids of calls', 'order of calls'),
    )
  })

  test('with great numbers, which are compared by their digits, in whatever order and with whatever blanks', () => {
    const [recorded, now] = ['{"n":9007199254740993,"a":"x "}', '{"a": "x", "n": 9007199254740993}'].map(exact)
    expect(compareCalls([recorded!], [now!])).toEqual(same('order of keys', 'white space at line ends'))
    expect(compareCalls([recorded!], [exact('{"n":9007199254740993, "a":"x "}')])).toEqual(same())
  })
})

describe('two answers do something else', () => {
  test('where a call is missing, added, of another tool, or cannot be read', () => {
    const read = call('read_file', { path: '/a' })
    expect(compareCalls([read], [text('It is about primes.')])).toEqual(different({ kind: 'missing', recorded: read }))
    expect(compareCalls([text('Done.')], [read])).toEqual(different({ kind: 'added', now: read }))
    expect(compareCalls([read], [call('list_directory', { path: '/a' })])).toEqual(different({ kind: 'tool' }))
    const broken: SpokenPart = { type: 'broken-call', id: 'b', source: '{"path', problem: 'It is not closed.' }
    expect(compareCalls([read], [broken])).toEqual(different({ kind: 'unreadable', source: '{"path' }))
  })

  test('and the first argument that differs is named', () => {
    expect(path({ a: 1, b: [{ c: 2 }, { c: 3 }] }, { a: 1, b: [{ c: 2 }, { c: 4 }] })).toBe('b[1].c')
    expect(path({ a: [1] }, { a: [1, 2] })).toBe('a[1]')
    expect(path({ a: null }, {})).toBe('a')
    expect(path({ a: [] }, { a: {} })).toBe('a')
  })

  test('where only the digits of a great number differ', () => {
    expect(compareCalls([exact('{"n":9007199254740993}')], [exact('{"n":9007199254740992}')])).toMatchObject({
      kind: 'different',
    })
  })
})

test('every answer does the same as itself, in any order of its calls, and not the same with one call less', () => {
  const calls = fc.array(fc.tuple(fc.constantFrom('f', 'g'), fc.dictionary(fc.string(), fc.jsonValue())), {
    minLength: 1,
    maxLength: 5,
  })
  fc.assert(
    fc.property(calls, fc.nat(), (made, turn) => {
      const recorded = made.map(([name, input]) => call(name, input as JsonObject))
      const now = recorded.map((_, index) => recorded[(index + turn) % recorded.length]!)
      expect(compareCalls(recorded, now).kind).toBe('same')
      expect(compareCalls(recorded, now.slice(1)).kind).toBe('different')
      expect(compareCalls(recorded.slice(1), now).kind).toBe('different')
    }),
  )
})
