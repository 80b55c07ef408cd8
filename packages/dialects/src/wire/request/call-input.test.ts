import { expect, test } from 'vitest'
import { readCallInput } from './call-input.ts'

test('arguments that say two things under one key are not run as one of them', () => {
  for (const text of [
    '{"path":"/a","path":"/b"}',
    '{"edit":{"line":1,"line":2}}',
    '{"path":"/a","p\\u0061th":"/b"}',
    '"{\\"path\\":\\"/a\\",\\"path\\":\\"/b\\"}"',
  ])
    expect(readCallInput(text)).toMatchObject({ kind: 'broken', problem: { message: expect.stringContaining('is given twice') } })
})

test('arguments that say one thing twice are read, and it is said', () => {
  expect(readCallInput('{"path":"/a","path": "/a"}')).toEqual({
    kind: 'read',
    input: { path: '/a' },
    flaws: [{ id: 'parameter-repeated', message: 'An argument was given twice, with the same value.' }],
  })
})
