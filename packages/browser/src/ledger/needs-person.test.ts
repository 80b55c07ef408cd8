import { expect, test } from 'vitest'
import type { CallRecord } from './call-record.ts'
import { needsPerson } from './transitions.ts'

const record: CallRecord = {
  key: 'm#0',
  threadId: 't',
  messageId: 'm',
  position: 0,
  call: { type: 'tool-call', id: 'c', name: 'read', input: {} },
  hash: 'h',
  phase: 'pending',
  version: 0,
  attempt: 0,
  questions: [],
  createdAt: 0,
}
const note = { rule: 'r', author: 'you', reason: 'Because.' } as const
const allowed = { kind: 'allow', hash: 'h', by: 'rule' } as const
const result = { type: 'tool-result', callId: 'c', name: 'read', outcome: 'ok', content: [] } as const

test.each<[string, Partial<CallRecord>, boolean]>([
  ['that nobody has judged yet', {}, true],
  ['that asks', { verdict: { kind: 'ask', offers: [], ...note } }, true],
  ['that a rule allows, and whose turn has not come', { verdict: { kind: 'allow', ...note } }, false],
  ['that was decided', { decision: allowed }, false],
  ['with an open question, before it runs', { decision: allowed, questions: [{ payload: null }] }, true],
  ['with an open question, while it runs', { phase: 'running', decision: allowed, questions: [{ payload: null }] }, true],
  ['whose question is answered', { phase: 'running', decision: allowed, questions: [{ payload: null, answer: 1 }] }, false],
  ['that runs', { phase: 'running', decision: allowed, owner: 'tab' }, false],
  ['that a tab has taken', { phase: 'claimed', decision: allowed, owner: 'tab' }, false],
  ['whose tab is gone', { phase: 'running', decision: allowed, interrupted: true }, true],
  ['whose result is held back', { phase: 'running', decision: allowed, review: { result, reasons: [] } }, true],
  ['that has ended', { phase: 'settled', result, ending: 'succeeded' }, false],
])('a call %s', (_which, change, expected) => {
  expect(needsPerson({ ...record, ...change })).toBe(expected)
})
