import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ToolResult } from '../canonical/part.ts'
import { finishedParts, USUAL_REASONING } from '../define-dialect.ts'
import type { Dialect, ParserOptions } from '../dialect.ts'
import { isSpecialToken } from '../engine/marks.ts'
import { generousMender } from '../mender.ts'
import { calls, damagedAnswer, hugeCall, plausibleAnswer, tokenSoup } from './answers.ts'
import { describeMending } from './describe-mending.ts'
import { describeQuoting } from './describe-quoting.ts'
import { describeWriting } from './describe-writing.ts'
import { essence, type FixturePage } from './fixture-page.ts'
import { fixtureTools } from './fixture-tools.ts'
import { conservationFault, deltaFault, readInPieces, readWhole } from './laws.ts'

export interface DescribeOptions {
  /** How many inputs each law is tried on. */
  readonly runs?: number
}

/** Any units at all, halves of surrogate pairs among them. */
const anyText = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0x7f }), fc.integer({ min: 0, max: 0xffff })), { maxLength: 60 })
  .map((units) => String.fromCharCode(...units))

/** Laws of structure care less for the values: a quarter of the runs finds as much. */
const STRUCTURE = 0.25
const FOUND = { type: 'text', text: 'Found.' } as const

/** The laws of a dialect, and its fixtures, as tests. Third parties run the same on theirs. */
export function describeDialect(dialect: Dialect, page: FixturePage, { runs = 100 }: DescribeOptions = {}): void {
  const options: ParserOptions = { tools: fixtureTools, mender: generousMender }
  const { limits } = page
  const anyAnswer = fc.oneof(
    ...(page.fixtures.length > 0 ? [fc.constantFrom(...page.fixtures.map(({ source }) => source))] : []),
    tokenSoup(dialect),
    plausibleAnswer(dialect, limits),
    damagedAnswer(dialect, limits),
  )
  const cuts = fc.array(fc.nat(), { maxLength: 12 })
  const check = <Input>(inputs: fc.Arbitrary<Input>, law: (input: Input) => void, share = 1): void => {
    fc.assert(
      fc.property(inputs, (input) => {
        law(input)
      }),
      { numRuns: Math.ceil(runs * share) },
    )
  }

  // Busy machines are slow, and no law is about speed.
  describe(dialect.id, { timeout: 120_000 }, () => {
    for (const { title, source, parts, options: fixtureOptions } of page.fixtures) {
      test(title, () => {
        const everywhere = Array.from({ length: source.length }, (_, index) => index)
        for (const places of [[], everywhere]) {
          const read = finishedParts(readInPieces(dialect, fixtureOptions, source, places))
          expect(read.map((part, index) => essence(part, parts[index]))).toEqual(parts)
        }
      })
    }

    describeWriting(dialect, page, runs)
    describeQuoting(dialect, options, limits)
    describeMending(dialect, options)

    test('cut: where the text is cut changes no part', () => {
      check(fc.tuple(anyAnswer, cuts), ([text, where]) => {
        const pieces = readInPieces(dialect, options, text, where).flatMap((event) =>
          event.type === 'part-end' ? [event.value] : [],
        )
        expect(pieces).toEqual(readWhole(dialect, options, text))
      })
    })

    test('conservation: texts and sources, joined, give back the answer', () => {
      check(anyAnswer, (text) => expect(conservationFault(dialect, text, readWhole(dialect, options, text))).toBeUndefined())
    })

    test('delta: what was streamed adds up to the part', () => {
      check(fc.tuple(anyAnswer, cuts), ([text, where]) =>
        expect(deltaFault(readInPieces(dialect, options, text, where))).toBeUndefined(),
      )
    })

    test('calm: no input makes it throw', () => {
      check(anyText, (text) => {
        readWhole(dialect, options, text)
      })
    })

    test('echo: what it writes, it reads', () => {
      check(calls(dialect, limits), (list) => {
        const parts = readWhole(dialect, options, dialect.formatCalls(list)).filter((part) => part.type !== 'text')
        expect(parts.map((part) => essence(part))).toEqual(list.map(({ name, input }) => ({ type: 'tool-call', name, input })))
      })
    })

    test('exactness: integers of any length are written and read digit by digit', () => {
      if (limits.stringsOnly) return
      check(hugeCall(limits), (call) => {
        const [part] = readWhole(dialect, options, dialect.formatCalls([call])).filter(({ type }) => type !== 'text')
        expect(part?.type === 'tool-call' && part.inputText?.replaceAll(' ', '')).toBe(call.inputText)
      })
    })

    test('containment: a damaged call costs no other', () => {
      if (limits.unclosed) return
      check(
        fc.tuple(calls(dialect, { ...limits, mostCalls: 1 }), fc.nat(), fc.constantFrom('lose', 'double')),
        ([list, place, slip]) => {
          const whole = dialect.formatCalls(list)
          const at = place % whole.length
          const hurt = whole.slice(0, at) + (slip === 'double' ? whole.charAt(at).repeat(2) : '') + whole.slice(at + 1)
          const closer = closerOf(dialect, whole)
          // What a damaged call spills may look like a result, and nothing runs behind an invented one.
          if (!hurt.endsWith(closer) || (dialect.results ?? dialect.stop)?.some((mark) => hurt.includes(mark))) return
          const good = dialect.formatCalls([{ id: 'call_9', name: 'ping', input: {} }])
          const parts = readWhole(dialect, options, `${hurt}\nAND THEN\n${good}`)
          expect(parts.some((part) => part.type === 'text' && part.text.includes('AND THEN'))).toBe(true)
          expect(parts.at(-1)).toMatchObject({ type: 'tool-call', name: 'ping' })
        },
      )
    })

    test('quoting: a value may show whole calls, and none of them runs', () => {
      check(
        calls(dialect, { ...limits, mostCalls: Math.min(2, limits.mostCalls ?? 2) }),
        (list) => {
          const input = { path: '/dialect.md', content: `Write\n${dialect.formatCalls(list)}\nand wait.` }
          const parts = readWhole(dialect, options, dialect.formatCalls([{ id: 'call_1', name: 'write_file', input }]))
          if (limits.showsNoCalls) expect(parts.filter(({ type }) => type === 'tool-call')).toEqual([])
          else expect(parts.map((part) => essence(part))).toEqual([{ type: 'tool-call', name: 'write_file', input }])
        },
        STRUCTURE,
      )
    })

    test('examples: what stands in code, with words behind it, does not run and opens no thought', () => {
      check(
        calls(dialect, { ...limits, mostCalls: 1 }),
        (list) => {
          const call = dialect.formatCalls(list)
          for (const text of [
            `Write \`${call}\` to call it.`,
            `So:\n\`\`\`\n${call}\n\`\`\`\nThat is all.`,
            `- So:\n  ~~~~xml\n${call}\n  ~~~~\n\nThat is all.`,
          ])
            expect(readWhole(dialect, options, text).filter(({ type }) => type === 'tool-call')).toEqual([])
        },
        STRUCTURE,
      )
      for (const { open, close } of dialect.reasoning ?? USUAL_REASONING) {
        const text = `Write \`${open.trim()}\` first and \`${close.trim()}\` last.`
        expect(readWhole(dialect, options, text)).toEqual([{ type: 'text', text }])
      }
    })

    test('frames: special tokens of the dialect are never shown, except in code', () => {
      const begun = dialect.formatCalls([{ id: 'call_1', name: 'ping', input: {} }])
      // A mark that may begin a call, and no call follows, was mentioned.
      const mentioned = (mark: string): boolean =>
        begun.startsWith(mark) || [...(dialect.openers ?? []), ...(limits.mentions ?? [])].includes(mark)
      const literals = [...dialect.markup, ...(dialect.frames ?? []), ...(dialect.ends ?? [])]
      for (const mark of literals) {
        if (typeof mark !== 'string' || !isSpecialToken(mark) || mentioned(mark)) continue
        const said = readWhole(dialect, options, `${mark}Good${mark} day.${mark}`)
        expect([mark, said.map((part) => (part.type === 'text' ? part.text : '')).join('')]).toEqual([mark, 'Good day.'])
      }
      const [pair] = dialect.reasoning ?? USUAL_REASONING
      for (const mark of pair ? (dialect.ends ?? []) : []) {
        const thought = readWhole(dialect, options, `${pair?.open}Well${mark}${pair?.close}Hello.${mark}`)
        expect(thought).toEqual([
          { type: 'reasoning', text: 'Well' },
          { type: 'text', text: 'Hello.' },
        ])
      }
    })

    test('restraint: what is only thought of does not run', () => {
      const [marks] = (dialect.reasoning ?? USUAL_REASONING).filter((pair) => !pair.calls)
      if (marks === undefined) return
      check(
        calls(dialect, { ...limits, mostCalls: 1 }),
        (list) => {
          const call = dialect.formatCalls(list)
          const begun = readWhole(dialect, { ...options, startsInReasoning: true }, `${call}\n${marks.close}No.`)
          const unseen = readWhole(dialect, { ...options, startsInReasoning: 'maybe' }, `Say\n${call}\n${marks.close}No.`)
          const unclosed = `${marks.open}Say\n${call}`
          const forgotten = dialect.callsEndThoughts ? `${unclosed}\nNo.` : unclosed
          for (const parts of [begun, unseen, readWhole(dialect, options, forgotten)])
            expect(parts.filter(({ type }) => type === 'tool-call')).toEqual([])
        },
        STRUCTURE,
      )
    })

    test('restraint: a call that ends an unclosed thought and the answer runs where that is how models forget', () => {
      const [marks] = (dialect.reasoning ?? USUAL_REASONING).filter((pair) => !pair.calls)
      if (marks === undefined || dialect.callsEndThoughts !== true) return
      check(
        calls(dialect, { ...limits, mostCalls: 1 }),
        (list) => {
          const call = dialect.formatCalls(list)
          const read = (text: string, more: Partial<ParserOptions> = {}) =>
            readWhole(dialect, { ...options, ...more }, text).filter(({ type }) => type === 'tool-call')
          const flaws = ['thought-unclosed']
          const meant = list.map(({ name, input }) => ({ type: 'tool-call', name, input, flaws }))
          expect(read(`${marks.open}Say\n${call}`).map(essence)).toEqual(meant)
          expect(read(`Say\n${call}`, { startsInReasoning: true }).map(essence)).toEqual(meant)
          expect(read(`${marks.open}Say\n${call}${marks.close}No.`)).toEqual([])
        },
        STRUCTURE,
      )
    })

    test('restraint: where a thought may have been open, a call that no thought ends behind is meant', () => {
      const [marks] = (dialect.reasoning ?? USUAL_REASONING).filter((pair) => !pair.calls)
      if (marks === undefined) return
      check(
        calls(dialect, { ...limits, mostCalls: 1 }),
        (list) => {
          const call = dialect.formatCalls(list)
          const read = (text: string, start: 'maybe' | false) =>
            readWhole(dialect, { ...options, startsInReasoning: start }, text).filter(({ type }) => type === 'tool-call')
          for (const text of [call, `${marks.open}Hm.${marks.close}\n${call}`])
            expect(read(text, 'maybe').map(essence)).toEqual(read(text, false).map(essence))
        },
        STRUCTURE,
      )
    })

    test('invention: nothing runs behind a result that no tool gave', () => {
      if (limits.resultsUnmarked) return
      check(
        calls(dialect, { ...limits, mostCalls: 1 }),
        (list) => {
          const results = list.map(
            ({ id, name }): ToolResult => ({ type: 'tool-result', callId: id, name, outcome: 'ok', content: [FOUND] }),
          )
          const ping = dialect.formatCalls([{ id: 'call_9', name: 'ping', input: {} }])
          const text = `${dialect.formatCalls(list)}\n${dialect.formatResults(results, list)}\n${ping}`
          const parts = readWhole(dialect, options, text).filter(({ type }) => type === 'tool-call')
          expect(parts.map((part) => essence(part))).toEqual(list.map(({ name, input }) => ({ type: 'tool-call', name, input })))
        },
        STRUCTURE,
      )
    })

    test('patience: prose is passed on as soon as it can be nothing else', () => {
      const most = Math.max(dialect.patience ?? 0, 16, ...dialect.markup.map(({ length }) => length)) + 1
      // What is dropped is not held back.
      const beginnings = dialect.markup.map((mark) => mark.slice(0, -1)).filter((mark) => mark.length > 0 && !mark.includes('|>'))
      const prose = fc
        .array(fc.constantFrom('word', 'é', '素数', 'a b', ...beginnings), { minLength: 1, maxLength: 12 })
        .map((pieces) => `So ${pieces.join(' x ')} x.`)
      check(prose, (text) => {
        const parser = dialect.createParser({ ...options, reasoning: false })
        let said = 0
        let held = 0
        for (let at = 0; at < text.length; at++) {
          for (const event of parser.push(text.charAt(at))) {
            if (event.type === 'part-start' && event.kind === 'tool-call') return
            if (event.type === 'part-delta') said += event.text.length
          }
          held = Math.max(held, at + 1 - said)
        }
        expect(held).toBeLessThanOrEqual(most)
      })
    })
  })
}

/** The last mark of structure in a written call. */
function closerOf(dialect: Dialect, written: string): string {
  return (
    dialect.markup.filter((mark) => written.endsWith(mark)).toSorted((a, b) => b.length - a.length)[0] ??
    /\S*$/.exec(written)?.[0] ??
    ''
  )
}
