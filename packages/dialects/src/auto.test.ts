import { describe, expect, test } from 'vitest'
import { auto, createAuto } from './auto.ts'
import { readAnswer } from './engine.ts'
import { dialects } from './registry.generated.ts'
import { fixtureTools } from './testing/fixture-tools.ts'

const calls = [
  { id: 'call_1', name: 'find_book', input: { title: 'Momo', year: 1973 } },
  { id: 'call_2', name: 'write_file', input: { path: '/a.py', content: 'if a < b:\n    print("x")' } },
] as const

/** Nothing tells escaped text from text. */
const AMBIGUOUS = new Set(['morph-xml: write_file'])

describe('auto reads a call whatever dialect it is written in', () => {
  for (const dialect of dialects) {
    // A dialect that declares no sign stands where only a prompt of its own could tell: its first line is a tool's name.
    if (dialect.signs?.(fixtureTools).length === 0) continue
    for (const call of calls) {
      const title = `${dialect.id}: ${call.name}`
      const check = AMBIGUOUS.has(title) ? test.fails : test
      check(title, () => {
        const parts = readAnswer(`I will.\n${dialect.formatCalls([call])}`, { dialect: auto, tools: fixtureTools })
        expect(parts.filter(({ type }) => type === 'tool-call')).toMatchObject([{ name: call.name, input: call.input }])
      })
    }
  }
})

test('what two dialects write alike is read as the one that is taught', () => {
  const morphXml = dialects.find(({ id }) => id === 'morph-xml')
  if (!morphXml) throw new Error('morph-xml is gone')
  const taught = createAuto({ prefer: morphXml, among: dialects })
  const parts = readAnswer(morphXml.formatCalls([calls[1]]), { dialect: taught, tools: fixtureTools })
  expect(parts).toMatchObject([{ type: 'tool-call', dialect: 'morph-xml', input: calls[1].input }])
})

test('a mark that counts where a line begins counts where the answer begins', () => {
  const delimited = dialects.find(({ id }) => id === 'delimited')
  const parts = readAnswer(delimited?.formatCalls([calls[0]]) ?? '', { dialect: auto, tools: fixtureTools })
  expect(parts).toMatchObject([{ type: 'tool-call', dialect: 'delimited', input: calls[0].input }])
})

/** Which dialect auto takes a call of this dialect for. */
function named(id: string) {
  const dialect = dialects.find((one) => one.id === id)
  const [part] = readAnswer(dialect?.formatCalls([calls[0]]) ?? '', { dialect: auto, tools: fixtureTools })
  return part?.type === 'tool-call' ? part.dialect : part
}

test('it names the dialect that a call is written in', () => {
  for (const id of ['hermes', 'qwen3-coder', 'glm-4.5', 'canonical-xml', 'json-strict', 'xml-tag', 'kimi-k2', 'llama4-pythonic'])
    expect(named(id)).toBe(id)
})

test('two dialects in one answer', () => {
  const text = `First ${dialects.find(({ id }) => id === 'hermes')?.formatCalls([calls[0]])} then ${dialects.find(({ id }) => id === 'canonical-xml')?.formatCalls([calls[1]])} Done.`
  expect(
    readAnswer(text, { dialect: auto, tools: fixtureTools }).map((part) =>
      part.type === 'tool-call' ? part.dialect : part.type,
    ),
  ).toEqual(['text', 'hermes', 'text', 'canonical-xml', 'text'])
})

test('what only looks like a call is text', () => {
  for (const text of [
    'The schema is {"name": "find_book", "parameters": {"type": "object"}} as you see.',
    '[find_book](https://example.org) and `<tool_call>` and <b>bold</b>',
    '{"name": "Momo", "arguments": "none"}',
    'if (a < b) { return [1, 2] }',
  ]) {
    expect(readAnswer(text, { dialect: auto, tools: fixtureTools }).every(({ type }) => type === 'text')).toBe(true)
  }
})
