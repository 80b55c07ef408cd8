import { describe, expect, test } from 'vitest'
import type { ToolSpec } from '../canonical/message.ts'
import { dialects } from '../registry.generated.ts'
import { openaiChat } from '../wire/openai-chat/openai-chat.ts'
import { browserJs } from './fragments/browser-js.ts'
import { vfs } from './fragments/vfs.ts'
import { ToolContext } from './tool-context.ts'

const text = (description: string) => ({ type: 'string', description })
const tool = (name: string, description: string, properties: Record<string, object>, required: readonly string[]): ToolSpec => ({
  name,
  description,
  parameters: { type: 'object', properties, required } as ToolSpec['parameters'],
})

/** The file and code tools, as a page offers them. */
const tools: readonly ToolSpec[] = [
  tool(
    'browser_js_eval',
    "Execute JavaScript code in a sandbox in the user's browser, without network, storage or files. Use this for calculations and data processing. Returns the value of the last expression and the console logs.",
    { code: text("The JavaScript code to execute. e.g. '2 + 2' or 'window.innerWidth'") },
    ['code'],
  ),
  tool(
    'list_directory',
    'List files and directories at a specific path in the virtual file system. Always list before reading to ensure paths exist.',
    { path: { ...text("The directory path to list. Defaults to root '/'."), default: '/' } },
    [],
  ),
  tool(
    'read_file',
    'Read the text content of a file from the virtual file system.',
    { path: text('The absolute path of the file to read.') },
    ['path'],
  ),
  tool(
    'write_file',
    "Write text content to a file in the virtual file system. Creates parent directories if they don't exist.",
    { path: text('The absolute path of the file to write.'), content: text('The text content to write into the file.') },
    ['path', 'content'],
  ),
]

const toolsets = [browserJs, vfs]
const written = openaiChat.writeRequest({ model: 'm', messages: [], tools })
const native = new ToolContext({ toolsets, tools }).build().length + JSON.stringify(written['tools']).length

/** The documents prescribe what the default says: its introduction, a heading and the whole signature for every tool. */
const PRESCRIBED: Readonly<Record<string, number>> = { 'json-strict': 1.34 }

describe('a lesson costs little more than native tools, for it is paid in every request', () => {
  const taught = dialects.filter(({ speakers }) => speakers.length === 0)
  test.each(taught)('$id', (dialect) => {
    const cost = new ToolContext({ toolsets, tools, dialect }).build().length
    expect(cost / native).toBeLessThanOrEqual(PRESCRIBED[dialect.id] ?? 1.25)
  })
})

test('fields of a schema that say nothing are not taught', () => {
  for (const id of ['json-strict', 'xml-tag']) {
    const lesson = dialects.find((one) => one.id === id)?.instruct(tools, 'auto')
    expect(lesson).not.toContain('"required":[]')
    expect(lesson).toContain('"default":"/"')
  }
})
