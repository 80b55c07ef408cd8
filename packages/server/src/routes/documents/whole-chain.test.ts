import { describe, expect, test } from 'vitest'
import { askedMessages, assistant, callsIn, chat, says, startLab, strict, systemPrompt, user } from '../../testing/lab.ts'

startLab()

describe('004: the whole chain', () => {
  test('enabledTools and toolParadigm of each request decide what the model is taught', async () => {
    says('…', '…')
    await chat([user('hi')], { enabledTools: ['browser_js', 'vfs'], toolParadigm: 'XML_Tag' })
    for (const name of ['browser_js_eval', 'list_directory', 'read_file', 'write_file'])
      expect(systemPrompt()).toContain(`#### Tool: ${name}`)
    await chat([user('hi')], { systemPrompt: '你是助手。' })
    expect(systemPrompt()).toMatch(/^你是助手。/)
    expect(systemPrompt()).not.toContain('browser_js_eval')
  })

  test('code with every kind of quote and tag survives the way there and back', async () => {
    const content = 'export const a = `</tool_code> "\'\\n ${1}` // {"tool_calls": []}\n<tool_result>x</tool_result>'
    const call = `<tool_code> ${JSON.stringify({ name: 'write_file', arguments: { path: '/a.ts', content } })} </tool_code>`
    says(`想一想。\n${call}`, '好了。')
    const config = { enabledTools: ['vfs'], toolParadigm: 'XML_Tag' }
    expect(callsIn(await chat([user('写')], config))).toMatchObject([{ input: { path: '/a.ts', content } }])
    const result = user('{"tool_call_result": {"toolCallId": "call_1", "result": "Success"}}')
    await chat([user('写'), assistant(call), result], config)
    const [said, told] = askedMessages().slice(-2)
    const [, json = ''] = /^<tool_code>\n([^]*)\n<\/tool_code>$/.exec(String(said?.['content'])) ?? []
    expect(JSON.parse(json)).toEqual({ name: 'write_file', arguments: { path: '/a.ts', content } })
    expect(told?.['content']).toBe('<tool_result><id>call_1</id><content>Success</content></tool_result>')
  })

  test('auto reads a call in whatever dialect the model falls into', async () => {
    for (const said of [
      '<tool_code>{"name": "read_file", "arguments": {"path": "/a"}}</tool_code>',
      '<tool name="read_file"><param name="path">/a</param></tool>',
      strict(['c', 'read_file', { path: '/a' }]),
    ]) {
      says(said)
      const answer = await chat([user('读')], { enabledTools: ['vfs'], toolParadigm: 'auto' })
      expect(callsIn(answer)).toMatchObject([{ type: 'tool-read_file', input: { path: '/a' } }])
    }
  })
})
