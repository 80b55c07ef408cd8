import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { ToolResult } from '../../canonical/part.ts'
import { createParser, readAnswer } from '../../engine.ts'
import { fixtureTools } from '../../testing/fixture-tools.ts'
import type { DerivedDialect } from '../derived.ts'
import { dialectOfShape } from '../dialect-of-shape.ts'
import { reportLines } from '../report.ts'
import { dialectFromTemplate } from './dialect-from-template.ts'

const template = (name: string): string =>
  readFileSync(new URL(`../../../fixtures/templates/${name}.jinja`, import.meta.url), 'utf8')

const tokens = { bos: '<s>', eos: '</s>' }

async function derivedFrom(name: string): Promise<DerivedDialect> {
  const derived = await dialectFromTemplate(template(name), { tokens })
  if (!derived.ok) throw new Error(reportLines(derived.report).join('\n'))
  return derived
}

const call = { id: 'call_1', name: 'write_file', input: { path: 'a.txt', content: 'a < b & "c"\n素' } }
const results: readonly ToolResult[] = ['pong', 'peng'].map((text, place) => ({
  type: 'tool-result',
  callId: `call_${place + 1}`,
  name: 'ping',
  outcome: 'ok',
  content: [{ type: 'text', text }],
}))

describe('a dialect that nobody wrote is made from its template:', () => {
  test.each([
    ['json-in-a-tag', 'json', 'Hm. <|use|>{"name": "find_book", "arguments": {"title": "Momo"}}<|/use|>'],
    ['json-list', 'json', 'Hm. [DO_ALL][{"tool": "find_book", "args": {"title": "Momo"}, "id": "a"}][/DO_ALL]'],
    ['name-then-json', 'named', 'Hm. <~calls~><~call~>a<~to~>find_book<~with~>{"title": "Momo"}<~/call~><~/calls~>'],
    ['elements', 'tags', 'Hm. \n<do what="find_book">\n<give it="title">Momo</give>\n</do>'],
    ['elements-in-a-section', 'tags', 'Hm. <wishes>\n<wish>find_book\n<key>title</key>\n<val>Momo</val>\n</wish>\n</wishes>'],
    ['counted-names', 'named', 'Hm. <|ring|><|bell|>do.find_book:0<|tone|>{"title": "Momo"}<|/bell|><|/ring|>'],
    ['keyed-json', 'json', 'Hm. <|act|>[{"find_book": {"title": "Momo"}}]<|/act|>'],
    [
      'typed-elements',
      'tags',
      'Hm. \n<order>\n<item of="find_book">\n<part name="title" string="true">Momo</part>\n</item>\n</order>',
    ],
    ['wrapped-elements', 'tags', 'Hm. \n<job>\n<run=find_book>\n<with=title>\nMomo\n</with>\n</run>\n</job>'],
    ['python-in-marks', 'python', 'Hm. <|run_begin|>[find_book(title="Momo")]<|run_end|>'],
  ])('%s', async (name, kind, answer) => {
    const { dialect, by, shape, limits } = await derivedFrom(name)
    expect({ by, kind: shape?.calls.kind, limits }).toEqual({ by: 'derived', kind, limits: [] })

    const parts = readAnswer(answer, { dialect, tools: fixtureTools })
    expect(parts).toMatchObject([{ type: 'text' }, { type: 'tool-call', name: 'find_book', input: { title: 'Momo' } }])
    expect(parts[0]).toMatchObject({ text: expect.stringMatching(/^Hm\.\s*$/) })

    const parser = createParser({ dialect, tools: fixtureTools })
    for (const character of answer) parser.push(character)
    parser.end()
    expect(readAnswer(dialect.formatCalls([call]), { dialect, tools: fixtureTools })).toMatchObject([
      { type: 'tool-call', name: call.name, input: call.input },
    ])
  })
})

test.each([
  ['counted-names', { call: '<|bell|>do.$name:$number<|tone|>$input<|/bell|>', section: ['<|ring|>', '<|/ring|>'] }],
  ['keyed-json', { object: '{$name: $input}', keyed: true }],
  ['typed-elements', { parameter: '<part name="$key" string="$string">$value</part>\n' }],
  ['wrapped-elements', { section: ['<job>\n', '\n</job>'], sectionEach: true, values: 'python-words', cdata: '<&' }],
])('%s: the shape says what is special', async (name, special) => {
  const { shape } = await derivedFrom(name)
  expect(shape?.calls).toMatchObject(special)
})

