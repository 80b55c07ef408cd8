import { expect, test } from 'vitest'
import type { ToolSpec } from '../canonical/message.ts'
import { findFunctions, toolFunction, toolFunctions } from './tool-functions.ts'

const tool = (name: string, parameters: ToolSpec['parameters'] = { type: 'object' }): ToolSpec => ({
  name,
  description: `Does ${name.replaceAll('_', ' ')}.\nAt length.`,
  parameters,
})

test.each([
  ['nothing', tool('now'), 'tools.now(): Promise<any>'],
  [
    'what must and what may be given',
    tool('read', { type: 'object', properties: { path: { type: 'string' }, from: { type: 'integer' } }, required: ['path'] }),
    'tools.read(_: { path: string, from?: number }): Promise<any>',
  ],
  [
    'choices, lists and objects',
    tool('sort', {
      type: 'object',
      properties: {
        by: { enum: ['name', 'date'] },
        rows: { type: 'array', items: { type: 'object', properties: { 'a-b': { type: ['string', 'null'] } } } },
      },
    }),
    'tools.sort(_: { by?: "name" | "date", rows?: { "a-b"?: string | null }[] }): Promise<any>',
  ],
  ['a name that is none in a program', tool('my-tool'), 'tools["my-tool"](): Promise<any>'],
  [
    'a name that would be more than a name',
    tool('x"](); evil(); tools["y'),
    String.raw`tools["x\"](); evil(); tools[\"y"](): Promise<any>`,
  ],
])('a program is told how to give a tool %s', (_what, spec, expected) => {
  expect(toolFunction(spec)).toBe(expected)
})

test('a type that is longer than anybody reads is an object', () => {
  const properties = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`field_${index}`, { type: 'string' }]))
  expect(toolFunction(tool('much', { type: 'object', properties }))).toBe('tools.much(_: object): Promise<any>')
})

test('few tools are all told, one to a line; of many as many as there is room for, and how the others are found', () => {
  expect(toolFunctions([tool('one'), tool('two')]).split('\n')).toEqual([
    'tools.one(): Promise<any> // Does one.',
    'tools.two(): Promise<any> // Does two.',
  ])
  const many = Array.from({ length: 300 }, (_, index) => tool(`tool_${index}`))
  const lines = toolFunctions(many).split('\n')
  expect(lines).toHaveLength(41)
  expect(lines.at(-1)).toContain('tools.search(words: string)')
  expect(lines.at(-1)).toContain('260 more tools')
  expect(toolFunctions(many, 1000).length).toBeLessThan(400)
})

test('a search gives what is needed to call', () => {
  expect(findFunctions([tool('send_mail'), tool('read_file')], 'mail')).toEqual([
    { name: 'send_mail', call: 'tools.send_mail(): Promise<any>', description: 'Does send mail.' },
  ])
})
