import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readServersText } from '../settings/read-servers.ts'
import { changesBetween, readTools } from './list-tools.ts'
import { toParts } from './to-parts.ts'
import { wireName } from './wire-name.ts'

const entryOf = (entry: object, name = 'a') => {
  const [first] = readServersText(JSON.stringify({ mcpServers: { [name]: entry } })).servers
  if (!first) throw new Error('no entry')
  return first
}
const here = entryOf({ command: 'x' })
const inputSchema = { type: 'object', properties: { q: { type: 'string' } } }
const fingerprint = (entry: typeof here, tool: object) =>
  readTools(entry, [{ name: 't', inputSchema, ...tool }], 9).tools[0]?.fingerprint
const listed = (...tools: readonly object[]) => readTools(here, tools, 9).tools
const named = (name: string, description = '') => ({ name, description, inputSchema })
const asIs = (text: string) => text

describe('names', () => {
  const id = fc.constantFrom('a', 'a-b', 'everything', '0123456789abcdef-0123456')

  test('of any tool fit every wire, and two tools never share one', () => {
    const unit = fc.constantFrom('a', 'B', '7', '_', '-', '.', ' ', '名', '🦊', '\0', '__')
    const name = fc.string({ unit, minLength: 1, maxLength: 80 })
    fc.assert(
      fc.property(id, name, id, name, (server, tool, otherServer, otherTool) => {
        const wire = wireName(server, tool)
        expect(wire).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
        expect(wire.startsWith(`${server}__`)).toBe(true)
        if (server !== otherServer || tool !== otherTool) expect(wireName(otherServer, otherTool)).not.toBe(wire)
      }),
    )
  })
})

describe('a fingerprint', () => {
  const before = fingerprint(here, {})

  test.each([
    ['description', { description: 'other' }],
    ['title', { title: 'other' }],
    ['parameters', { inputSchema: { type: 'object' } }],
    ['hints', { annotations: { readOnlyHint: true } }],
    ['output', { outputSchema: { type: 'object' } }],
    ['view', { _meta: { ui: { resourceUri: 'ui://x' } } }],
  ])('changes with the %s', (_what, change) => {
    expect(fingerprint(here, change)).not.toBe(before)
  })

  test('changes with the program or address behind the same name, and with nothing else', () => {
    expect(fingerprint(entryOf({ command: 'other' }), {})).not.toBe(before)
    expect(fingerprint(entryOf({ command: 'x', args: ['more'] }), {})).not.toBe(before)
    expect(fingerprint(entryOf({ url: 'https://x' }), {})).not.toBe(before)
    expect(fingerprint(entryOf({ command: 'x' }, 'b'), {})).not.toBe(before)
    expect(fingerprint(entryOf({ command: 'x', timeout: 5 }), { _meta: { other: 1 } })).toBe(before)
  })
})

describe('a list', () => {
  test('says what was added, taken away and changed', () => {
    const changes = changesBetween(listed(named('a'), named('b'), named('c')), listed(named('a'), named('b', 'new'), named('d')))
    expect(changes).toEqual({ added: ['d'], removed: ['c'], changed: ['b'] })
  })

  test('tells a model nothing of the draft that a schema is written in', () => {
    const [tool] = listed({ name: 't', inputSchema: { $schema: 'http://json-schema.org/draft-07/schema#', ...inputSchema } })
    expect(tool?.parameters).toEqual(inputSchema)
  })

  test('has an end, and names what is beyond it', () => {
    const many = Array.from({ length: 12 }, (_, index) => ({ name: `t${index}`, inputSchema }))
    const { tools, leftOut } = readTools(here, many, 9)
    expect(tools).toHaveLength(9)
    expect(leftOut.map(({ tool }) => tool)).toEqual(['t9', 't10', 't11'])
  })

  test('is never broken by an item of it', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 4 })), (items) => {
        const { tools, leftOut } = readTools(here, [...items, { name: 'good', inputSchema }], 100)
        expect(tools.map(({ tool }) => tool)).toContain('good')
        expect(tools.length + leftOut.length).toBe(items.length + 1)
      }),
    )
  })
})

describe('a result', () => {
  test('of any shape becomes parts that a message can hold', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (content) => {
        const { content: parts, forPerson } = toParts({ content } as Parameters<typeof toParts>[0], asIs)
        for (const part of [...parts, ...forPerson]) expect(['text', 'file']).toContain(part.type)
      }),
    )
  })

  test('keeps pictures, sounds, files and links', () => {
    const { content } = toParts(
      {
        content: [
          { type: 'image', data: 'aGk=', mimeType: 'image/png' },
          { type: 'audio', data: 'aGk=', mimeType: 'audio/wav' },
          { type: 'resource', resource: { uri: 'file:///a/b.bin', blob: 'aGk=' } },
          { type: 'resource', resource: { uri: 'file:///a/b.txt', text: 'words' } },
          { type: 'resource_link', name: 'n', uri: 'https://x/y' },
        ],
      },
      asIs,
    )
    expect(content).toEqual([
      { type: 'file', mediaType: 'image/png', data: 'aGk=' },
      { type: 'file', mediaType: 'audio/wav', data: 'aGk=' },
      { type: 'file', mediaType: 'application/octet-stream', data: 'aGk=', name: 'b.bin' },
      { type: 'text', text: 'words' },
      { type: 'text', text: '[n](https://x/y)' },
    ])
  })

  test('has a limit of words over all its pieces, and of each file', () => {
    const { content } = toParts(
      {
        content: [
          { type: 'text', text: 'a'.repeat(150_000) },
          { type: 'text', text: 'b'.repeat(150_000) },
          { type: 'image', data: 'A'.repeat(8 * 2 ** 20), mimeType: 'image/png' },
        ],
      },
      asIs,
    )
    const [first, second, third] = content.map((part) => (part.type === 'text' ? part.text : ''))
    expect(first).toHaveLength(150_000)
    expect(second).toContain('[100000 characters were left out here')
    expect(third).toContain('larger than 5 MB')
  })
})
