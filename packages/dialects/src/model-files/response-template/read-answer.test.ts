import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../../canonical/json.ts'
import type { ToolSpec } from '../../canonical/message.ts'
import { defineDialect, finishedParts } from '../../define-dialect.ts'
import type { Dialect, ParserOptions } from '../../dialect.ts'
import { growth, PROPORTIONAL } from '../../testing/growth.ts'
import { deltaFault, readInPieces, readWhole } from '../../testing/laws.ts'
import { responseSamples } from '../../testing/response-templates.ts'
import { LookAhead } from './pattern/look-ahead.ts'
import { answerGrammar } from './read-answer.ts'
import { loadResponseTemplate } from './template.ts'

const tools: readonly ToolSpec[] = [
  {
    name: 'find_book',
    description: '',
    parameters: { type: 'object', properties: { title: { type: 'string' }, year: { type: 'integer' } } },
  },
  { name: 'ping', description: '', parameters: { type: 'object', properties: {} } },
]
const options: ParserOptions = { tools }

const dialectOf = (template: JsonValue): Dialect =>
  defineDialect({
    id: 'sample',
    title: 'Sample',
    speakers: [],
    markup: [],
    instruct: () => '',
    formatCalls: () => '',
    formatResults: () => '',
    parse: answerGrammar(loadResponseTemplate(template)),
  })

const everyPlace = (text: string): readonly number[] => Array.from({ length: text.length }, (_, place) => place)
const heard = (dialect: Dialect, text: string, more: Partial<ParserOptions> = {}): readonly string[] =>
  readWhole(dialect, { ...options, ...more }, text).map((part) =>
    part.type === 'tool-call'
      ? `${part.name} ${JSON.stringify(part.input)}`
      : part.type === 'broken-call'
        ? `broken: ${part.source}`
        : `${part.type}: ${part.text}`,
  )

describe.each(responseSamples)('$name', ({ template, answer, tokens }) => {
  const dialect = dialectOf(template)

  test('thought, words and calls are told apart', () => {
    expect(heard(dialect, answer)).toEqual(['reasoning: A book.', 'text: On it.', 'find_book {"title":"Momo"}', 'ping {}'])
  })

  test('where an answer is cut changes no part', () => {
    const whole = readWhole(dialect, options, answer)
    for (const place of everyPlace(answer)) expect(finishedParts(readInPieces(dialect, options, answer, [place]))).toEqual(whole)
    expect(finishedParts(readInPieces(dialect, options, answer, everyPlace(answer)))).toEqual(whole)
  })

  const shuffled = fc.array(fc.constantFrom(...tokens, '<mull>', '</mull>', 'two words', '<|over|>', '`', '```', '\n', '🙂'), {
    maxLength: 24,
  })

  test('no text makes it throw, and no cut matters, however the marks are shuffled', () => {
    fc.assert(
      fc.property(shuffled, fc.boolean(), (pieces, thinks) => {
        const text = pieces.join('')
        const given = { ...options, startsInReasoning: thinks }
        const events = readInPieces(dialect, given, text, everyPlace(text))
        expect(deltaFault(events)).toBeUndefined()
        expect(finishedParts(events)).toEqual(readWhole(dialect, given, text))
      }),
      { numRuns: 300 },
    )
  })

  test('what no region claims is text, and nothing of a call is lost', () => {
    fc.assert(
      fc.property(shuffled, (pieces) => {
        const text = pieces.join('')
        const said = readWhole(dialect, options, text)
          .flatMap((part) => ('text' in part ? part.text : (part.source ?? '')))
          .join('')
        expect(said.split('two words').length).toBe(text.split('two words').length)
      }),
      { numRuns: 300 },
    )
  })

  test('time grows with the text, not with its square', () => {
    for (const unit of [...tokens, 'word ', '<mull>']) {
      const read = (size: number): void => {
        const text = unit.repeat(size)
        const parser = dialect.createParser(options)
        for (const char of text) parser.push(char)
        parser.end()
      }
      expect(growth(read, 100), unit).toBeLessThan(PROPORTIONAL)
    }
  })
})

const [json, , named, tags, , python] = responseSamples.map(({ template }) => dialectOf(template))

