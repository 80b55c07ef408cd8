import { isDeepStrictEqual } from 'node:util'
import { growth, PROPORTIONAL } from '@parley/dialects/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createPace, finished, PIECE, unhurried } from '../../safety/pace.ts'
import { LIGHT, readingJson } from './read-json.ts'
import { writingJson } from './write-json.ts'

/** So long that it is read and written in pieces. */
const long = (piece: string): string => piece.repeat(Math.ceil((LIGHT + 1) / piece.length))
const words = fc.constantFrom('a', '"', '\\', '\n', '\u0000', '素', '😀', '\ud83d', '\ude00', '__proto__')
const heavy = fc.tuple(fc.json({ stringUnit: 'binary' }), fc.array(words, { minLength: 1, maxLength: 9 }), fc.nat(9))

describe('JSON in pieces', () => {
  test('is read as the engine reads it', () => {
    fc.assert(
      fc.property(heavy, fc.constantFrom('', ' ', '\n\t'), ([json, letters, shift], space) => {
        const text = `["${'-'.repeat(shift)}${JSON.stringify(long(letters.join(''))).slice(1, -1)}",${space}${json}${space}]`
        expect(isDeepStrictEqual(finished(readingJson(text)), JSON.parse(text))).toBe(true)
      }),
      { numRuns: 40 },
    )
  })

  test('is written as the engine writes it', () => {
    fc.assert(
      fc.property(heavy, ([json, letters, shift]) => {
        const value = [`${'-'.repeat(shift)}${long(letters.join(''))}`, JSON.parse(json)]
        expect(isDeepStrictEqual(finished(writingJson(value)), new TextEncoder().encode(JSON.stringify(value)))).toBe(true)
      }),
      { numRuns: 40 },
    )
  })

  test.each(['', '{', '[1,]', '{"a":1,}', '{"a" 1}', '{a:1}', '[1 2]', '01', '1]', '"\u0001"', '"\\x"', 'tru', '[1]]', '"a'])(
    'is refused where the engine refuses it: %j',
    (text) => {
      expect(() => JSON.parse(text)).toThrow(SyntaxError)
      expect(() => finished(readingJson(`${' '.repeat(LIGHT)}${text}`))).toThrow(SyntaxError)
    },
  )

  test('keeps what an object says of its prototype to itself, and the last of two values', () => {
    const text = `${' '.repeat(LIGHT)}{"__proto__":{"a":1},"b":1,"b":2}`
    expect(JSON.stringify(finished(readingJson(text)))).toBe('{"__proto__":{"a":1},"b":2}')
  })
})

const ATTACKS: Readonly<Record<string, (size: number) => string>> = {
  'one string of quotes': (size) => JSON.stringify('\n"'.repeat(size / 4)),
  'one string of backslashes': (size) => JSON.stringify('\\'.repeat(size / 2)),
  'white space': (size) => `[${' '.repeat(size)}]`,
  'many objects': (size) => `[${'{"a":1},'.repeat(size / 8)}0]`,
}

describe.each(Object.entries(ATTACKS))('%s', (_, text) => {
  test('is read in time that grows with it and no faster', { timeout: 60_000 }, () => {
    expect(growth((size) => finished(readingJson(text(size))), 2 * LIGHT)).toBeLessThan(PROPORTIONAL)
  })

  test('lets others have their turn, both ways', async () => {
    const size = 8 * LIGHT
    let turns = 0
    let busy = true
    const look = () => {
      turns++
      if (busy) setImmediate(look)
    }
    look()
    const value = await unhurried(readingJson(text(size)), createPace())
    const read = turns
    await unhurried(writingJson([value, '-'.repeat(size)]), createPace())
    busy = false
    // A piece of work is at most 8 pieces of text that is only looked at.
    expect(read).toBeGreaterThan(size / PIECE / 8)
    expect(turns - read).toBeGreaterThan(size / PIECE / 8)
  })
})
