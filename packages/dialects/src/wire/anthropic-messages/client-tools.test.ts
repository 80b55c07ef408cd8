import { describe, expect, test } from 'vitest'
import { anthropicMessages } from './anthropic-messages.ts'

const user = { role: 'user', content: 'hi' }
const read = (more: object) => anthropicMessages.readRequest({ model: 'm', max_tokens: 9, messages: [user], ...more })

describe('tools that the client runs and the vendor knows by their type', () => {
  const typed = [
    { type: 'bash_20250124', name: 'bash' },
    { type: 'text_editor_20250728', name: 'str_replace_based_edit_tool', max_characters: 9000 },
    { type: 'memory_20250818', name: 'memory', cache_control: { type: 'ephemeral' } },
    { type: 'computer_20250124', name: 'computer', display_width_px: 1024, display_height_px: 768 },
  ]

  test.each(typed)('have their known schema: $type', (tool) => {
    const [spec] = read({ tools: [tool] }).tools ?? []
    expect(spec).toMatchObject({ name: tool.name, description: expect.stringMatching(/\w/), parameters: { type: 'object' } })
    expect(Object.keys(Object(spec?.parameters['properties']))).toContain(tool.name === 'computer' ? 'action' : 'command')
  })

  test.each(typed)('reach the vendor as they came: $type', (tool) => {
    expect(anthropicMessages.writeRequest(read({ tools: [tool] }))['tools']).toEqual([tool])
  })
})

describe('tools that the vendor runs', () => {
  const search = { type: 'web_search_20250305', name: 'web_search', max_uses: 3 }

  test('are left out, and named', () => {
    const request = read({ tools: [search] })
    expect(request.tools).toBeUndefined()
    expect(request.extras?.lost).toEqual(['tools.web_search_20250305'])
  })

  test('are refused by name where one must be called', () => {
    expect(() => read({ tools: [search], tool_choice: { type: 'tool', name: 'web_search' } })).toThrow('`web_search`')
  })
})

describe('deferred tools', () => {
  const tools = [
    { name: 'search_tools', input_schema: { type: 'object' } },
    { name: 'send_mail', input_schema: { type: 'object' }, defer_loading: true },
  ]
  const found = [
    user,
    { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'search_tools', input: {} }] },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 't1', content: [{ type: 'tool_reference', tool_name: 'send_mail' }] }],
    },
  ]

  test('are deferred until a result refers to them', () => {
    expect(read({ tools }).tools).toMatchObject([{ name: 'search_tools' }, { name: 'send_mail', deferred: true }])
    expect(read({ tools, messages: found }).tools?.[1]).not.toHaveProperty('deferred')
  })

  test('and their references reach the vendor as they came', () => {
    const written = anthropicMessages.writeRequest(read({ tools, messages: found }))
    expect(written['tools']).toMatchObject(tools)
    expect(JSON.stringify(written['messages'])).toContain('[{"type":"tool_reference","tool_name":"send_mail"}]')
  })
})
