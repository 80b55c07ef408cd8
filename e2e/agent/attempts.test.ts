import { expect, test } from 'vitest'
import { attemptsIn } from './harness/check-story.ts'

const BEGUN = ['before pay', 'after pay']
const STORED = ['before putWrites of messages', 'after putWrites of messages']

test.each([
  [
    'is taken over by the other before it has stored, and is killed later',
    [...BEGUN, 'after take', ...BEGUN, ...STORED, 'before put'],
    2,
  ],
  ['is killed before it has stored', [...BEGUN, 'after take', ...BEGUN, ...STORED], 2],
  ['is killed when it has stored', [...BEGUN, ...STORED, 'after take', 'after put'], 1],
])('a tool may have reached out as often as the course says where a slow server %s', (_, course, attempts) => {
  expect(attemptsIn(course, 'pay')).toBe(attempts)
})

test.each([
  ['nobody took the thread over', [...BEGUN, ...BEGUN]],
  ['its result was stored', [...BEGUN, ...STORED, 'after take', ...BEGUN]],
])('a tool that reaches out again although %s is found out', (_, course) => {
  expect(() => attemptsIn(course, 'pay')).toThrow(/needlessly/)
})
