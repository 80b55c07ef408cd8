import { readFileSync } from 'node:fs'
import { readAnswer } from '@parley/dialects'
import * as modelFilesDoor from '@parley/dialects/model-files'
import * as shapesDoor from '@parley/dialects/shapes'
import { essence, fixtureTools, parseFixturePage } from '@parley/dialects/testing'
import { describe, expect, test } from 'vitest'
import { createExaminer } from './examine.ts'

const template = (name: string): string =>
  readFileSync(new URL(`../../../../dialects/fixtures/templates/${name}.jinja`, import.meta.url), 'utf8')

const question = { kind: 'answer', tools: fixtureTools, startsInReasoning: false } as const

/** What the copied file exports, as if it were one. */
function exported(code: string): Parameters<typeof readAnswer>[1]['dialect'] {
  const body = code
    .replace(
      /import (\{[^}]*\}) from '([^']*)'/,
      (_, names: string, door: string) => `const ${names} = doors[${JSON.stringify(door)}]`,
    )
    .replace('export const myModel =', 'return')
  // oxlint-disable-next-line no-implied-eval -- the text was written by our own code, and is what is tested
  return new Function('doors', body)({ '@parley/dialects/shapes': shapesDoor, '@parley/dialects/model-files': modelFilesDoor })
}

describe.each([
  'json-in-a-tag',
  'json-list',
  'name-then-json',
  'elements',
  'elements-in-a-section',
  'counted-names',
  'keyed-json',
  'typed-elements',
  'wrapped-elements',
  'python-in-marks',
])('%s', (name) => {
  test('what is copied as TypeScript reads what the shape writes, and its page of examples holds', async () => {
    const examiner = createExaminer()
    const finding = await examiner.files({ kind: 'files', files: { chatTemplate: template(name) } })
    if (!finding.ok || !finding.shape) throw new Error(finding.report.sentence)
    const shape = JSON.parse(JSON.stringify(finding.shape))
    const { source, own, lesson } = examiner.answer({ ...question, text: 'No.', shape })
    const dialect = exported(source?.code ?? '')
    expect(own).toMatchObject({ verdict: 'text', steady: true })
    expect(lesson?.text).toContain('find_book')
    const page = parseFixturePage(source?.page ?? '')
    expect(page.fixtures).toHaveLength(3)
    for (const { source: said, parts, options } of page.fixtures)
      expect(readAnswer(said, { ...options, dialect }).map((part) => essence(part))).toEqual(parts)
    expect(page.fixtures[0]?.parts).toMatchObject([{ type: 'text' }, { type: 'tool-call', name: fixtureTools[0]?.name }])
  })
})

const shape = (open: string) => ({ version: 1, calls: { kind: 'json', call: [open, '<|/use|>'] } })

test('a mark that is changed changes the reading; one that any sentence holds is refused with the reason', async () => {
  const examiner = createExaminer()
  await examiner.files({ kind: 'files', files: { chatTemplate: template('json-in-a-tag') } })
  const text = '<|use|>{"name": "ping", "arguments": {}}<|/use|>'
  expect(examiner.answer({ ...question, text }).own?.verdict).toBe('call')
  expect(examiner.answer({ ...question, text, shape: shape('<|do|>') }).own?.verdict).toBe('text')
  expect(examiner.answer({ ...question, text, shape: shape('<|use|>') }).own?.verdict).toBe('call')
  expect(examiner.answer({ ...question, text, shape: shape('the ') })).toMatchObject({
    problem: '`shape` cannot be used: the mark "the" stands in ordinary text.',
  })
})

test('the nearest dialects and auto stand beside it, those that found a call first', () => {
  const { others, own } = createExaminer().answer({
    ...question,
    text: '<tool_call>\n{"name": "ping", "arguments": {}}\n</tool_call>',
  })
  expect(own).toBeUndefined()
  expect(others[0]).toMatchObject({ id: 'auto', verdict: 'call', steady: true })
  expect(others.find(({ id }) => id === 'hermes')).toMatchObject({ verdict: 'call' })
})
