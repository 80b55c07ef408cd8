import { describe, expect, test } from 'vitest'
import type { JsonObject, JsonValue } from '../../canonical/json.ts'
import { readWhole } from '../../testing/laws.ts'
import { Refused } from '../refused.ts'
import { dialectOfGivenShape } from './given-shape.ts'

const names = { id: 'shape-momo', title: 'Momo', path: 'shape' }
const shape: JsonObject = {
  version: 1,
  calls: { kind: 'named', call: '<|do|>$name<|with|>$input<|done|>', between: '\n' },
  results: { each: '<|got|>$result<|/got|>' },
  reasoning: [{ open: '<mull>', close: '</mull>' }],
}
const refusal = (json: unknown): string => {
  try {
    dialectOfGivenShape(json, names)
  } catch (error) {
    if (error instanceof Refused) return error.message
    throw error
  }
  return 'accepted'
}
const withCalls = (calls: JsonValue): JsonObject => ({ ...shape, calls })

describe('a shape that somebody wrote down', () => {
  test('reads, writes and teaches', () => {
    const dialect = dialectOfGivenShape(shape, names)
    const call = { id: 'call_1', name: 'find_book', input: { title: 'Momo' } }
    expect(dialect.formatCalls([call])).toBe('<|do|>find_book<|with|>{"title": "Momo"}<|done|>')
    expect(readWhole(dialect, { tools: [] }, `<mull>Hm.</mull>${dialect.formatCalls([call])}`)).toMatchObject([
      { type: 'reasoning', text: 'Hm.' },
      { type: 'tool-call', name: 'find_book', input: { title: 'Momo' }, dialect: 'shape-momo' },
    ])
    expect(dialect.instruct([{ name: 'ping', description: 'Answer.', parameters: { type: 'object' } }], 'auto')).toContain(
      '<|do|>',
    )
  })

  test.each<[unknown, string]>([
    [undefined, '`shape` must be an object, and is missing.'],
    [[], '`shape` must be an object, and is a list.'],
    [{ ...shape, version: 2 }, '`shape.version` must be one of 1.'],
    [{ ...shape, call: 1 }, '`shape.call` is not known. Known here: version, calls'],
    [{ version: 1 }, '`shape.calls` is missing.'],
    [withCalls({ kind: 'xml' }), '`shape.calls.kind` must be one of "json", "named", "tags", "python".'],
    [withCalls({ kind: 'named', call: '<do>$name' }), '`shape.calls.call` must hold `$name` and `$input`, and lacks `$input`.'],
    [withCalls({ kind: 'named' }), '`shape.calls.call` is missing.'],
    [withCalls({ kind: 'json', call: '<do>' }), '`shape.calls.call` must be a list of two strings'],
    [withCalls({ kind: 'json', call: ['<do>', 1] }), '`shape.calls.call.1` must be a string, and is a number.'],
    [
      withCalls({ kind: 'tags', call: '<a $name>$parameters</a>', parameter: '<p $key>' }),
      '`shape.calls.parameter` must hold `$key` and `$value`',
    ],
    [{ ...shape, results: { each: 'x' } }, '`shape.results.each` must hold `$result`'],
    [{ ...shape, startsInReasoning: 'yes' }, '`shape.startsInReasoning` must be `true`, or left out, and is a string.'],
    [withCalls({ kind: 'json', call: ['the ', ' end'] }), '`shape` cannot be used: the mark'],
    [withCalls({ kind: 'json', call: ['<', '>'] }), '`shape` cannot be used: the mark "<" is too short'],
    [withCalls({ kind: 'json' }), '`shape` cannot be used: nothing marks where a call begins.'],
  ])('%j is refused by what is wrong with it, and where', (json, why) => expect(refusal(json)).toContain(why))
})
