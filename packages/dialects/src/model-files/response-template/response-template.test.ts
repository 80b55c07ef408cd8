import { describe, expect, test } from 'vitest'
import { reportLines } from '../report.ts'
import { dialectFromResponseTemplate } from './response-template.ts'

const likeHermes = {
  start_anchor: '<|im_start|>assistant\n',
  fields: {
    thinking: { open: '<think>', close: '</think>' },
    tool_calls: {
      open: '<tool_call>',
      close: '</tool_call>',
      repeats: true,
      content: 'json',
      transform: { type: 'function', function: '{content}' },
    },
    content: { close: '<|im_end|>' },
    score: { open: '<score>', close: '</score>', content: 'int' },
  },
}

describe('a dialect from a response template', () => {
  test('is written as the known dialect whose calls it reads', () => {
    const derived = dialectFromResponseTemplate(likeHermes)
    expect(derived).toMatchObject({ ok: true, by: 'response-template', knownAs: 'hermes', limits: [] })
    expect(reportLines(derived.report).slice(0, 3)).toEqual([
      'The response template says how answers are read; calls and results are written as `hermes` does.',
      '→ response-template: The response template says how answers are read; calls and results are written as `hermes` does.',
      '✓ response-template: These fields are read as text: `score`.',
    ])
  })

  test('is refused where nothing says how calls are written', () => {
    const unknown = {
      ...likeHermes,
      fields: { tool_calls: { ...likeHermes.fields.tool_calls, open: '<oddly>', close: '</oddly>' } },
    }
    expect(dialectFromResponseTemplate(unknown)).toMatchObject({
      ok: false,
      report: { sentence: expect.stringContaining('Give the chat template, too.') },
    })
  })

  test('defuses its marks, drops what ends a turn, and knows where a thought stands', () => {
    const derived = dialectFromResponseTemplate(likeHermes, { ends: ['<|fin|>'] })
    if (!derived.ok) throw new Error(derived.report.sentence)
    const { dialect } = derived
    expect(dialect.markup).toEqual(expect.arrayContaining(['<tool_call>', '</tool_call>', '<think>', '<score>']))
    expect(dialect.reasoning).toEqual([{ open: '<think>', close: '</think>' }])
    const parser = dialect.createParser({ tools: [] })
    const said = [...parser.push('Done.<|fin|>'), ...parser.end()].map((event) =>
      event.type === 'part-end' ? event.value : undefined,
    )
    expect(said.filter(Boolean)).toEqual([{ type: 'text', text: 'Done.' }])
  })

  test('is refused by the name of what is wrong with it', () => {
    expect(dialectFromResponseTemplate({ ...likeHermes, fields: { content: { open_pattern: '(?=x)' } } }).report.sentence).toBe(
      'The response template cannot be used: `fields.content.open_pattern` uses a lookahead, which cannot be matched in one pass.',
    )
  })
})