describe('what becomes of an answer', () => {
  test('a body that does not parse is a broken call, and what follows it is read', () => {
    expect(heard(json as Dialect, '<do>{"name": "ping", </do> Again: <do>{"name": "ping", "arguments": {}}</do>')).toEqual([
      'broken: <do>{"name": "ping", </do>',
      'text: Again:',
      'ping {}',
    ])
    expect(heard(tags as Dialect, '<use><tool=find_book><with=title>Momo</use> Sorry.')).toEqual([
      'broken: <use><tool=find_book><with=title>Momo</use>',
      'text: Sorry.',
    ])
  })

  test('a closing mark in a JSON string closes nothing', () => {
    expect(heard(json as Dialect, '<do>{"name": "find_book", "arguments": {"title": "</do>"}}</do>')).toEqual([
      'find_book {"title":"</do>"}',
    ])
  })

  test('elements that were cut off do not run with what is there', () => {
    expect(heard(tags as Dialect, '<use><tool=find_book><with=title>Momo</with>')).toEqual([
      'broken: <use><tool=find_book><with=title>Momo</with>',
    ])
  })

  test('values are what the schema says they are', () => {
    expect(heard(tags as Dialect, '<use><tool=find_book><with=title>1.50</with><with=year>1973</with></use>')).toEqual([
      'find_book {"title":"1.50","year":1973}',
    ])
  })

  test('the input of a call is passed on while it arrives', () => {
    const parser = (named as Dialect).createParser(options)
    const events = parser.push('to=tools.find_book<|with|>{"title": "Mo')
    expect(events.map((event) => (event.type === 'part-delta' ? event.text : event.type))).toEqual([
      'part-start',
      '{"title": "Mo',
    ])
  })

  test('a call in a thought does not run, also where the prompt had opened the thought', () => {
    const call = '<do>{"name": "ping", "arguments": {}}</do>'
    for (const [text, startsInReasoning] of [
      [`<mull>${call}</mull>Done.`, false],
      [`${call}</mull>Done.`, true],
      [`${call}</mull>Done.`, 'maybe'],
    ] as const)
      expect(readWhole(json as Dialect, { ...options, startsInReasoning }, text).map(({ type }) => type)).not.toContain(
        'tool-call',
      )
  })

  test('a sentence that only looks like the next call of a list is text', () => {
    expect(heard(python as Dialect, 'See this, ping() and find_book(title).')).toEqual([
      'text: See this, ping() and find_book(title).',
    ])
  })

  test('marks in code are shown', () => {
    expect(heard(json as Dialect, 'Write `<mull>` and `<|over|>` so.')).toEqual(['text: Write `<mull>` and `<|over|>` so.'])
  })
})

test('marks that look far ahead, again and again, have to do with less, wherever the text is cut', () => {
  const dialect = dialectOf({
    start_anchor: '<|model|>',
    fields: { thinking: { open: '<<<', close: '>' }, more: { open_pattern: '<<<[^b]*b', close: 'x' } },
  })
  const text = '<<<>'.repeat(1500)
  const whole = readWhole(dialect, options, text)
  expect(finishedParts(readInPieces(dialect, options, text, everyPlace(text)))).toEqual(whole)
  expect(growth((size) => void readWhole(dialect, options, '<<<>'.repeat(size)), 1000)).toBeLessThan(PROPORTIONAL)
})

test('two marks that look far ahead read the same wherever the text is cut, and a text is looked at a few times only', () => {
  const dialect = dialectOf({
    start_anchor: '<|model|>',
    fields: {
      thinking: { open: '<<<', close: '>' },
      more: { open_pattern: '<<<[^b]*b', close: 'x' },
      other: { open_pattern: '<<<[^c]*c', close: 'x' },
    },
  })
  const text = '<<<>'.repeat(1500)
  expect(finishedParts(readInPieces(dialect, options, text, everyPlace(text)))).toEqual(readWhole(dialect, options, text))
  const ahead = new LookAhead()
  for (let times = 0; times < 1000; times++) ahead.spend(4, ahead.most)
  expect(ahead.most).toBe(16)
})

const wide = (end: string) => `<<<(?:(?:[^b]?){24}x?){24}${end}`

test('patterns that take many steps for every character are refused', () => {
  expect(() =>
    loadResponseTemplate({
      start_anchor: 'x',
      fields: { a: { open_pattern: wide('b'), close: 'x' }, b: { open_pattern: wide('c') } },
    }),
  ).toThrow(/^The patterns of `fields` take \d+ steps for every character, and at most 256 are taken\.$/)
})

test('a pattern made to take for ever takes no longer than others', () => {
  const dialect = dialectOf({
    start_anchor: '<|model|>',
    fields: {
      tool_calls: { open_pattern: '<do>(?:a+)+b>', close_pattern: '(?:x|xx)+y', content: 'json' },
      content: { close_pattern: '(?:a|aa)+c' },
    },
  })
  const read = (size: number): void => void readWhole(dialect, options, `<do>${'a'.repeat(size)} <do>aab>${'x'.repeat(size)}`)
  expect(growth(read, 2000)).toBeLessThan(PROPORTIONAL)
})
