import { describe, expect, test } from 'vitest'
import { askedMessages, assistant, callsIn, chat, says, startLab, strict, systemPrompt, user } from '../../testing/lab.ts'

startLab()

const strictResult = (id: string, value: unknown) => user(JSON.stringify({ tool_call_result: { toolCallId: id, result: value } }))
const taggedResult = (id: string | undefined, text: string) =>
  user(`<tool_result><id>${id}</id><content>${text}</content></tool_result>`)
const taggedCall = (path: string) => `<tool_code>{"name": "read_file", "arguments": {"path": "${path}"}}</tool_code>`

describe('000: the user-mediated tool loop', () => {
  const QUESTION = user('计算 1000 以内的所有素数之和。')
  const CODE = '(function sumPrimes(limit) { return 76127 })(1000);'
  const CALL = `我将使用浏览器执行工具来计算 1000 以内的所有素数之和。\n\n${strict(['call_1', 'browser_js_eval', { code: CODE }])}`
  const RESULT = user('{\n   "tool_call_result": {\n      "toolCallId": "call_1",\n      "result": 76127\n   }\n}')

  test('the model is taught the protocol, its call comes back as a call, and its result is answered', async () => {
    says(CALL, '计算完成。1000 以内的所有素数之和为 76127。')
    const first = await chat([QUESTION], { enabledTools: ['browser_js'] })
    expect(systemPrompt()).toContain('### TOOL_PROTOCOL: Browser Execution')
    expect(systemPrompt()).toContain('### TOOL_USE_PROTOCOL')
    expect(systemPrompt()).toContain('#### Available Tool: browser_js_eval')
    expect(callsIn(first)).toMatchObject([{ type: 'tool-browser_js_eval', toolCallId: 'call_1', input: { code: CODE } }])
    const second = await chat([QUESTION, assistant(CALL), RESULT], { enabledTools: ['browser_js'] })
    expect(second['content']).toBe('计算完成。1000 以内的所有素数之和为 76127。')
    expect(JSON.parse(String(askedMessages().at(-1)?.['content']))).toEqual({
      tool_call_result: { toolCallId: 'call_1', result: 76127 },
    })
  })

  test('three calls of one answer are run in any order, with a word in between, and none is swapped or cancelled', async () => {
    says('好的。')
    const calls = strict(
      ['call_1', 'read_file', { path: '/a' }],
      ['call_2', 'read_file', { path: '/b' }],
      ['call_3', 'list_directory', { path: '/' }],
    )
    const history = [
      user('读三个'),
      assistant(calls),
      strictResult('call_3', ['a', 'b']),
      user('等一下'),
      strictResult('call_2', 'B'),
      strictResult('call_1', 'A'),
    ]
    for (const toolParadigm of ['JSON_Strict', 'native']) {
      await chat(history, { enabledTools: ['vfs'], toolParadigm })
      const sent = JSON.stringify(askedMessages())
      expect(sent).not.toContain('\u200b')
      expect(sent).not.toContain('cancelled')
      expect(sent).toContain('等一下')
    }
    expect(askedMessages().filter(({ role }) => role === 'tool')).toMatchObject([
      { tool_call_id: 'call_1', content: 'A' },
      { tool_call_id: 'call_2', content: 'B' },
      { tool_call_id: 'call_3', content: '["a","b"]' },
    ])
  })

  test('XML_Tag: both forms of a call, and the result under the name of its tool', async () => {
    const forms = [
      `<tool_code>\nbrowser_js_eval(code="(function() { return 76127 })()")\n</tool_code>`,
      '<tool_code>\n{\n  "name": "browser_js_eval",\n  "arguments": {"code": "(function() { return 76127 })()"}\n}\n</tool_code>',
    ]
    for (const form of forms) {
      says(form, '是 76127。')
      const config = { enabledTools: ['browser_js'], toolParadigm: 'XML_Tag' }
      const first = await chat([QUESTION], config)
      expect(systemPrompt()).toContain('You can invoke tools by wrapping your request in `<tool_code>` tags.')
      expect(callsIn(first)).toMatchObject([{ input: { code: '(function() { return 76127 })()' } }])
      const result = '<tool_result>\n  <id>browser_js_eval_result</id>\n  <content>\n    76127\n  </content>\n</tool_result>'
      await chat([QUESTION, assistant(form), user(result)], config)
      expect(askedMessages().at(-1)).toEqual({
        role: 'user',
        content: '<tool_result><id>call_1</id><content>76127</content></tool_result>',
      })
    }
  })

  test('XML_Tag has no room for ids in a call: those that the server gave are understood in any order', async () => {
    const said = `${taggedCall('/a')}\n${taggedCall('/b')}`
    const config = { enabledTools: ['vfs'], toolParadigm: 'XML_Tag' }
    says(said, '…')
    const [first, second] = callsIn(await chat([user('读')], config)).map(({ toolCallId }) => String(toolCallId))
    await chat([user('读'), assistant(said), taggedResult(second, 'of b'), taggedResult(first, 'of a')], config)
    expect(askedMessages().at(-1)?.['content']).toBe(
      '<tool_result><id>call_1</id><content>of a</content></tool_result>\n<tool_result><id>call_2</id><content>of b</content></tool_result>',
    )
    await chat([user('读'), assistant(said), taggedResult(second, 'of b')], { ...config, enableToolCall: true })
    expect(askedMessages().filter(({ role }) => role === 'tool')).toMatchObject([
      { tool_call_id: 'call_1', content: expect.stringContaining('cancelled') },
      { tool_call_id: 'call_2', content: 'of b' },
    ])
  })

  test('what cannot be read in <tool_code> is told, never shown as if nothing had been called', async () => {
    says('<tool_code>let me run it</tool_code>')
    const answer = await chat([QUESTION], { enabledTools: ['browser_js'], toolParadigm: 'XML_Tag' })
    expect(callsIn(answer)).toMatchObject([{ state: 'output-error', errorText: expect.stringContaining('could not be read') }])
    expect(answer['content']).toBe('')
  })
})