test('what was found can be written down as JSON, and speaks the same dialect again', async () => {
  const { dialect, shape } = await derivedFrom('elements')
  const again = dialectOfShape(JSON.parse(JSON.stringify(shape)), { id: 'again', title: 'Again', speakers: [] })
  expect(again.formatCalls([call])).toBe(dialect.formatCalls([call]))
  expect(again.formatResults(results)).toBe(dialect.formatResults(results))
  expect(again.instruct(fixtureTools, 'auto').trim()).toBe(dialect.instruct(fixtureTools, 'auto'))
})

test('a dialect that is known is recognised; results, tools and the thought are those of the template', async () => {
  const derived = await derivedFrom('thought-by-the-prompt')
  expect(derived).toMatchObject({ by: 'recognised', knownAs: 'hermes', startsInReasoning: true })
  expect(derived.dialect.formatResults(results)).toBe(
    '<tool_response>\npong\n</tool_response>\n<tool_response>\npeng\n</tool_response>',
  )
  expect(derived.dialect.instruct(fixtureTools.slice(2), 'required')).toBe(
    '# Tools\n{"type": "function", "function": {"name": "ping", "description": "Answer.", "parameters": {"type": "object", "properties": {}}}}\n\nYou must call at least one tool in your next answer.',
  )
})

test('marks of thoughts are those of the template, and a call in a thought does not run', async () => {
  const { dialect } = await derivedFrom('elements')
  const answer = '<ponder>Or <do what="ping">\n</do>?</ponder>\nNo.'
  const parts = readAnswer(answer, { dialect, tools: fixtureTools })
  expect(parts.map(({ type }) => type)).toEqual(['reasoning', 'text', 'broken-call'])
})

test('the turn of results is the whole turn, with what ends it', async () => {
  const { dialect } = await derivedFrom('json-in-a-tag')
  expect(dialect.formatResults(results)).toBe(
    '<|turn|>tool\n<|gave|>pong<|/gave|><|over|>\n<|turn|>tool\n<|gave|>peng<|/gave|><|over|>',
  )
})

test('the lesson begins with its own mark, also where what follows begins alike', async () => {
  const { dialect } = await derivedFrom('json-list')
  expect(dialect.instruct(fixtureTools.slice(2), 'auto')).toMatch(/^\[TOOLS_LIST\]\[\{"type".*\}\]\[\/TOOLS_LIST\]$/)
})

test('a template that says how to call also where there is nothing to call is taught in our words', async () => {
  const teaches = 'Write <tool_call>{"name": …, "arguments": …}</tool_call>.'
  const source = template('thought-by-the-prompt').replace('{%- for message', `${teaches}{%- for message`)
  const derived = await dialectFromTemplate(source, { tokens })
  if (!derived.ok) throw new Error(derived.report.sentence)
  const words = derived.dialect.instruct(fixtureTools, 'auto')
  expect(words).toContain('"name": "ping"')
  expect(words).toContain('<tool_call>')
})

test('results that are JSON in the template are written as JSON', async () => {
  const { dialect } = await derivedFrom('json-list')
  expect(dialect.formatResults(results.slice(0, 1))).toBe('[DONE]{"content": "pong", "call": "call_1"}[/DONE]')
})

describe('refused, with the reason:', () => {
  test('a template that has no place for calls', async () => {
    const derived = await dialectFromTemplate(template('no-calls'))
    expect(derived).toMatchObject({ ok: false, report: { sentence: 'The template was refused. It has no place for calls.' } })
  })

  test('calls that nothing marks, with the dialect that comes nearest', async () => {
    const derived = await dialectFromTemplate(template('bare-json'))
    expect(derived).toMatchObject({ ok: false, nearest: 'llama3-json' })
    expect(reportLines(derived.report)).toContain('✗ derive: It was not made a dialect: nothing marks where a call begins.')
  })
})

test('the report says which step spoke, and what came of every case', async () => {
  const { report } = await derivedFrom('json-in-a-tag')
  expect(reportLines(report).slice(0, 8)).toEqual([
    'It was made from the template: calls are JSON as a whole.',
    '✓ template: It was rendered, and shows 9 of the 10 cases.',
    expect.stringMatching(/^✗ recognise: None of the \d+ dialects that are known writes its calls\.$/),
    expect.stringMatching(/^✗ recognise: None of the \d+ dialects that are known reads all that it writes\.$/),
    '✓ self-test: No case failed.',
    '→ derive: It was made from the template: calls are JSON as a whole.',
    '  ✓ one string',
    '  ✓ no arguments',
  ])
})
