import { expect, test } from 'vitest'
import type { TurnEvent } from '../../turn/turn-event.ts'
import { applyEvents } from './apply-event.ts'
import type { ThreadState } from './thread-state.ts'

const empty: ThreadState = { id: 't', title: '', mode: 'ask', messages: [], calls: new Map(), status: { kind: 'idle' } }
const context = { now: 7, siblings: ['old'] }
const fold = (events: readonly TurnEvent[], state = empty) => applyEvents(state, events, context)

const opening: readonly TurnEvent[] = [
  { type: 'message-start', messageId: 'm', model: 'demo' },
  { type: 'part-start', part: 0, kind: 'text' },
  { type: 'part-delta', part: 0, text: 'Look: ' },
  { type: 'part-delta', part: 0, text: 'code.' },
  { type: 'part-start', part: 1, kind: 'tool-call', callId: 'c', name: 'run' },
  { type: 'part-delta', part: 1, text: '{"code":"1' },
]

test('text and arguments grow while they come', () => {
  const state = fold(opening)
  expect(state.status).toEqual({ kind: 'answering' })
  expect(state.messages).toMatchObject([
    {
      id: 'm',
      progress: 'streaming',
      branch: { index: 1, ids: ['old', 'm'] },
      parts: [
        { text: 'Look: code.', open: true },
        { type: 'call', key: 'm#1' },
      ],
    },
  ])
  const call = state.calls.get('m#1')
  expect(call).toMatchObject({ stage: 'streaming', name: 'run' })
  expect(call?.stage === 'streaming' && String(call.input.fields[0]?.value)).toBe('1')
})

test('what did not change keeps its identity, and nothing given is changed', () => {
  const before = fold(opening)
  const after = fold([{ type: 'part-delta', part: 1, text: ' + 1' }], before)
  expect(after.messages[0]?.parts[0]).toBe(before.messages[0]?.parts[0])
  expect(after.calls).not.toBe(before.calls)
  const call = before.calls.get('m#1')
  expect(call?.stage === 'streaming' && String(call.input.fields[0]?.value)).toBe('1')
})

test('a finished answer looks as if it had come in one piece', () => {
  const message = {
    role: 'assistant',
    id: 'm',
    parts: [
      { type: 'text', text: 'Look: code.' },
      { type: 'tool-call', id: 'c', name: 'run', input: { code: '1' } },
    ],
  } as const
  const notes = { model: 'demo', reason: 'calls' } as const
  const streamed = fold([...opening, { type: 'message-end', reason: 'calls' }, { type: 'message', message, notes }])
  const whole = fold([{ type: 'message', message, notes }])
  expect(streamed.messages).toEqual(whole.messages)
})

test('a fault cuts the answer and says why', () => {
  const fault = { code: 'transport/disconnected', message: 'Gone.', retryable: true } as const
  const state = fold([...opening, { type: 'fault', fault }])
  expect(state).toMatchObject({ status: { kind: 'unanswered', fault }, messages: [{ progress: 'cut', fault }] })
})

test('ordinals that skip leave no hole, and events for nothing do nothing', () => {
  const state = fold([
    { type: 'part-delta', part: 3, text: 'lost' },
    { type: 'message-start', messageId: 'm', model: '' },
    { type: 'part-start', part: 5, kind: 'text' },
    { type: 'part-delta', part: 99, text: 'lost' },
    { type: 'call-progress', key: 'nobody', line: { level: 'log', text: '' } },
  ])
  expect(state.messages[0]?.parts).toEqual([{ type: 'text', text: '', open: true }])
})

test('an older record never replaces a newer one', () => {
  const record = {
    key: 'm#0',
    threadId: 't',
    messageId: 'm',
    position: 0,
    call: { type: 'tool-call', id: 'c', name: 'x', input: {} },
    hash: '',
    attempt: 0,
    questions: [],
    createdAt: 0,
  } as const
  const newer = fold([{ type: 'call-change', record: { ...record, version: 2, phase: 'claimed' } }])
  const same = fold([{ type: 'call-change', record: { ...record, version: 1, phase: 'pending' } }], newer)
  expect(same.calls.get('m#0')).toMatchObject({ stage: 'running', record: { version: 2 } })
})

test('printed lines are capped', () => {
  const record = {
    key: 'm#0',
    threadId: 't',
    messageId: 'm',
    position: 0,
    call: { type: 'tool-call', id: 'c', name: 'x', input: {} },
    hash: '',
    phase: 'running',
    version: 1,
    attempt: 1,
    questions: [],
    createdAt: 0,
  } as const
  const lines = Array.from(
    { length: 700 },
    (_, index) => ({ type: 'call-progress', key: 'm#0', line: { level: 'log', text: String(index) } }) as const,
  )
  const call = fold([{ type: 'call-change', record }, ...lines]).calls.get('m#0')
  expect(call?.stage !== 'streaming' && call?.progress.length).toBe(500)
  expect(call?.stage !== 'streaming' && call?.progress.at(-1)?.text).toBe('699')
})
