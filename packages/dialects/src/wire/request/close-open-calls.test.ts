import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../canonical/json.ts'
import type { Message } from '../../canonical/message.ts'
import type { SpokenPart, ToolResult } from '../../canonical/part.ts'
import { growth, PROPORTIONAL } from '../../testing/growth.ts'
import { anthropicMessages } from '../anthropic-messages/anthropic-messages.ts'
import { geminiGenerate } from '../gemini-generate/gemini-generate.ts'
import { openaiChat } from '../openai-chat/openai-chat.ts'
import { openaiResponses } from '../openai-responses/openai-responses.ts'
import type { WireFormat } from '../wire-format.ts'
import { closeOpenCalls } from './close-open-calls.ts'
import { rewriteCallIds } from './vendor-names.ts'

const call = (id: string, name = 'read'): SpokenPart => ({ type: 'tool-call', id, name, input: {} })
const result = (callId: string, text: string, name = 'read'): ToolResult => ({
  type: 'tool-result',
  callId,
  name,
  outcome: 'ok',
  content: [{ type: 'text', text }],
})
const said = (id: string, ...parts: SpokenPart[]): Message => ({ role: 'assistant', id, parts })
const tools = (id: string, ...parts: ToolResult[]): Message => ({ role: 'tool', id, parts })
const asked = (id: string, text: string): Message => ({ role: 'user', id, parts: [{ type: 'text', text }] })

const outline = (messages: readonly Message[]) =>
  messages.map((message) => [
    message.role,
    ...message.parts.map((part) => {
      if (part.type === 'tool-result')
        return `${part.callId}:${part.outcome}:${part.content.map((piece) => ('text' in piece ? piece.text : '')).join()}`
      return part.type === 'tool-call' ? `call ${part.id}` : 'text' in part ? part.text : part.type
    }),
  ])

describe('closeOpenCalls', () => {
  it('leaves an answered history as it is', () => {
    const history = [asked('1', 'go'), said('2', call('a'), call('b')), tools('2:results', result('a', 'A'), result('b', 'B'))]
    expect(closeOpenCalls(history)).toEqual(history)
  })

  it('closes a call that nobody answered as cancelled, also the last one', () => {
    expect(
      outline(
        closeOpenCalls([said('1', call('a'), call('b')), tools('2', result('b', 'B')), asked('3', 'on'), said('4', call('c'))]),
      ),
    ).toEqual([
      ['assistant', 'call a', 'call b'],
      ['tool', 'a:cancelled:The call was cancelled before it ran.', 'b:ok:B'],
      ['user', 'on'],
      ['assistant', 'call c'],
      ['tool', 'c:cancelled:The call was cancelled before it ran.'],
    ])
  })

  it('moves an answer that came late up to its call', () => {
    expect(outline(closeOpenCalls([said('1', call('a')), asked('2', 'wait'), tools('3', result('a', 'A'))]))).toEqual([
      ['assistant', 'call a'],
      ['tool', 'a:ok:A'],
      ['user', 'wait'],
    ])
  })

  it('leaves a note where an answer came after the model had spoken again, so that it is asked and not continued', () => {
    const history = [said('1', call('a'), call('b')), tools('2', result('a', 'A')), said('3', { type: 'text', text: 'Waiting.' })]
    expect(outline(closeOpenCalls([...history, tools('4', result('b', 'B'))]))).toEqual([
      ['assistant', 'call a', 'call b'],
      ['tool', 'a:ok:A', 'b:ok:B'],
      ['assistant', 'Waiting.'],
      ['user', 'The result of read has come in. It stands above, with its call.'],
    ])
  })

  it('gives a result to the latest call of its id, not to an older one that was never answered', () => {
    const history = [
      said('1', call('call_1')),
      asked('2', 'again'),
      said('3', call('call_1')),
      tools('4', result('call_1', 'new')),
    ]
    expect(outline(closeOpenCalls(history))).toEqual([
      ['assistant', 'call call_1'],
      ['tool', 'call_1:cancelled:The call was cancelled before it ran.'],
      ['user', 'again'],
      ['assistant', 'call call_1'],
      ['tool', 'call_1:ok:new'],
    ])
  })

  it('tells two calls with one id in one message apart by name', () => {
    const history = [
      said('1', call('x', 'read'), call('x', 'list')),
      tools('2', result('x', 'L', 'list'), result('x', 'R', 'read')),
    ]
    expect(outline(closeOpenCalls(history))[1]).toEqual(['tool', 'x:ok:R', 'x:ok:L'])
  })

  it('turns an answer without a call into prose', () => {
    expect(outline(closeOpenCalls([asked('1', 'go'), tools('2', result('gone', 'G'))]))).toEqual([
      ['user', 'go'],
      ['user', 'Result of read: G'],
    ])
  })

  it('turns a call that could not be read into what was written and what was wrong with it', () => {
    const broken: SpokenPart = {
      type: 'broken-call',
      id: 'b',
      name: 'read',
      source: '{"path":',
      problem: 'The arguments break off.',
    }
    expect(outline(closeOpenCalls([said('1', broken, call('a')), tools('2', result('a', 'A'))]))).toEqual([
      ['assistant', '{"path":', 'call a'],
      ['tool', 'a:ok:A'],
      ['user', 'The call was not run. The arguments break off.'],
    ])
    expect(outline(closeOpenCalls([said('1', broken), tools('2', result('b', 'Write it again.'))]))).toEqual([
      ['assistant', '{"path":'],
      ['user', 'Write it again.'],
    ])
  })
})

const times = <Value>(count: number, value: Value): readonly Value[] => Array.from({ length: count }, () => value)

/** As many messages, calls or words as one body can hold, all alike. */
const HOSTILE: readonly [WireFormat, (count: number) => JsonObject][] = [
  [openaiChat, (count) => ({ messages: times(count, { role: 'tool', tool_call_id: 'x', content: '' }) })],
  [openaiResponses, (count) => ({ input: times(count, { type: 'function_call_output', call_id: 'x', output: '' }) })],
  [
    anthropicMessages,
    (count) => ({ messages: times(2, { role: 'user', content: times(count * 4, { type: 'text', text: 'x' }) }) }),
  ],
  [
    geminiGenerate,
    (count) => ({
      contents: [
        { role: 'model', parts: times(count, { functionCall: { name: 'f' } }) },
        { parts: times(count, { functionResponse: { name: 'f', response: {} } }) },
      ],
    }),
  ],
]

const close = (count: number) => {
  const history = [
    said('1', ...times(count, 'x').map((id, index) => call(id, `t${index % 7}`))),
    tools('2', ...times(count, result('x', '', 'none'))),
  ]
  return rewriteCallIds(closeOpenCalls(history), { accepts: /^\w{1,20}$/, mint: (seed) => seed })
}

describe('a hostile history', { timeout: 60_000 }, () => {
  it('with one id for every call is closed in time that grows with its length', () => {
    expect(new Set(close(1000)[1]?.parts.map((part) => part.type === 'tool-result' && part.callId)).size).toBe(1000)
    expect(growth(close, 2000)).toBeLessThan(PROPORTIONAL)
  })

  it.each(HOSTILE)('is read and written in time that grows with its length: $0.id', (format, body) => {
    const pass = (count: number) => format.writeRequest(format.readRequest({ model: 'm', ...body(count) }))
    expect(growth(pass, 2000)).toBeLessThan(PROPORTIONAL)
  })
})
