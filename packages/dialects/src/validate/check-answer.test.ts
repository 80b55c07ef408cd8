import { describe, expect, test } from 'vitest'
import { checkAnswer } from './check-answer.ts'

const book = {
  schema: {
    type: 'object',
    properties: { title: { type: 'string' }, pages: { type: 'integer' } },
    required: ['title', 'pages'],
    additionalProperties: false,
  },
} as const
const GOOD = '{"title":"Momo","pages":304}'

describe('an answer that only has the wrong form is put right', () => {
  test.each([
    ['it is fine', GOOD],
    ['blanks around it', `\n  ${GOOD}\n`],
    ['a fence', `\`\`\`json\n${GOOD}\n\`\`\``],
    ['words and a fence', `Here it is:\n\n\`\`\`json\n${GOOD}\n\`\`\`\nIs that right?`],
    ['words around it', `Sure! ${GOOD} Is that what you wanted?`],
    ['a comma too many', '{"title":"Momo","pages":304,}'],
    ['other quotes', "{'title': 'Momo', 'pages': 304}"],
    ['a number as a string', '{"title":"Momo","pages":"304"}'],
  ])('%s', (_, said) => {
    const checked = checkAnswer(said, book)
    expect(checked).toHaveProperty('text')
    expect(JSON.parse('text' in checked ? checked.text : '')).toEqual(JSON.parse(GOOD))
  })

  test('a list is an answer where the schema says so', () => {
    expect(checkAnswer('The list: [1, 2]', { schema: { type: 'array', items: { type: 'integer' } } })).toEqual({ text: '[1, 2]' })
  })

  test('numbers that a computer cannot hold stay as they were written', () => {
    expect(checkAnswer('```\n{"id": 9007199254740993}\n```', {})).toEqual({ text: '{"id": 9007199254740993}' })
  })
})

describe('an answer that says something else is not', () => {
  test.each([
    ['a member is missing', '{"title":"Momo"}', '`pages`'],
    ['a member of another type', '{"title":"Momo","pages":[]}', '`pages` must be an integer'],
    ['another member', '{"title":"Momo","pages":304,"author":"Ende"}', '`author`'],
    ['a list instead', '[1]', 'The answer must be an object'],
    ['half of it', '{"title":"Momo","pages":30', 'no JSON'],
    ['words', 'Momo has 304 pages.', 'no JSON'],
    ['nothing', '', 'no JSON'],
  ])('%s', (_, said, problem) => {
    expect(checkAnswer(said, book)).toEqual({ problem: expect.stringContaining(problem) })
  })

  test('without a schema it must be an object', () => {
    expect(checkAnswer('"Momo"', {})).toHaveProperty('problem')
    expect(checkAnswer('{}', {})).toEqual({ text: '{}' })
  })
})
