import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../canonical/json.ts'
import type { SpokenPart } from '../../canonical/part.ts'
import type { StreamEvent } from '../../canonical/stream-event.ts'
import { openaiResponses } from './openai-responses.ts'

const read = (more: object) => openaiResponses.readRequest({ model: 'm', input: 'hi', ...more })
const grammar = { type: 'grammar', syntax: 'lark', definition: 'start: "*** Begin Patch" LF' }
const patch = { type: 'custom', name: 'apply_patch', description: 'Edits files.', format: grammar }
const mail = { type: 'function', name: 'send', description: 'Sends.', strict: false, parameters: { type: 'object' } }
const tools = [
  { ...mail, name: 'exec_command' },
  patch,
  { type: 'namespace', name: 'mail', description: 'Mail.', tools: [mail, { ...patch, name: 'draft' }] },
  { type: 'tool_search', execution: 'client', description: 'Finds tools.', parameters: { type: 'object' } },
]

const call = (name: string, input: JsonObject): SpokenPart => ({ type: 'tool-call', id: 'c1', name, input })
const events = (value: SpokenPart): readonly StreamEvent[] => [
  { type: 'message-start', messageId: 'x', model: 'm' },
  { type: 'part-end', part: 0, value },
  { type: 'message-end', reason: 'calls' },
]
const context = () => {
  const { tools: known = [] } = read({ tools })
  return { id: 'r', model: 'm', created: 1, tools: known }
}

describe('the tools of Codex', () => {
  test('are flattened, and a freeform one has one parameter and its grammar in words', () => {
    const request = read({ tools })
    expect(request.tools?.map(({ name }) => name)).toEqual([
      'exec_command',
      'apply_patch',
      'mail__send',
      'mail__draft',
      'tool_search',
    ])
    expect(request.tools?.[1]).toMatchObject({
      description: expect.stringContaining('*** Begin Patch'),
      parameters: { properties: { input: { type: 'string' } }, required: ['input'] },
    })
  })

  test.each([
    [
      'a function',
      call('exec_command', { cmd: 'ls' }),
      { type: 'function_call', name: 'exec_command', arguments: '{"cmd":"ls"}' },
    ],
    ['in a namespace', call('mail__send', {}), { type: 'function_call', name: 'send', namespace: 'mail', arguments: '{}' }],
    [
      'a freeform one',
      call('apply_patch', { input: '*** "x"\n' }),
      { type: 'custom_tool_call', name: 'apply_patch', input: '*** "x"\n' },
    ],
    [
      'a freeform one in a namespace',
      call('mail__draft', { input: 'a' }),
      { type: 'custom_tool_call', name: 'draft', namespace: 'mail', input: 'a' },
    ],
    [
      'the search',
      call('tool_search', { query: 'q' }),
      { type: 'tool_search_call', execution: 'client', arguments: { query: 'q' } },
    ],
  ])('%s comes back as the client knows it, whole and in a stream', (_, value, item) => {
    const expected = { ...item, call_id: 'c1', status: 'completed' }
    expect(openaiResponses.writeAnswer(events(value), context())['output']).toMatchObject([expected])
    const stream = openaiResponses.createWriter(context()).push(events(value))
    const done = /event: response\.output_item\.done\ndata: (.*)\n/.exec(stream)?.[1] ?? '{}'
    expect(JSON.parse(done)).toMatchObject({ item: expected })
    if (item.type === 'custom_tool_call') {
      expect(stream).toContain('event: response.custom_tool_call_input.delta')
      expect(stream).toContain('event: response.custom_tool_call_input.done')
      expect(stream).not.toContain('function_call_arguments')
    }
  })

  test('a freeform call that broke off cannot be run: it is told as words', () => {
    const broken = { type: 'broken-call', id: 'c1', name: 'apply_patch', source: '<half>', problem: 'It broke off.' } as const
    const writer = openaiResponses.createWriter(context())
    const stream = writer.push([
      { type: 'message-start', messageId: 'x', model: 'm' },
      { type: 'part-start', part: 0, kind: 'tool-call', callId: 'c1', name: 'apply_patch' },
      { type: 'part-delta', part: 0, text: '{"input":"*** Begin' },
      { type: 'part-end', part: 0, value: broken },
      { type: 'message-end', reason: 'done' },
    ])
    expect(stream).not.toContain('custom_tool_call')
    expect(stream).toContain('<half>')
  })

  test('are found again in the history', () => {
    const { messages } = read({
      tools,
      input: [
        { type: 'custom_tool_call', call_id: 'c1', name: 'apply_patch', input: 'a patch' },
        { type: 'custom_tool_call_output', call_id: 'c1', output: 'Done' },
        { type: 'function_call', call_id: 'c2', name: 'send', namespace: 'mail', arguments: '{}' },
        { type: 'function_call_output', call_id: 'c2', output: 'sent' },
      ],
    })
    expect(messages).toMatchObject([
      { role: 'assistant', parts: [{ name: 'apply_patch', input: { input: 'a patch' } }] },
      { role: 'tool', parts: [{ name: 'apply_patch', content: [{ text: 'Done' }] }] },
      { role: 'assistant', parts: [{ name: 'mail__send' }] },
      { role: 'tool', parts: [{ name: 'mail__send' }] },
    ])
  })

  test('that are deferred are told once a search has found them', () => {
    const deferred = { ...mail, defer_loading: true }
    expect(read({ tools: [deferred] }).tools).toMatchObject([{ name: 'send', deferred: true }])
    const later = read({
      tools: [deferred],
      input: [
        { type: 'tool_search_call', call_id: 'c1', execution: 'client', arguments: { query: 'mail' } },
        { type: 'tool_search_output', call_id: 'c1', execution: 'client', status: 'completed', tools: [deferred] },
      ],
    })
    expect(later.tools).toHaveLength(1)
    expect(later.tools?.[0]).not.toHaveProperty('deferred')
    expect(later.messages).toMatchObject([
      { role: 'assistant' },
      { role: 'tool', parts: [{ content: [{ text: expect.stringContaining('send') }] }] },
    ])
  })
})

