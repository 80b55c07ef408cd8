import type { JsonObject, SpokenPart } from '@parley/dialects'
import { expect, test } from 'vitest'
import { callsText } from './call-text.ts'

const call = (input: JsonObject, inputText?: string): SpokenPart => ({
  type: 'tool-call',
  id: 'c',
  name: 'f',
  input,
  ...(inputText !== undefined && { inputText }),
})

test('a call is a line for each argument, and a text of several lines stands below its name', () => {
  const parts = [{ type: 'text', text: 'Hello' } as const, call({ path: '/a', content: 'one\n  two', list: [1], on: true })]
  expect(callsText(parts)).toBe('f\n  path: "/a"\n  content:\n    one\n      two\n  list:\n    [\n      1\n    ]\n  on: true')
})

test('great numbers keep their digits, and a call that cannot be read is shown as it came', () => {
  const broken: SpokenPart = { type: 'broken-call', id: 'b', source: '{"path', problem: 'It is not closed.' }
  expect(callsText([call({ n: 9007199254740992 }, '{"n":9007199254740993}'), broken])).toBe('f\n  n: 9007199254740993\n{"path')
})
