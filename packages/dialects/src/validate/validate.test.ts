import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonObject, JsonSchema } from '../canonical/json.ts'
import type { ToolCall } from '../canonical/part.ts'
import { cpuTime } from '../testing/cpu-time.ts'
import { affordablePattern } from './affordable-pattern.ts'
import { coerceInput } from './coerce-input.ts'
import { checkCall, validateInput } from './validate-input.ts'

const schema: JsonSchema = {
  type: 'object',
  properties: {
    title: { type: 'string', minLength: 1, maxLength: 5 },
    phone: { type: ['string', 'number'] },
    year: { type: 'integer', minimum: 1900, maximum: 2100 },
    price: { type: 'number', exclusiveMinimum: 0, multipleOf: 0.1 },
    lent: { type: 'boolean' },
    unit: { enum: ['celsius', 'fahrenheit'] },
    tags: { type: 'array', items: { type: 'string' }, maxItems: 2 },
    years: { type: 'array', items: { type: 'integer' } },
    author: { $ref: '#/$defs/author' },
    note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    date: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$', format: 'date' },
    shape: {
      oneOf: [
        { type: 'object', properties: { kind: { const: 'circle' }, radius: { type: 'number' } }, required: ['kind', 'radius'] },
        { type: 'object', properties: { kind: { const: 'square' }, side: { type: 'number' } }, required: ['kind', 'side'] },
      ],
    },
  },
  required: ['title'],
  additionalProperties: false,
  $defs: {
    author: {
      type: 'object',
      properties: { name: { type: 'string' }, born: { type: 'integer' }, teacher: { $ref: '#/$defs/author' } },
      required: ['name'],
    },
  },
}

describe('arguments get the types their schema declares', () => {
  test.each<[JsonObject, JsonObject, readonly string[]]>([
    [{ year: '1973' }, { year: 1973 }, ['number-in-string']],
    [{ price: ' 1.50 ' }, { price: 1.5 }, ['number-in-string']],
    [{ year: '19.5' }, { year: '19.5' }, []],
    [{ year: '9007199254740993' }, { year: '9007199254740993' }, []],
    [{ lent: 'True' }, { lent: true }, ['boolean-in-string']],
    [{ lent: 0 }, { lent: false }, ['number-for-boolean']],
    [{ tags: '["a", "b"]' }, { tags: ['a', 'b'] }, ['json-in-string']],
    [{ tags: String.raw`[\"a\", \"b\"]` }, { tags: ['a', 'b'] }, ['json-in-string']],
    [{ tags: String.raw`"[\"a\"]"` }, { tags: ['a'] }, ['json-in-string']],
    [
      { author: "{'name': 'Ende', 'born': '1929'}" },
      { author: { name: 'Ende', born: 1929 } },
      ['json-in-string', 'number-in-string'],
    ],
    [{ tags: 'a' }, { tags: ['a'] }, ['single-value']],
    [{ years: '1973' }, { years: [1973] }, ['single-value', 'number-in-string']],
    [{ years: 'soon' }, { years: 'soon' }, []],
    [{ years: ['1', 2] }, { years: [1, 2] }, ['number-in-string']],
    [{ year: null, title: null }, { title: null }, ['null-for-nothing']],
    [{ note: 'null' }, { note: 'null' }, []],
    [
      { author: { name: 'E', teacher: { name: 'F', born: '1' } } },
      { author: { name: 'E', teacher: { name: 'F', born: 1 } } },
      ['number-in-string'],
    ],
  ])('%j', (input, output, flaws) => {
    const coerced = coerceInput(input, schema)
    expect(coerced.input).toEqual(output)
    expect(coerced.flaws.map(({ id }) => id)).toEqual(flaws)
    if (flaws.length === 0) expect(coerced.input).toBe(input)
  })

  test('a declared string is never changed, whatever it looks like', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom('007', '1e5', 'true', 'null', '[1]', '{"a":1}')), (text) => {
        const input = { title: text, phone: text, note: text, date: text, unit: text }
        expect(coerceInput(input, schema)).toEqual({ input, flaws: [] })
      }),
    )
  })

  test('what is valid stays as it is', () => {
    const input = { title: 'Momo', year: 1973, tags: ['a'], author: { name: 'Ende' }, other: { __proto__: 1 } }
    expect(coerceInput(input, schema).input).toBe(input)
  })

  test('a key that names a prototype is only a key', () => {
    const input = JSON.parse('{"__proto__": {"year": "1"}, "constructor": "x", "year": "1973"}') as JsonObject
    const { input: output } = coerceInput(input, schema)
    expect(JSON.stringify(output)).toBe('{"__proto__":{"year":"1"},"constructor":"x","year":1973}')
  })
})

