import { isJsonObject } from '@parley/dialects'
import { describe, expect, test } from 'vitest'
import { asked, askedMessages, assistant, callsIn, chat, list, says, startLab, systemPrompt, user } from '../../testing/lab.ts'

startLab()

describe('002: XML inside, the wire as it comes', () => {
  const HISTORY = [
    user('读一下'),
    assistant('<tool name="read_file">\n<param name="path">README.md</param>\n</tool>'),
    { role: 'tool', content: '<tool_result name="read_file" status="success"><content># Parley</content></tool_result>' },
  ]

  test('enableToolCall: false sends no tools, keeps the list in the prompt, and reads XML', async () => {
    says('<tool name="read_file">\n<param name="path">README.md</param>\n</tool>')
    const answer = await chat(HISTORY.slice(0, 1), { enabledTools: ['vfs'], enableToolCall: false, toolParadigm: 'xml' })
    expect(asked()).not.toHaveProperty('tools')
    expect(asked()).not.toHaveProperty('tool_choice')
    expect(systemPrompt()).toContain('#### Tool: read_file')
    expect(callsIn(answer)).toMatchObject([{ type: 'tool-read_file', input: { path: 'README.md' } }])
  })

  test('enableToolCall: true turns the XML history into native calls and their results', async () => {
    says('It says Parley.')
    await chat(HISTORY, { enabledTools: ['vfs'], enableToolCall: true })
    expect(asked()).toMatchObject({ tool_choice: 'auto' })
    expect(list(asked()['tools']).map(({ function: tool }) => isJsonObject(tool) && tool['name'])).toContain('read_file')
    expect(systemPrompt()).not.toContain('TOOL_USE_PROTOCOL')
    expect(askedMessages().slice(-2)).toMatchObject([
      { role: 'assistant', tool_calls: [{ id: 'call_1', function: { name: 'read_file', arguments: '{"path":"README.md"}' } }] },
      { role: 'tool', tool_call_id: 'call_1', content: '# Parley' },
    ])
  })

  test('enableToolCall: true without tools is ordinary chat', async () => {
    says('Hi.')
    const answer = await chat([user('hi')], { enableToolCall: true }, {})
    expect(answer['content']).toBe('Hi.')
  })

  test('a result with status="error" is told as an error', async () => {
    says('Sorry.')
    const failed = {
      role: 'tool',
      content: '<tool_result name="read_file" status="error"><content>No such file.</content></tool_result>',
    }
    await chat([...HISTORY.slice(0, 2), failed], { enabledTools: ['vfs'], toolParadigm: 'xml' })
    expect(askedMessages().at(-1)?.['content']).toBe(
      '<tool_result name="read_file" status="error"><error>No such file.</error></tool_result>',
    )
  })
})
