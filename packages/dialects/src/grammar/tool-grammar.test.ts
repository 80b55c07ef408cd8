import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../canonical/json.ts'
import type { ToolSpec } from '../canonical/message.ts'
import { dialects } from '../find-dialect.ts'
import { fixtureTools } from '../testing/fixture-tools.ts'
import { generated, matches, parseGbnf } from '../testing/gbnf.ts'
import { readWhole } from '../testing/laws.ts'
import { validateInput } from '../validate/validate-input.ts'
import { toolChoiceSchema } from './tool-choice-schema.ts'
import { toolGrammar } from './tool-grammar.ts'

const weather: ToolSpec = {
  name: 'get_weather',
  description: 'Says the weather.',
  parameters: {
    type: 'object',
    properties: {
      unit: { enum: ['celsius', 'fahrenheit'] },
      place: { $ref: '#/$defs/place' },
      days: { type: 'array', items: { type: 'integer' }, minItems: 1, maxItems: 3 },
      code: { type: 'string', minLength: 2, maxLength: 4 },
      note: { type: ['string', 'null'] },
    },
    required: ['unit', 'days'],
    additionalProperties: false,
    $defs: {
      place: {
        type: 'object',
        properties: { name: { type: 'string', maxLength: 8 }, within: { $ref: '#/$defs/place' } },
        required: ['name'],
        additionalProperties: false,
      },
    },
  },
}
const tools = [...fixtureTools, weather]
const only = process.env['PARLEY_DIALECT']?.split(',')
const constrained = dialects.filter((dialect) => dialect.grammar !== undefined)
const tried = constrained.filter(({ id }) => !only || only.includes(id))
/** Calls whose arguments come in the order of the schema, as a grammar wants them. */
const calls = fc.array(
  fc.constantFrom(
    { name: 'ping', input: {} },
    {
      name: 'find_book',
      input: {
        title: 'It\'s "Momo" \\ </b>\n素数 👩',
        year: -1973,
        price: 0.5,
        lent: false,
        tags: ['a', ''],
        author: { name: 'Ende' },
      },
    },
    { name: 'find_book', input: { title: '' } },
    { name: 'write_file', input: { path: '/a', content: 'if (a < b) {\n\treturn "c"\n}\n' } },
    {
      name: 'get_weather',
      input: { unit: 'celsius', place: { name: 'Oslo', within: { name: 'Norway' } }, days: [1, 2], code: 'abc' },
    },
  ),
  { minLength: 1, maxLength: 3 },
)

