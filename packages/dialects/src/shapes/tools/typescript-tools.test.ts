import { expect, test } from 'vitest'
import { fixtureTools } from '../../testing/fixture-tools.ts'
import { declareTool } from './typescript-tools.ts'

test('a tool becomes a commented function type', () => {
  expect(fixtureTools.map((tool) => declareTool(tool, { indent: '  ' })).join('\n\n')).toBe(`// Find a book.
type find_book = (_: {
  // The title.
  title: string,
  // The year it came out.
  year?: number,
  // The highest price.
  price?: number,
  // Whether it may be lent out.
  lent?: boolean,
  // Words it is listed under.
  tags?: string[],
  // Who wrote it.
  author?: {
    name?: string,
    born?: number,
  },
}) => any;

// Write a file.
type write_file = (_: {
  // Where to.
  path: string,
  // The whole text.
  content: string,
}) => any;

// Answer.
type ping = () => any;`)
})

test('choices, unions and presets are said', () => {
  const parameters = {
    type: 'object',
    properties: {
      unit: { enum: ['c', 'f'], default: 'c' },
      when: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      many: { type: ['integer', 'string'] },
      any: true,
    },
  }
  expect(declareTool({ name: 'x', description: '', parameters }, { indent: '' })).toBe(`type x = (_: {
unit?: "c" | "f", // default: "c"
when?: string | null,
many?: number | string,
any?: any,
}) => any;`)
})