describe('problems say which argument, what came and what is expected', () => {
  test.each<[JsonObject, readonly string[]]>([
    [{ title: 'Momo' }, []],
    [{}, ['`title` is required and missing; it must be a string.']],
    [{ title: 'Momo', year: 'soon' }, ['`year` must be an integer, but the string "soon" was given.']],
    [{ title: 'Momo', year: 12.5 }, ['`year` must be an integer, but 12.5 was given.']],
    [{ title: 'Momo', year: 12 }, ['`year` must be at least 1900, but 12 was given.']],
    [{ title: 'Momo', price: 0 }, ['`price` must be more than 0, but 0 was given.']],
    [{ title: 'Momo', price: 0.30000000000000004 }, []],
    [{ title: 'Momo', price: 0.25 }, ['`price` must be a multiple of 0.1, but 0.25 was given.']],
    [{ title: '' }, ['`title` must have at least 1 characters, but has 0.']],
    [{ title: '👩👩👩👩👩' }, []],
    [{ title: 'Momoooo' }, ['`title` must have at most 5 characters, but has 7.']],
    [{ title: 'Momo', unit: 'kelvin' }, ['`unit` must be "celsius" or "fahrenheit", but the string "kelvin" was given.']],
    [{ title: 'Momo', tags: ['a', 2] }, ['`tags[1]` must be a string, but 2 was given.']],
    [{ title: 'Momo', tags: ['a', 'b', 'c'] }, ['`tags` must have at most 2 items, but has 3.']],
    [
      { title: 'Momo', author: { born: 'x' } },
      [
        '`author.name` is required and missing; it must be a string.',
        '`author.born` must be an integer, but the string "x" was given.',
      ],
    ],
    [
      { title: 'Momo', author: { name: 'E', teacher: { name: 3 } } },
      ['`author.teacher.name` must be a string, but 3 was given.'],
    ],
    [{ title: 'Momo', note: 3 }, ['`note` must be a string or null, but 3 was given.']],
    [{ title: 'Momo', phone: true }, ['`phone` must be a string or a number, but true was given.']],
    [{ title: 'Momo', date: '1973' }, ['`date` must match the pattern ^\\d{4}-\\d{2}-\\d{2}$, but the string "1973" was given.']],
    [{ title: 'Momo', shape: { kind: 'circle', radius: 1 } }, []],
    [{ title: 'Momo', shape: { kind: 'line' } }, ['`shape` fits none of the 2 forms that are allowed.']],
  ])('%j', (input, messages) => {
    expect(validateInput(input, schema).map(({ message }) => message)).toEqual(messages)
  })

  test('an argument that is not declared is named, with those that are', () => {
    const [problem] = validateInput({ title: 'Momo', colour: 'red' }, schema)
    expect(problem).toMatchObject({
      path: 'colour',
      message: expect.stringMatching(/is no argument here; there are: title, phone,/),
    })
  })

  test('inherited names are no arguments', () => {
    expect(validateInput({ title: 'Momo' }, { type: 'object', required: ['constructor', 'toString'] })).toHaveLength(2)
    const input = JSON.parse('{"__proto__": 1}') as JsonObject
    expect(validateInput(input, { type: 'object', properties: {}, additionalProperties: false })).toHaveLength(1)
  })
})