describe.each(tried.map((dialect) => [dialect.id, dialect] as const))('%s', { timeout: 120_000 }, (_id, dialect) => {
  const strict = toolGrammar(dialect, tools, 'required')
  const grammar = parseGbnf(strict?.gbnf ?? '')
  // Raw text between marks has no end but its mark, so its length is not kept.
  const counts = strict?.gbnf.includes('{2,4}') === true

  test('whatever the grammar allows is read as calls that fit their schema', () => {
    fc.assert(
      fc.property(generated(grammar), (text) => {
        const parts = readWhole(dialect, { tools }, text)
        expect(parts.length).toBeGreaterThan(0)
        for (const part of parts) {
          if (part.type !== 'tool-call') throw new Error(`not a call: ${JSON.stringify(part)}`)
          expect(part.flaws).toBeUndefined()
          const tool = tools.find(({ name }) => name === part.name)
          const problems = validateInput(part.input, tool?.parameters ?? { not: {} })
          expect(problems.filter(({ message }) => counts || !message.includes('characters, but has'))).toEqual([])
        }
      }),
      { numRuns: 150 },
    )
  })

  test('what the dialect writes, its grammar allows', () => {
    fc.assert(
      fc.property(calls, (list) => {
        const text = dialect.formatCalls(
          list.map((call, index) => ({ ...call, id: `call_${index}`, input: call.input as unknown as JsonObject })),
        )
        expect(matches(grammar, text), text).toBe(true)
      }),
      { numRuns: 20 },
    )
  })

  test('in a free answer it sets in with its trigger', () => {
    const lazy = toolGrammar(dialect, tools)
    expect(lazy?.gbnf).toBe(strict?.gbnf)
    expect(strict?.triggers).toEqual([])
    const [trigger = ''] = lazy?.triggers ?? []
    const [text = ''] = fc.sample(generated(grammar), 1)
    if (!dialect.markup.includes(trigger)) expect(dialect.formatCalls([{ id: 'c', name: 'ping', input: {} }])).toContain(trigger)
    expect(text.replaceAll(/\s/g, '').startsWith(trigger.replaceAll(/\s/g, ''))).toBe(true)
  })

  test('it wakes where a call begins, also one that is spread over lines, and allows it', () => {
    const [pattern] = toolGrammar(dialect, tools)?.patterns ?? []
    const text = dialect.formatCalls([{ id: 'call_1', name: 'ping', input: {} }])
    const isJson = /^\s*[[{][[{\s]*"/.test(text)
    expect(pattern !== undefined).toBe(isJson)
    if (pattern === undefined) return
    for (const call of [text, JSON.stringify(JSON.parse(text), null, 2)]) {
      expect(new RegExp(pattern).exec(`So:\n${call}`)?.index).toBe('So:\n'.length)
      expect(matches(grammar, call), call).toBe(true)
    }
  })

  test('for an engine that holds it from the first character on it lets the model talk, until a call begins', () => {
    const { free = '', triggers: [trigger = ''] = [] } = toolGrammar(dialect, tools) ?? {}
    const talking = parseGbnf(free)
    const call = dialect.formatCalls([{ id: 'call_1', name: 'ping', input: {} }]).trimStart()
    const cut = trigger.slice(0, -1)
    for (const text of ['', 'No. <b>{"a": [1]}</b>\n', `${cut}. ${cut}`, call, `So: ${cut} ${call}`])
      expect(matches(talking, text), text).toBe(true)
    for (const text of [`So: ${trigger}~ `, `${trigger}${trigger}`, call.replace('ping', 'pong')])
      expect(matches(talking, text), text).toBe(false)
    if (!/^[[{][[{\s]*"/.test(call)) return
    const spread = JSON.stringify(JSON.parse(call), null, 2)
    expect(matches(talking, spread)).toBe(true)
    expect(matches(talking, spread.replace('ping', 'pong'))).toBe(false)
  })

  test('a chosen tool is the only one', () => {
    const one = parseGbnf(toolGrammar(dialect, tools, { name: 'ping' })?.gbnf ?? '')
    expect(matches(one, dialect.formatCalls([{ id: 'call_1', name: 'ping', input: {} }]))).toBe(true)
    expect(matches(one, dialect.formatCalls([{ id: 'call_1', name: 'find_book', input: { title: 'x' } }]))).toBe(false)
  })
})

test('the dialects that engines constrain have a grammar', () => {
  const ids = constrained.map(({ id }) => id)
  for (const id of [
    'json-strict',
    'xml-tag',
    'hermes',
    'json-array',
    'llama3-json',
    'qwen3-coder',
    'canonical-xml',
    'mistral-args',
    'kimi-k2',
    'deepseek-v3.1',
    'functiongemma',
  ])
    expect(ids).toContain(id)
})

test('without tools, or when none may be called, there is no grammar', () => {
  const [dialect] = constrained
  if (!dialect) throw new Error('no dialect has a grammar')
  expect(toolGrammar(dialect, [])).toBeUndefined()
  expect(toolGrammar(dialect, tools, 'none')).toBeUndefined()
  expect(toolGrammar(dialect, tools, { name: 'nobody' })).toBeUndefined()
})

test('a list of calls as JSON Schema, references kept', () => {
  const schema = toolChoiceSchema(tools)
  if (!schema) throw new Error('no schema')
  const valid = (value: unknown): boolean =>
    validateInput({ calls: value } as JsonObject, {
      ...schema,
      type: 'object',
      properties: { calls: { ...schema, $defs: {} } },
      minItems: 0,
    }).length === 0
  expect(valid([{ name: 'get_weather', parameters: { unit: 'celsius', days: [1], place: { name: 'Oslo' } } }])).toBe(true)
  expect(valid([{ name: 'get_weather', parameters: { unit: 'kelvin', days: [1] } }])).toBe(false)
  expect(valid([{ name: 'get_weather', parameters: { unit: 'celsius', days: [1], place: { name: 7 } } }])).toBe(false)
  expect(valid([{ name: 'nobody', parameters: {} }])).toBe(false)
  expect(valid([])).toBe(false)
  expect(toolChoiceSchema(tools, { name: 'ping' })).toMatchObject({
    items: { anyOf: [{ properties: { name: { enum: ['ping'] } } }] },
  })
  expect(toolChoiceSchema([])).toBeUndefined()
})
