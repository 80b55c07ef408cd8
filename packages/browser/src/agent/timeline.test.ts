import type { Message, ToolResult } from '@parley/dialects'
import { expect, test } from 'vitest'
import { timelineOf } from './timeline.ts'

const text = (words: string) => ({ type: 'text', text: words }) as const
const result = (callId: string, outcome: ToolResult['outcome'], words: string): ToolResult => ({
  type: 'tool-result',
  callId,
  name: 'run',
  outcome,
  content: [text(words)],
})
const call = (id: string) => ({ type: 'tool-call', id, name: 'run', input: { id } }) as const

const question: Message = { role: 'user', id: 'u', parts: [text('What is it?')] }
const answer: Message = { role: 'assistant', id: 'a', parts: [text('Let me look.'), call('c1'), call('c2'), call('c3')] }
const results: readonly Message[] = [
  { role: 'tool', id: 'a-results', parts: [result('c1', 'ok', 'seven')] },
  { role: 'tool', id: 'a-results', parts: [result('c2', 'denied', 'not now'), result('c3', 'error', 'it broke')] },
]
const last: Message = { role: 'assistant', id: 'b', parts: [text('It is seven. '.repeat(20))] }
const messages = [question, answer, ...results, last]

test('results that came one by one are one step, and each step has the checkpoint taken after it', () => {
  const checkpoints = [
    { id: 'p3', at: 30, messages: 3 },
    { id: 'p2', at: 20, messages: 2 },
  ]
  const steps = timelineOf({ messages, checkpoints })
  expect(steps.map(({ kind, checkpoint }) => [kind, checkpoint?.id])).toEqual([
    ['question', undefined],
    ['calls', 'p2'],
    ['results', 'p3'],
    ['answer', undefined],
  ])
  expect(steps[1]).toMatchObject({ text: 'Let me look.', calls: [{ key: 'a#1' }, { key: 'a#2' }, { key: 'a#3' }] })
  expect(steps[3]?.text).toHaveLength(140)
})
