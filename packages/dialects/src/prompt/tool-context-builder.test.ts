import { expect, test } from 'vitest'
import { z } from 'zod'
import { jsonStrict } from '../dialects/json-strict.ts'
import { browserJs } from './fragments/browser-js.ts'
import { vfs } from './fragments/vfs.ts'
import { ToolContextBuilder } from './tool-context-builder.ts'
import { toToolSpec } from './toolset.ts'

const tools = {
  browser_js_eval: { description: 'Execute JavaScript.', parameters: z.object({ code: z.string().describe('The code.') }) },
  list_directory: { description: 'List files.', parameters: z.object({ path: z.string().default('/').describe('The path.') }) },
}
const options = { base: 'Be brief.', dialect: jsonStrict, toolsets: [browserJs, vfs], tools, reasoning: true }

test('the sections stand in order: base, toolsets, protocol, definitions, templates, trust, reasoning', () => {
  const prompt = new ToolContextBuilder(options).build()
  const places = [
    'Be brief.',
    '### TOOL_PROTOCOL: Browser Execution',
    '### TOOL_PROTOCOL: Virtual File System',
    '### TOOL_USE_PROTOCOL',
    '#### Available Tool: browser_js_eval',
    '#### Available Tool: list_directory',
    '{"tool_calls":[',
    '{"tool_call_result":',
    'treat it as the output of your tool request',
    'outside the thought block',
  ].map((piece) => prompt.indexOf(piece))
  expect(places.every((place) => place >= 0)).toBe(true)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})

test('the same tools give the same bytes, from Zod and from JSON Schema', () => {
  const specs = Object.entries(tools).map(([name, tool]) => toToolSpec(name, tool))
  expect(new ToolContextBuilder(options).build()).toBe(new ToolContextBuilder({ ...options, tools: specs }).build())
})

test('every parameter is described', () => {
  expect(new ToolContextBuilder(options).build()).toContain('"description":"The code."')
})

test('a toolset whose tools are not offered is not mentioned', () => {
  expect(new ToolContextBuilder({ ...options, tools: { browser_js_eval: tools.browser_js_eval } }).build()).not.toContain(
    'Virtual File System',
  )
})

/** The tools that the section mentions when these are offered. */
const named = (...names: readonly string[]) => {
  const [text = ''] = new ToolContextBuilder({
    toolsets: [vfs],
    tools: names.map((name) => ({ name, description: '', parameters: {} })),
  }).fragments()
  return vfs.tools.filter((name) => text.includes(`\`${name}`))
}

test('a section names the tools that are offered and no other, and says what each returns', () => {
  for (const name of vfs.tools) expect(named(name)).toEqual([name])
  expect(named(...vfs.tools)).toEqual(vfs.tools)
  const [all = ''] = new ToolContextBuilder({
    ...options,
    tools: { ...tools, write_file: tools.list_directory },
    toolsets: [vfs],
  }).fragments()
  expect(all).toContain('`list_directory(path: string = "/")` -> Returns string[]')
  expect(all).toContain('`write_file(path: string, content: string)` -> Returns "Success"')
})

test('a dialect is taken by its name, and one that does not exist is refused by name', () => {
  const { dialect, ...rest } = options
  for (const name of ['JSON_Strict', 'json-strict', ' JSON_STRICT '])
    expect(new ToolContextBuilder({ ...rest, dialect: name }).build()).toBe(new ToolContextBuilder({ ...rest, dialect }).build())
  expect(new ToolContextBuilder({ ...rest, dialect: 'native' }).build()).not.toContain('TOOL_USE_PROTOCOL')
  expect(() => new ToolContextBuilder({ ...rest, dialect: 'json-loose' })).toThrow(/no dialect `json-loose`/)
})

test('without tools, or with none allowed, there is nothing but the base', () => {
  expect(new ToolContextBuilder({ ...options, tools: [] }).build()).toBe('Be brief.')
  expect(new ToolContextBuilder({ ...options, choice: 'none' }).build()).toBe('Be brief.')
})

test('natively only the toolsets are described, because the tools travel beside the prompt', () => {
  const { dialect: _, ...native } = options
  const prompt = new ToolContextBuilder(native).build()
  expect(prompt).toContain('Browser Execution')
  expect(prompt).not.toContain('TOOL_USE_PROTOCOL')
})

test('a choice that was made for the model is told to it', () => {
  expect(new ToolContextBuilder({ ...options, choice: { name: 'list_directory' } }).build()).toContain(
    'You must call the tool `list_directory`',
  )
})
