import { describe, expect, test } from 'vitest'
import { findDialect } from '../../index.ts'
import { generousMender } from '../../mender.ts'
import { fixtureTools } from '../../testing/fixture-tools.ts'
import { readWhole } from '../../testing/laws.ts'

const read = (json: string) =>
  readWhole(findDialect('hermes')!, { tools: fixtureTools, mender: generousMender }, `<tool_call>\n${json}\n</tool_call>`)

describe('a call with two keys for its arguments', () => {
  test.each([
    '{"name": "read_file", "arguments": {"path": "/a"}, "parameters": {"path": "/b"}}',
    '{"name": "read_file", "arguments": {}, "input": {"path": "/b"}}',
    '{"name": "read_file", "arguments": {"path": "/a"}, "args": "{\\"path\\": \\"/b\\"}"}',
    '{"function": {"name": "read_file", "arguments": {"path": "/a"}}, "parameters": {"path": "/b"}}',
    // Damaged as well, so that it is mended first.
    "{'name': 'read_file', 'arguments': {'path': '/a'}, 'parameters': {'path': '/b'}}",
  ])('does not run when they differ: %s', (json) => {
    expect(read(json)).toMatchObject([{ type: 'broken-call' }])
  })

  test('says which they are', () => {
    const [part] = read('{"name": "read_file", "arguments": {"path": "/a"}, "parameters": {"path": "/b"}}')
    expect(part).toMatchObject({
      problem: 'The call could not be read: its arguments are given twice, under `parameters` too, and differ.',
    })
  })

  test.each([
    '{"name": "read_file", "arguments": {"path": "/a"}, "parameters": {"path":"/a"}}',
    '{"name": "read_file", "arguments": {"path": "/a"}, "args": "{\\"path\\": \\"/a\\"}"}',
    '{"name": "read_file", "arguments": {"path": "/a"}, "input": null}',
    '{"name": "read_file", "arguments": null, "input": {"path": "/a"}}',
    "{'name': 'read_file', 'arguments': {'path': '/a'}, 'parameters': {'path': '/a'}}",
  ])('runs when they say the same, or one says nothing: %s', (json) => {
    expect(read(json)).toMatchObject([{ type: 'tool-call', name: 'read_file', input: { path: '/a' } }])
  })
})
