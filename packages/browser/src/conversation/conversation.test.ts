import type { ChatRequest, Respond, SpokenPart, StreamEvent } from '@parley/dialects'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { housePolicy } from '../approval/policy.ts'
import { defineTool } from '../tools/define-tool.ts'
import { createExecutor } from '../tools/executor.ts'
import { memoryBook } from './book.ts'
import { openConversation } from './conversation.ts'
import type { Conversation } from './conversation-contract.ts'
import type { ConversationOptions } from './conversation-options.ts'
import type { KnownCall } from './thread-state.ts'

test('a call waits for the user, runs once, and its result starts the next request', async () => {
  const { conversation, requests, runs } = await open([[call('double', { n: 21 })], [text('It is 42.')]])
  await conversation.send('Double 21')
  await until(conversation, () => conversation.getSnapshot().status.kind === 'waiting')
  expect(runs).toEqual([])
  const waiting = onlyCall(conversation)
  expect(waiting).toMatchObject({ stage: 'awaiting', preview: { sentence: 'Double 21' } })

  expect(await conversation.decide(waiting.key, { kind: 'allow', hash: waiting.record.hash })).toEqual({ ok: true })
  await until(
    conversation,
    () => conversation.getSnapshot().status.kind === 'idle' && conversation.getSnapshot().messages.length === 3,
  )
  expect(runs).toEqual([21])
  expect(onlyCall(conversation)).toMatchObject({ stage: 'succeeded', record: { result: { data: 42 } } })
  expect(requests[1]?.messages.at(-1)).toMatchObject({ role: 'tool', parts: [{ callId: 'call_1', data: 42 }] })
  expect(conversation.getSnapshot().messages.at(-1)).toMatchObject({ parts: [{ type: 'text', text: 'It is 42.' }] })
})

function text(value: string): SpokenPart {
  return { type: 'text', text: value }
}

function call(name: string, input: Record<string, number>): SpokenPart {
  return { type: 'tool-call', id: 'call_1', name, input }
}

function onlyCall(conversation: Conversation): KnownCall {
  const [found] = conversation.getSnapshot().calls.values()
  if (!found || found.stage === 'streaming') throw new Error('no known call')
  return found
}

async function open(answers: readonly (readonly SpokenPart[])[], more: Partial<ConversationOptions> = {}) {
  const requests: ChatRequest[] = []
  const runs: number[] = []
  const respond: Respond = async function* (request) {
    const parts = answers[requests.length] ?? [text('…')]
    requests.push(request)
    yield [{ type: 'message-start', messageId: 'vendor', model: request.model }]
    yield parts.flatMap((value, part): StreamEvent[] => [
      value.type === 'tool-call'
        ? { type: 'part-start', part, kind: 'tool-call', callId: value.id, name: value.name }
        : { type: 'part-start', part, kind: 'text' },
      {
        type: 'part-delta',
        part,
        text: value.type === 'tool-call' ? JSON.stringify(value.input) : 'text' in value ? value.text : '',
      },
      { type: 'part-end', part, value },
    ])
    yield [{ type: 'message-end', reason: 'done' }]
  }
  const double = defineTool({
    name: 'double',
    description: 'Doubles a number.',
    parameters: z.object({ n: z.number() }),
    effects: [{ kind: 'run-code' }],
    preview: ({ n }) => `Double ${n}`,
    execute: ({ n }) => {
      runs.push(n)
      return n * 2
    },
  })
  const conversation = await openConversation({
    threadId: 'thread',
    book: memoryBook(),
    respond,
    executor: () => createExecutor([double]),
    policy: housePolicy(),
    request: () => ({ model: 'demo' }),
    onError: (error) => {
      throw error
    },
    ...more,
  })
  return { conversation, requests, runs }
}

function until(conversation: Conversation, isReached: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!isReached()) return
      unsubscribe()
      resolve()
    }
    const unsubscribe = conversation.subscribe(check)
    check()
  })
}
