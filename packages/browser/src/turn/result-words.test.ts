import { deniedWords, editedResult, wordsResult } from '@parley/dialects'
import { expect, test } from 'vitest'
import type { CallRecord, Ending } from '../ledger/call-record.ts'
import { invalidInput } from '../tools/executor.ts'
import {
  blockedWords,
  DISCARDED_WORDS,
  EXPIRED_WORDS,
  forPerson,
  INTERRUPTED_WORDS,
  REPLACED_WORDS,
  STOPPED_WORDS,
} from './result-words.ts'

const call = { type: 'tool-call', id: 'c', name: 'tool', input: {} } as const
const record = (ending: Ending, text: string, more: Partial<CallRecord> = {}): CallRecord => ({
  key: 'm#0',
  threadId: 't',
  messageId: 'm',
  position: 0,
  call,
  hash: 'h',
  phase: 'settled',
  version: 1,
  attempt: 1,
  questions: [],
  createdAt: 0,
  ending,
  result: wordsResult(call, 'error', text),
  ...more,
})

test.each<[string, Ending, string]>([
  ['a refusal', 'blocked', blockedWords({ rule: 'mode-plan', reason: 'Read only.' })],
  ['arguments that do not fit', 'invalid', invalidInput('`n` is missing.')],
  ['a rejection', 'rejected', deniedWords('wrong folder')],
  ['a call that expired', 'expired', EXPIRED_WORDS],
  ['a stop', 'stopped', STOPPED_WORDS],
  ['a result kept back', 'discarded', DISCARDED_WORDS],
  ['a call marked as failed', 'failed', INTERRUPTED_WORDS],
])('of %s a person reads nothing that was written for the model', (_name, ending, words) => {
  expect(forPerson(record(ending, words))).toMatchObject({ kind: 'note' })
})

test('a result is shown without what was put around it for the model', () => {
  const decision = { kind: 'edit', hash: 'h', input: { n: 2 }, by: 'person' } as const
  const result = editedResult(wordsResult(call, 'ok', '4'), decision.input)
  expect(forPerson(record('succeeded', '', { decision, result }))).toEqual({
    kind: 'result',
    result: wordsResult(call, 'ok', '4'),
  })
  expect(forPerson(record('succeeded', `${REPLACED_WORDS}\nshort`))).toEqual({
    kind: 'result',
    result: wordsResult(call, 'error', 'short'),
  })
  expect(forPerson(record('failed', 'TypeError: x'))).toEqual({
    kind: 'result',
    result: wordsResult(call, 'error', 'TypeError: x'),
  })
})
