import { expect, test } from 'vitest'
import type { SpokenCall } from '../canonical/part.ts'
import type { Dialect, ParserOptions } from '../dialect.ts'
import { essence, type Limits } from './fixture-page.ts'
import { fixtureTools } from './fixture-tools.ts'
import { readWhole } from './laws.ts'

/** A value that every shown call holds, so that it can be cut before and behind it. */
const VALUE = 'Parley'
const SHOWN: readonly SpokenCall[] = [
  { id: 'call_2', name: 'ping', input: {} },
  { id: 'call_2', name: 'find_book', input: { title: VALUE } },
  { id: 'call_2', name: 'write_file', input: { path: VALUE, content: VALUE } },
]

/** Where in a text a call may be shown. */
const PLACES: ReadonlyMap<string, (shown: string) => string> = new Map([
  ['alone', (shown) => shown],
  ['at the start', (shown) => `${shown}\nand wait.`],
  ['on lines of its own', (shown) => `Write\n${shown}\nand wait.`],
  ['set in', (shown) => `Write\n\n${shown.replaceAll(/^/gm, '    ')}\nand wait.`],
  ['in a sentence', (shown) => `Write ${shown} and wait.`],
  ['at the end', (shown) => `Write\n${shown}`],
])

/** What a value shows must be that value again. Only what the dialect cannot say may break the call; nothing else ever runs. */
export function describeQuoting(dialect: Dialect, options: ParserOptions, limits: Limits): void {
  for (const [place, put] of PLACES)
    test(`showing: calls and openers that a value shows ${place} are that value and no other call`, () => {
      for (const { text, whole } of shownTexts(dialect)) {
        const content = limits.trims ? put(text).trim() : put(text)
        const mayBreak =
          limits.showsNoCalls ||
          (limits.showsWholeCallsOnly && !whole) ||
          limits.cannotSay.some((piece) => content.includes(piece))
        for (const input of [
          { path: '/a', content },
          { content, path: '/a' },
        ]) {
          const written = dialect.formatCalls([{ id: 'call_1', name: 'write_file', input }])
          // Whoever mends nothing must not run more for it.
          for (const reading of [options, { tools: options.tools }]) {
            const read = readWhole(dialect, reading, written)
            const ran = read.filter(({ type }) => type === 'tool-call')
            if (mayBreak && ran.length === 0) continue
            expect({ written, read: read.map((part) => essence(part)) }).toEqual({
              written,
              read: [{ type: 'tool-call', name: 'write_file', input }],
            })
          }
        }
      }
    })
}

interface ShownText {
  readonly text: string
  /** Whether it is a call from its first mark to its last. */
  readonly whole: boolean
}

function shownTexts(dialect: Dialect): readonly ShownText[] {
  const written = SHOWN.map((call) => ({ name: call.name, text: dialect.formatCalls([call]) }))
  const marks = [...(dialect.toolMarkup?.(fixtureTools) ?? []), ...(dialect.openers ?? [])]
  return [
    ...written.flatMap(({ name, text }) => [
      { text, whole: true },
      { text: `${text}\n${text}`, whole: true },
      ...beginnings(text, name).map((begun) => ({ text: begun, whole: false })),
    ]),
    ...marks.map((text) => ({ text, whole: false })),
  ]
}

/** A call that breaks off behind its name, before its first value, inside of it. */
function beginnings(text: string, name: string): readonly string[] {
  const named = text.indexOf(name) + name.length
  const value = text.indexOf(VALUE, named)
  return [text.slice(0, named), text.slice(0, named + 1), ...(value < 0 ? [] : [text.slice(0, value), text.slice(0, value + 3)])]
}
