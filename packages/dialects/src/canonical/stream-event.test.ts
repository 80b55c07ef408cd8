import { expect, test } from 'vitest'
import { appendEvent, type StreamEvent } from './stream-event.ts'

const delta = (part: number, text: string): StreamEvent => ({ type: 'part-delta', part, text })

test('neighbouring deltas of one part become one, those of two parts stay apart and in order, and no event is changed in place', () => {
  const given = [delta(0, 'a'), delta(0, 'b'), delta(1, 'x'), delta(0, 'c'), delta(0, 'd')]
  const batch: StreamEvent[] = []
  for (const event of given) appendEvent(batch, event)
  expect(batch).toEqual([delta(0, 'ab'), delta(1, 'x'), delta(0, 'cd')])
  expect(given[0]).toEqual(delta(0, 'a'))
})
