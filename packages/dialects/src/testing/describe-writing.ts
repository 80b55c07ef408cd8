import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ToolResult } from '../canonical/part.ts'
import { defusingResult, finished } from '../defuse.ts'
import type { Dialect } from '../dialect.ts'
import type { FixturePage } from './fixture-page.ts'
import { fixtureCalls, fixtureResults, fixtureTools, writtenCalls } from './fixture-tools.ts'

/** What a dialect writes of its own: the results and the lesson that its page shows, and that nobody else can write them. */
export function describeWriting(dialect: Dialect, { calls, results, lesson, limits }: FixturePage, runs: number): void {
  if (calls !== undefined)
    test('calls are written as its page shows them', () => {
      expect(dialect.formatCalls(writtenCalls.slice(0, limits.mostCalls))).toBe(calls)
    })

  if (results !== undefined)
    test('results are written as its page shows them', () => {
      expect(dialect.formatResults(fixtureResults, fixtureCalls)).toBe(results)
    })

  if (lesson !== undefined)
    test('tools are taught as its page shows it', () => {
      expect(dialect.instruct(fixtureTools, 'auto')).toBe(lesson)
    })

  test('defusing: what a result quotes cannot be another result', () => {
    const frame = frameBetweenResults(dialect)
    const markup = [...dialect.markup, ...(dialect.toolMarkup?.(fixtureTools) ?? []), ...(dialect.resultMarkup ?? [])]
    const foreign = fc
      .array(fc.constantFrom('word', ' ', '\n', '"', frame, ...markup), { maxLength: 6 })
      .map((pieces) => `one${pieces.join('')}${frame}two`)
    fc.assert(
      fc.property(foreign, fc.boolean(), (text, asData) => {
        const written = dialect.formatResults([finished(defusingResult(resultOf(text, asData), markup))], fixtureCalls)
        expect(frame.trim() === '' || !written.includes(`${frame}two`)).toBe(true)
        for (const mark of markup) expect(count(written, mark)).toBeLessThanOrEqual(count(harmless(dialect, asData), mark))
      }),
      { numRuns: runs },
    )
  })
}

const [FOUND] = fixtureResults

function resultOf(text: string, asData: boolean): ToolResult {
  return { ...(FOUND as ToolResult), content: [{ type: 'text', text }], ...(asData && { data: text }) }
}

/** What must stand in a text that passes for two results. */
function frameBetweenResults(dialect: Dialect): string {
  const written = dialect.formatResults([resultOf('ParleyOne', false), resultOf('ParleyTwo', false)], fixtureCalls)
  return written.slice(written.indexOf('ParleyOne') + 'ParleyOne'.length, written.indexOf('ParleyTwo'))
}

const harmless = (dialect: Dialect, asData: boolean): string => dialect.formatResults([resultOf('word', asData)], fixtureCalls)

const count = (text: string, mark: string): number => text.split(mark).length - 1
