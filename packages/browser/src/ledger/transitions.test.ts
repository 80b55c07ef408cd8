import type { ToolResult } from '@parley/dialects'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CallRecord } from './call-record.ts'
import {
  answer,
  ask,
  claim,
  decide,
  diverge,
  hasOpenQuestion,
  holdForReview,
  judge,
  mendBroken,
  orphan,
  reopen,
  runAgain,
  send,
  settleInterrupted,
  settleReview,
  settleRun,
  settleUnrun,
  start,
  take,
  unhalt,
} from './transitions.ts'

const fresh: CallRecord = {
  key: 'm#0',
  threadId: 't',
  messageId: 'm',
  position: 0,
  call: { type: 'tool-call', id: 'c', name: 'x', input: {} },
  hash: 'h',
  phase: 'pending',
  version: 0,
  attempt: 0,
  questions: [],
  createdAt: 0,
}
const result: ToolResult = { type: 'tool-result', callId: 'c', name: 'x', outcome: 'ok', content: [] }
const settlement = { result, ending: 'succeeded', now: 1 } as const
const allow = { kind: 'allow', hash: 'h', by: 'person' } as const
const verdict = { kind: 'deny', rule: 'r', author: 'you', reason: '' } as const

const allowed = decide(fresh, allow)!
const claimed = claim(allowed, 'A')!
const running = start(claimed, 'A', 1)!
const interrupted = orphan(running)!
const program = start(claimed, 'A', 1, { seed: 7 })!
const settled = settleRun(running, 'A', settlement)!
const sent = send(settled, 'm.results')!
const rejected = settleUnrun(fresh, { ...settlement, ending: 'rejected', halts: true })!
const asking = ask(running, 'A', 0, { payload: 'sure?' })!

/** Everything that can be tried on a record, by either of two tabs. */
const steps: { readonly [name: string]: (record: CallRecord) => CallRecord | undefined } = {
  judge: (record) => judge(record, verdict),
  decide: (record) => decide(record, allow),
  mendBroken: (record) => mendBroken(record, record.call, 'h'),
  claimA: (record) => claim(record, 'A'),
  claimB: (record) => claim(record, 'B'),
  startA: (record) => start(record, 'A', 1),
  startB: (record) => start(record, 'B', 1),
  settleUnrun: (record) => settleUnrun(record, settlement),
  settleRunA: (record) => settleRun(record, 'A', settlement),
  settleRunB: (record) => settleRun(record, 'B', settlement),
  holdA: (record) => holdForReview(record, 'A', { result, reasons: [] }),
  settleReview: (record) => settleReview(record, settlement),
  orphan,
  runAgain: (record) => runAgain(record, allow),
  settleInterrupted: (record) => settleInterrupted(record, settlement),
  reopen,
  unhalt,
  send: (record) => send(record, 'm.results'),
  askA: (record) => ask(record, 'A', record.questions.length, { payload: 'q' }),
  answer: (record) => answer(record, 'yes'),
  takeA: (record) => take(record, 'A', record.questions.length - 1),
  divergeA: (record) => diverge(record, 'A', 3),
}

describe('what each record lets happen, and nothing else', () => {
  const cases: readonly [string, CallRecord, readonly string[]][] = [
    ['undecided', fresh, ['judge', 'decide', 'settleUnrun']],
    ['allowed', allowed, ['claimA', 'claimB', 'settleUnrun']],
    ['claimed by A', claimed, ['startA', 'orphan']],
    ['running in A', running, ['settleRunA', 'holdA', 'orphan', 'askA']],
    ['a program in A', program, ['settleRunA', 'holdA', 'orphan', 'askA', 'divergeA']],
    ['a program that asked for something else', diverge(program, 'A', 3)!, ['runAgain', 'settleInterrupted']],
    ['asking in A', asking, ['settleRunA', 'holdA', 'orphan', 'askA', 'answer']],
    ['interrupted', interrupted, ['runAgain', 'settleInterrupted']],
    ['settled', settled, ['runAgain', 'send']],
    ['rejected', rejected, ['reopen', 'unhalt', 'send']],
    ['sent', sent, []],
    ['in review', holdForReview(running, 'A', { result, reasons: [] })!, ['settleReview']],
    [
      'broken',
      { ...fresh, broken: { type: 'broken-call', id: 'c', source: '', problem: '' }, call: { ...fresh.call, name: '' } },
      ['judge', 'mendBroken', 'settleUnrun'],
    ],
    ['waiting for an answer, its tab gone', orphan(asking)!, ['settleUnrun', 'answer']],
    ['answered, its tab gone', answer(orphan(asking)!, 'yes')!, ['claimA', 'claimB', 'settleUnrun']],
  ]
  test.each(cases)('%s', (_name, record, expected) => {
    const possible = Object.entries(steps).filter(([, step]) => step(record) !== undefined)
    expect(possible.map(([name]) => name)).toEqual(expected)
  })
})

test('a call that was claimed but never started goes back; one that started does not', () => {
  expect(orphan(claimed)).toMatchObject({ phase: 'pending', attempt: 0 })
  expect(orphan(running)).toMatchObject({ phase: 'running', interrupted: true })
})

test('a program goes back to its beginning with what it was given; one that a person wants anew is given other things', () => {
  expect(program.replay).toEqual({ run: 1, seed: 7, now: 1 })
  const again = start(claim(orphan(program)!, 'B')!, 'B', 5, { seed: 8 })!
  expect(again).toMatchObject({ attempt: 2, replay: { run: 1, seed: 7, now: 1 } })
  const anew = runAgain(diverge(again, 'B', 3)!, allow)!
  expect(start(claim(anew, 'B')!, 'B', 9, { seed: 8 })).toMatchObject({ attempt: 3, replay: { run: 3, seed: 8, now: 9 } })
})

test('only the first question brings a tool back to its beginning: after an answer it may have acted', () => {
  const taken = take(answer(asking, 'yes')!, 'A', 0)!
  expect(orphan(taken)).toMatchObject({ interrupted: true })
  const second = ask(taken, 'A', 1, { payload: 'really?' })!
  expect(hasOpenQuestion(second)).toBe(true)
  expect(orphan(second)).toMatchObject({ interrupted: true })
})

test('a question in the middle of what was done brings no tool back to its beginning', () => {
  expect(orphan(asking)).toMatchObject({ phase: 'pending' })
  const midway = ask(running, 'A', 0, { payload: 'which?', isMidway: true })!
  expect(orphan(midway)).toMatchObject({ phase: 'running', interrupted: true })
})

test('law: a second start needs a person, or a tool that had only asked; what was sent never changes', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...Object.keys(steps)), { maxLength: 60 }), (names) => {
      let record: CallRecord = fresh
      let mayStart = true
      for (const name of names) {
        const next = steps[name]!(record)
        if (!next) continue
        expect(next.version).toBe(record.version + 1)
        expect(record.sentIn).toBeUndefined()
        expect(next.phase === 'settled').toBe(next.result !== undefined)
        if (name.startsWith('start')) {
          expect(mayStart).toBe(true)
          expect(next.attempt).toBe(record.attempt + 1)
          mayStart = false
        }
        const onlyAsked =
          name === 'orphan' && next.phase === 'pending' && record.phase === 'running' && !record.questions[0]?.taken
        if (name === 'runAgain' || onlyAsked) mayStart = true
        record = next
      }
    }),
    { numRuns: 3000 },
  )
})
