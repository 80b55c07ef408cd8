import { isJsonObject } from '@parley/dialects'
import { describe, expect, test } from 'vitest'
import { asked, askedMessages, callsIn, chat, list, says, startLab } from '../../testing/lab.ts'

startLab()

describe('003: tools of the page with a person in the loop', () => {
  const TOOLS = {
    'create-record': {
      description: '创建计件记录',
      parameters: { type: 'object', properties: { orderName: { type: 'string' }, amount: { type: 'number' } } },
    },
  }
  const question = { id: 'u1', role: 'user', parts: [{ type: 'text', text: '给订单 A 记 5 件' }] }
  const INPUT = { orderName: 'A', amount: 5 }
  const native = {
    tool_calls: [{ index: 0, id: 'c1', type: 'function', function: { name: 'create-record', arguments: JSON.stringify(INPUT) } }],
  }

  test.each([
    ['as a whole', { tools: TOOLS }],
    ['one by one', TOOLS],
  ])('forwarded %s, the tool is called, confirmed in the page, and answered', async (_, tools) => {
    says(native, '已创建。')
    const first = await chat([question], { model: 'gpt-4' }, { tools })
    expect(callsIn(first)).toMatchObject([{ type: 'tool-create-record', state: 'input-available', input: INPUT }])
    const confirmed = { ...callsIn(first)[0], state: 'output-available', output: { success: true } }
    const second = await chat([question, { id: 'a1', role: 'assistant', parts: [confirmed] }], { model: 'gpt-4' }, { tools })
    expect(second['content']).toBe('已创建。')
    expect(askedMessages().at(-1)).toMatchObject({ role: 'tool', content: '{"success":true}' })
  })

  test('a tool may itself be named tools', async () => {
    says('…')
    await chat([question], { model: 'gpt-4' }, { tools: { tools: { description: 'Lists', parameters: { type: 'object' } } } })
    expect(list(asked()['tools']).map(({ function: tool }) => isJsonObject(tool) && tool['name'])).toEqual(['tools', 'get_stats'])
  })

  test('a tool of the server runs there in the same turn, beside those of the page', async () => {
    says(
      { tool_calls: [{ index: 0, id: 'c1', type: 'function', function: { name: 'get_stats', arguments: '{}' } }] },
      '共 7 条。',
    )
    const answer = await chat([question], { model: 'gpt-4' }, { tools: { tools: TOOLS } })
    expect(answer['content']).toBe('共 7 条。')
    expect(callsIn(answer)).toMatchObject([{ state: 'output-available', output: { records: 7 } }])
  })
})
