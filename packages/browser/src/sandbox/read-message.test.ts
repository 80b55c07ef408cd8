import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readMessage } from './read-message.ts'

test('well-formed messages pass', () => {
  const returned = { type: 'returned', id: 'x', text: '1', kind: 'number', cut: false, dropped: 0, json: '1' }
  expect(readMessage(returned)).toEqual(returned)
  expect(readMessage({ type: 'shown', id: 'x', json: '{}' })).toEqual({ type: 'shown', id: 'x', json: '{}' })
  expect(readMessage({ type: 'ready', locked: true })).toEqual({ type: 'ready', locked: true })
})

test.each([
  { type: 'returned', id: 'x', text: 1, kind: 'number', cut: false, dropped: 0 },
  { type: 'returned', id: 'x', text: '1', kind: 'number', cut: false, dropped: -1 },
  { type: 'returned', id: 'x', text: '1', kind: 'number', cut: 'no', dropped: 0 },
  { type: 'returned', id: 'x', text: '1', kind: 'number', cut: false, dropped: 0, json: {} },
  { type: 'line', id: 'x', level: 'fatal', text: '1' },
  { type: 'shown', id: 'x', json: {} },
  { type: 'ask', id: 'x', ask: 1.5, name: 'a', json: '1' },
  { type: 'threw', id: 'x', dropped: 0, name: 'E', message: 'm', stack: undefined },
  { type: 'run' },
  'returned',
  null,
])('%j is not a message', (data) => {
  expect(readMessage(data)).toBeUndefined()
})

test('nothing a frame can send makes the reader throw', () => {
  fc.assert(fc.property(fc.anything(), (data) => void readMessage(data)))
})

test('a frame that does not say it is locked is not', () => {
  expect(readMessage({ type: 'ready', locked: 'yes' })).toEqual({ type: 'ready', locked: false })
})
