import { expect, test } from 'vitest'
import type { SpokenCall } from '../canonical/part.ts'
import type { Dialect, ParserOptions } from '../dialect.ts'
import { readWhole } from './laws.ts'

const CALL: SpokenCall = {
  id: 'call_1',
  name: 'find_book',
  // In the order of the alphabet, because some dialects sort.
  input: { lent: true, tags: ['a', 'b'], title: 'Momo', year: 1973 },
}

/** A slip in a written call; undefined where the dialect leaves no room for it. */
type Slip = (text: string, markup: readonly string[]) => string | undefined

const change =
  (from: RegExp, to: string): Slip =>
  (text) =>
    from.test(text) ? text.replace(from, to) : undefined

/** Slips of the pen inside of the arguments. */
const INSIDE: ReadonlyMap<string, Slip> = new Map([
  ['a comma too many', change(/"b" ?\]/, '"b",]')],
  ['single quotes', change(/\["a"/, `['a'`)],
  ['a key without quotes', change(/"title" ?:/, 'title:')],
  ['a comment', change(/"year"/, '/* when */ "year"')],
  ['Python', change(/"lent": ?true/, '"lent": True')],
])

/** What goes wrong around them. */
const AROUND: ReadonlyMap<string, Slip> = new Map([
  ['no closing mark', withoutCloser],
  ['no closing marks', (text, markup) => withoutCloser(withoutCloser(text, markup) ?? '', markup)],
  ['a bracket too many', change(/\](\s*)\}/, ']$1}}')],
  ['words behind it', (text) => `${text}\nSo be it.`],
  ['a fence', (text) => (text.includes('```') ? undefined : text.replace(/\{[^]*\}/, '```json\n$&\n```'))],
])

function withoutCloser(text: string, markup: readonly string[]): string | undefined {
  const closer = markup.filter((mark) => text.trimEnd().endsWith(mark)).toSorted((a, b) => b.length - a.length)[0]
  return closer === undefined ? undefined : text.trimEnd().slice(0, -closer.length)
}

/** Two slips at once are mended where each of them alone is. */
export function describeMending(dialect: Dialect, options: ParserOptions): void {
  test('two slips: what is mended by itself is mended beside another', () => {
    const whole = dialect.formatCalls([CALL])
    const isRead = (text: string): boolean =>
      readWhole(dialect, options, text).some((part) => part.type === 'tool-call' && same(part.input, CALL.input))
    const mended = (slips: ReadonlyMap<string, Slip>) =>
      [...slips].filter(([, slip]) => {
        const text = slip(whole, dialect.markup)
        return text !== undefined && isRead(text)
      })
    const inside = mended(INSIDE)
    const pairs = inside.flatMap((one, index) =>
      [...inside.slice(index + 1), ...mended(AROUND)].map((other) => [one, other] as const),
    )
    const lost = pairs.flatMap(([[one, first], [other, second]]) => {
      const text = second(first(whole, dialect.markup) ?? '', dialect.markup)
      return text === undefined || isRead(text) ? [] : [{ slips: `${one}, ${other}`, text }]
    })
    expect(lost).toEqual([])
  })
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
