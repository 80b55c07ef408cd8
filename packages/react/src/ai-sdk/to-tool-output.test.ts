import type { ToolResult } from '@parley/dialects'
import { describe, expect, it } from 'vitest'
import { toRequestTools, toToolOutput } from './to-tool-output.ts'

const result = (more: Partial<ToolResult>): ToolResult => ({
  type: 'tool-result',
  callId: 'call_1',
  name: 'count',
  outcome: 'ok',
  content: [{ type: 'text', text: '' }],
  ...more,
})

describe('toToolOutput', () => {
  it('hands over the value that says the same as the words', () => {
    const content = [{ type: 'text' as const, text: '{"notes":1}' }]
    expect(toToolOutput(result({ content, data: { notes: 1 } }))).toEqual({
      tool: 'count',
      toolCallId: 'call_1',
      output: { notes: 1 },
    })
  })

  it('hands over the words where they say more than the value', () => {
    const content = [{ type: 'text' as const, text: 'log: counting\n1' }]
    expect(toToolOutput(result({ content, data: 1 }))).toMatchObject({ output: 'log: counting\n1' })
  })

  it('calls whatever did not end well an error, in the words for the model', () => {
    const content = [{ type: 'text' as const, text: 'The user rejected this call.' }]
    expect(toToolOutput(result({ content, outcome: 'denied', data: 1 }))).toEqual({
      tool: 'count',
      toolCallId: 'call_1',
      state: 'output-error',
      errorText: 'The user rejected this call.',
    })
    expect(toToolOutput(result({ outcome: 'error' }))).toMatchObject({ errorText: expect.stringMatching(/nothing says why/) })
  })
})

describe('toRequestTools', () => {
  it('names each tool with what the model must know', () => {
    const spec = { name: 'count', description: 'Counts.', parameters: { type: 'object' } }
    expect(toRequestTools([spec])).toEqual({ count: { description: 'Counts.', parameters: { type: 'object' } } })
  })
})