describe('hostile schemas', () => {
  test('a schema that refers to itself comes to an end', () => {
    const loops: JsonSchema[] = [
      { $ref: '#' },
      { anyOf: [{ $ref: '#' }, { $ref: '#' }] },
      { allOf: [{ $ref: '#' }, { oneOf: [{ $ref: '#' }, { $ref: '#' }, { $ref: '#' }] }], properties: { a: { $ref: '#' } } },
      { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
    ]
    for (const loop of loops) {
      expect(() => validateInput({ a: { a: { a: 1 } } }, loop)).not.toThrow()
      expect(() => coerceInput({ a: { a: { a: '1' } } }, loop)).not.toThrow()
    }
  })

  test('no schema makes it throw', () => {
    const anything = fc.json({ maxDepth: 4 }).map((text) => JSON.parse(text) as unknown)
    const word = fc.constantFrom(
      'type',
      'enum',
      'properties',
      'required',
      'items',
      'anyOf',
      'allOf',
      'pattern',
      '$ref',
      'minimum',
      'additionalProperties',
      'a',
    )
    const { hostile } = fc.letrec<{ hostile: unknown }>((tie) => ({
      hostile: fc.oneof(
        { maxDepth: 4 },
        anything,
        fc.constantFrom('#', '#/a', 'object', '(', 'string'),
        fc.array(tie('hostile'), { maxLength: 3 }),
        fc.dictionary(word, tie('hostile'), { maxKeys: 4 }),
      ),
    }))
    fc.assert(
      fc.property(hostile, anything, (given, value) => {
        const wild = (
          typeof given === 'object' && given !== null && !Array.isArray(given) ? given : { items: given }
        ) as JsonSchema
        const input = { a: value, items: value } as JsonObject
        validateInput(input, wild)
        coerceInput(input, wild)
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    '(a+)+$',
    '(a|a)*$',
    '(a|aa)+$',
    '^(a?){30}a{30}$',
    'a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?aaaaaaaaaaaaaaaaaaaaaaaaaaa$',
    '(.*)(.*)(.*)(.*)x',
    '(a*)\\1*b',
    '(',
  ])('the pattern %s costs nothing', (pattern) => {
    expect(cpuTime(() => affordablePattern(pattern, 5000)?.test('a'.repeat(5000)))).toBeLessThan(500)
  })

  test.each([
    '^[a-z0-9_-]{3,16}$',
    '^\\d{4}-\\d{2}$',
    '^[^@\\s]+@[^@\\s]+\\.[a-z]+$',
    '^(?:red|green|blue)$',
    '^\\p{L}+$',
    '^/',
    '^(\\d{2}:)?\\d{2}$',
  ])('the pattern %s is checked', (pattern) => expect(affordablePattern(pattern, 60)).toBeInstanceOf(RegExp))
})

const call = (input: JsonObject): ToolCall => ({ type: 'tool-call', id: 'c', name: 'find_book', input, source: 'x' })

describe('a call is checked where it is used', () => {
  const tools = [{ name: 'find_book', description: '', parameters: schema }]

  test('coerced arguments come with their flaws', () => {
    const given = call({ title: 'Momo', year: '1973' })
    const checked = checkCall({ ...given, flaws: [{ id: 'single-quotes', message: 'So.' }] }, tools)
    expect(checked.call.input).toEqual({ title: 'Momo', year: 1973 })
    expect(checked.call.flaws?.map(({ id }) => id)).toEqual(['single-quotes', 'number-in-string'])
    expect(checked.problems).toEqual([])
    expect(checked.message).toBeUndefined()
    expect(given.input).toEqual({ title: 'Momo', year: '1973' })
  })

  test('a call that fits is the same call', () => {
    const given = call({ title: 'Momo' })
    expect(checkCall(given, tools).call).toBe(given)
  })

  test('one message tells all problems', () => {
    expect(checkCall(call({ year: 3 }), tools).message).toBe(
      'The arguments of `find_book` are not valid. `title` is required and missing; it must be a string. `year` must be at least 1900, but 3 was given.',
    )
  })

  test('an unknown tool is a problem, with those that exist', () => {
    expect(checkCall({ ...call({}), name: 'constructor' }, tools).message).toBe(
      'There is no tool named `constructor`. There are: find_book.',
    )
  })

  test('a number that does not survive is left as it was written', () => {
    const given: ToolCall = {
      ...call({ title: 'Momo', year: '1973', price: 9007199254740992 }),
      inputText: '{"price":9007199254740993}',
    }
    expect(checkCall(given, tools).call).toBe(given)
  })
})
