import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Source } from '../../../engine/source.ts'
import { Refused } from '../../refused.ts'
import { findAll } from './find-all.ts'
import { lookAheadIn } from './look-ahead.ts'
import { innerPattern, markPattern } from './pattern.ts'
import { PatternSet, UntilPattern } from './until-pattern.ts'

const refusal = (source: string): string => {
  try {
    markPattern(source)
  } catch (error) {
    if (error instanceof Refused) return error.message
    throw error
  }
  return 'accepted'
}

describe('what a pattern may say', () => {
  test.each([
    ['(?=a)b', 'uses a lookahead'],
    ['a(?!b)', 'uses a negative lookahead'],
    ['(?<=a)b', 'uses a lookbehind'],
    ['(?<!a)b', 'uses a lookbehind'],
    ['(a)\\1', 'uses a backreference'],
    ['(?P<x>a)(?P=x)', 'uses a backreference'],
    ['(?>a+)b', 'uses an atomic group'],
    ['a++b', 'uses a possessive quantifier'],
    ['(?R)a', 'uses recursion'],
    ['(?i)a', 'uses inline flags'],
    ['a\\b', 'uses a word boundary'],
    ['\\p{L}a', 'uses `\\p`'],
    ['[[:alpha:]]', 'uses a POSIX class'],
    ['(a', 'has a group that is never closed'],
    ['a)', 'has a `)` that closes nothing'],
    ['*a', 'repeats nothing'],
    ['a{65}', 'repeats more than 64 times'],
    ['((a{60}){60}){60}', 'needs more than 2000 steps'],
    [`${'('.repeat(40)}a${')'.repeat(40)}`, 'is nested too deep'],
    ['\\s*', 'can match nothing'],
    ['(?:a|\\s*)', 'can match nothing'],
    ['[z-a]', 'runs backwards'],
    ['(?P<a>x)(?P<a>y)', 'names two groups `a`'],
  ])('%s is refused by its name', (source, why) => expect(refusal(source)).toContain(why))

  test('what repeats nothing very often is refused at once', () => {
    const nested = Array.from({ length: 8 }).reduce<string>((inner) => `(?:${inner}){64}`, '')
    expect(refusal(`${nested}a`)).toBe('repeats too much')
  })
})

/** Patterns that our matcher and the engine of JavaScript understand alike. */
const sources = [
  '<a>\\s*<b=(?P<name>[^\\n>]+)>',
  '(?:a|ab)(?:c|bcd)d*',
  'a+?b',
  'a*b',
  '(?:a+)+b',
  'x.*?y',
  'x.*y',
  '[^<]*<c>',
  '(?:^|<a>)b',
  'b$|a',
  '(?:ab?)?c',
  '(?:ab){2,3}',
  'a{1,2}b',
]

const read = (pieces: readonly string[], set: PatternSet<string>): readonly unknown[] => {
  const said: string[] = []
  const ahead = lookAheadIn(new Source())
  const heard: unknown[] = []
  let begins = true
  let reader = new UntilPattern(set, (text) => said.push(text), ahead, true)
  let text = ''
  const drain = (ended: boolean): void => {
    for (;;) {
      const stop = reader.read(text, 0, ended)
      begins &&= stop === 0
      text = text.slice(stop)
      if (!reader.done) return
      heard.push(said.splice(0).join(''), reader.found && [reader.found.means, reader.found.text, [...reader.found.groups]])
      if (reader.found === undefined || (ended && text === '')) return
      reader = new UntilPattern(set, (more) => said.push(more), ahead, begins && reader.found.text !== '')
    }
  }
  for (const piece of pieces) {
    text += piece
    drain(false)
  }
  drain(true)
  return heard
}

describe('what a pattern finds', () => {
  test.each(sources)('%s finds in any text what other engines find', (source) => {
    const native = new RegExp(source.replaceAll('(?P<', '(?<'), 'gsu')
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', 'd', 'x', 'y', '<a>', '<b=', '>', '<c>', '\n', ' ', '書'))
      .map((all) => all.join(''))
    fc.assert(
      fc.property(text, (given) => {
        const wanted = Array.from(given.matchAll(native), (match) => [match.index, match[0], match.groups?.['name']])
        const found = findAll(innerPattern(source), given).map(({ start, end, groups }) => [
          start,
          given.slice(start, end),
          groups.get('name'),
        ])
        expect(found).toEqual(wanted)
      }),
      { numRuns: 300 },
    )
  })

  test('where a text is cut changes nothing', () => {
    const patterns = ['<a>\\s*<b=(?P<name>[^\\n>]+)>', '<a>', '[^<]*<c>', '(?:a+)+b', 'b\\s*|$']
    const set = new PatternSet(patterns.map((source) => ({ pattern: markPattern(source), means: source })))
    const token = fc.constantFrom('a', 'b', 'x', '<a>', '<b=', '<b', '>', '<c>', '\n', ' ', '書', '🙂')
    fc.assert(
      fc.property(fc.array(token), (tokens) => {
        const text = tokens.join('')
        expect(read(tokens, set)).toEqual(read([text], set))
        expect(read(Array.from(text), set)).toEqual(read([text], set))
      }),
      { numRuns: 1000 },
    )
  })
})
