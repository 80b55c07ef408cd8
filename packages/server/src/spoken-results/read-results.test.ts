import { dialects, findDialect, type ToolResult } from '@parley/dialects'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readResults } from './read-results.ts'

const jsonStrict = findDialect('json-strict')!
const result = (text: string, more: Partial<ToolResult> = {}): ToolResult => ({
  type: 'tool-result',
  callId: 'call_7',
  name: 'read_file',
  outcome: 'ok',
  content: [{ type: 'text', text }],
  ...more,
})

describe.each(dialects.map((dialect) => [dialect.id, dialect] as const))('%s', (_, dialect) => {
  test.each(['76127', 'two\nlines', '  indented {"json": [1, "}"]}', 'export default () => <h1>a &amp; b</h1>', '素数 😀'])(
    'a result is read back: %s',
    (text) => {
      const read = readResults(dialect, dialect.formatResults([result(text)]), 1)
      expect(read?.results.map((one) => one.text.trim())).toEqual([text.trim()])
      expect(read?.rest).toBe('')
    },
  )

  test('a result is read back when it quotes its call', () => {
    const call = { id: 'call_7', name: 'read_file', input: { path: '/notes/a b.md' } }
    expect(
      readResults(dialect, dialect.formatResults([result('done')], [call]), 1)?.results.map(({ text }) => text.trim()),
    ).toEqual(['done'])
  })

  test('two results are read back as two', () => {
    const written = dialect.formatResults([result('one'), result('two', { callId: 'call_8', name: 'list_files' })])
    const read = readResults(dialect, written, 2)
    expect(read?.results.map(({ text }) => text.trim())).toEqual(['one', 'two'])
  })

  test('what a user says is not taken for a result', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', ' ', '{', '}', '"', '<', '>', '\n', ':') }), (text) => {
        fc.pre(text.length < 60)
        expect(readResults(dialect, `Please say: ${text}`)).toBeUndefined()
      }),
    )
  })
})

test('other spellings of the same JSON are understood, and the value with them', () => {
  const text = '{\n   "tool_call_result": {\n      "toolCallId": "call_1",\n      "result": 76127\n   }\n}'
  expect(readResults(jsonStrict, text)).toEqual({
    results: [{ outcome: 'ok', text: '76127', value: 76127, callId: 'call_1' }],
    rest: '',
  })
})

test('several results and a question behind them are kept apart', () => {
  const text = `${jsonStrict.formatResults([result('a'), result('b', { callId: 'call_8', outcome: 'error' })])}\n\nAnd now?`
  const read = readResults(jsonStrict, text)
  expect(read?.results.map(({ outcome, text: words, callId }) => [outcome, words, callId])).toEqual([
    ['ok', 'a', 'call_7'],
    ['error', 'b', 'call_8'],
  ])
  expect(read?.rest).toBe('And now?')
})
