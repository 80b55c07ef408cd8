import { describe, expect, test } from 'vitest'
import { MarkSet, MORE, NO } from '../../engine/marks.ts'
import { fixtureTools } from '../../testing/fixture-tools.ts'
import { bareCallMarks } from './bare-call-mark.ts'

const marks = new MarkSet(bareCallMarks(fixtureTools, ['object', 'list']))
const found = (text: string, ended = true): string | number => {
  const match = marks.matchAt(text, 0, ended)
  return typeof match === 'number' ? match : `${match.mark.id}: ${text.slice(0, match.length)}`
}

describe('JSON that nothing announces', () => {
  test('is a call when it names a known tool and says what to call it with', () => {
    expect(found('{"name": "ping", "arguments": {}}')).toBe('bare: {"name": "ping", "arguments": ')
    expect(found('[ {"id": "a", "type": "function", "function": {"name": "ping", "arguments": ""}}]')).toBe(
      'bare: [ {"id": "a", "type": "function", "function": {"name": "ping", "arguments": ',
    )
  })

  test.each([
    ['an unknown name', '{"name": "Momo", "arguments": {}}'],
    ['a name and nothing else', '{"name": "ping"}'],
    ['a description in between', '{"name": "ping", "description": "Answer.", "parameters": {}}'],
    ['a schema', '{"name": "ping", "parameters": { "type" : "object", "properties": {}}}'],
    ['data', '{"title": "Momo"}'],
    ['a list of numbers', '[1, 2]'],
  ])('%s is none', (_, text) => expect(found(text)).toBe(NO))

  test('waits only as long as it may still become a call', () => {
    expect(found('{"na', false)).toBe(MORE)
    expect(found('{"name": "pi', false)).toBe(MORE)
    expect(found('{"name": "Mo', false)).toBe(NO)
    expect(found('{"ti', false)).toBe(NO)
    expect(found(`{${' '.repeat(400)}`, false)).toBe(NO)
  })

  test('in a fence is one where fences are read, unless the language announces it', () => {
    const fences = new MarkSet(bareCallMarks(fixtureTools, ['object', 'fenced']))
    expect(fences.matchAt('```json\n{"name": "ping", "arguments": {}}', 0, true)).toMatchObject({ mark: { id: 'fenced' } })
    expect(fences.matchAt('```tool_call\n{"name": "ping", "arguments": {}}', 0, true)).toBe(NO)
    expect(found('```json\n{"name": "ping", "arguments": {}}')).toBe(NO)
  })
})