describe('tools that the vendor runs', () => {
  const hosted = [{ type: 'web_search' }, { type: 'image_generation' }, mail]

  test('are left out, and named', () => {
    const request = read({ tools: hosted })
    expect(request.tools?.map(({ name }) => name)).toEqual(['send'])
    expect(request.extras?.lost).toEqual(['tools.web_search', 'tools.image_generation'])
  })

  test('are refused by name where one must be called', () => {
    expect(() => read({ tools: hosted, tool_choice: { type: 'web_search' } })).toThrow('`web_search`')
  })

  test('are passed over in a list of allowed ones', () => {
    const allowed = {
      type: 'allowed_tools',
      mode: 'auto',
      tools: [{ type: 'web_search' }, { type: 'custom', name: 'apply_patch' }],
    }
    expect(read({ tools: [...hosted, patch], tool_choice: allowed }).tools?.map(({ name }) => name)).toEqual(['apply_patch'])
  })
})

const named = (...names: readonly string[]) => names.map((name) => ({ ...mail, name }))

/** As Codex 0.166 sends them, by the model's name; their words and schemas are left out. */
describe('a recorded request of Codex', () => {
  const agents = named('followup_task', 'spawn_agent', 'wait_agent')
  const own = ['exec_command', 'write_stdin', 'request_user_input', 'view_image', 'get_goal', 'create_goal', 'update_goal']
  const said = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hello' }] }
  const more = {
    tool_choice: 'auto',
    parallel_tool_calls: true,
    store: false,
    include: ['reasoning.encrypted_content'],
    prompt_cache_key: 'k',
    client_metadata: { session_id: 's' },
  }

  test('for a model that nobody knows: namespaces beside functions', () => {
    const many = { type: 'namespace', name: 'multi_agent_v1', description: 'Agents.', tools: named('close_agent', 'spawn_agent') }
    const request = read({
      ...more,
      input: [said],
      tools: [...named(...own), many, { type: 'web_search', external_web_access: false }],
    })
    expect(request.tools?.map(({ name }) => name)).toEqual([...own, 'multi_agent_v1__close_agent', 'multi_agent_v1__spawn_agent'])
    expect(request.extras?.lost).toEqual(['tools.web_search'])
  })

  test('for a model that it knows: a freeform tool and a search', () => {
    const search = { type: 'tool_search', execution: 'client', description: 'Finds.', parameters: { type: 'object' } }
    const request = read({ ...more, input: [said], tools: [...named(...own), patch, search] })
    expect(request.tools?.map(({ name }) => name)).toEqual([...own, 'apply_patch', 'tool_search'])
  })

  test('for a newer one: all tools come as an item of the input, in namespaces', () => {
    const functions = {
      type: 'namespace',
      name: 'functions',
      description: '',
      tools: [{ ...patch, name: 'exec' }, ...named('wait')],
    }
    const collaboration = { type: 'namespace', name: 'collaboration', description: 'Agents.', tools: agents }
    const item = { type: 'additional_tools', role: 'developer', tools: [functions, collaboration] }
    const request = read({ ...more, input: [item, { ...said, role: 'developer' }, said] })
    expect(request.messages.map(({ role }) => role)).toEqual(['system', 'user'])
    expect(request.tools).toMatchObject([
      { name: 'exec', known: { name: 'exec', namespace: 'functions', kind: 'freeform' } },
      { name: 'wait', known: { name: 'wait', namespace: 'functions' } },
      { name: 'collaboration__followup_task' },
      { name: 'collaboration__spawn_agent' },
      { name: 'collaboration__wait_agent' },
    ])
  })
})
