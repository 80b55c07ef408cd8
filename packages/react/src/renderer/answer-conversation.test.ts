import { createExecutor, defineTool } from '@parley/browser'
import type { ToolResult } from '@parley/dialects'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openAnswerConversation } from './answer-conversation.ts'

const double = defineTool({
  name: 'double',
  description: 'Doubles a number.',
  parameters: z.object({ value: z.number() }),
  effects: () => [{ kind: 'run-code' }],
  preview: ({ value }) => ({ sentence: `Double ${value}` }),
  execute: async ({ value }) => value * 2,
})

const call = { type: 'tool-call', id: 'call_1', name: 'double', input: { value: 21 } } as const

const open = async (onResult: (result: ToolResult) => void) => {
  const conversation = await openAnswerConversation({
    message: { role: 'assistant', id: 'm1', parts: [{ type: 'text', text: 'Doubling.' }, call] },
    executor: createExecutor([double]),
    onResult,
  })
  await conversation.whenIdle()
  const [shown] = conversation.getSnapshot().calls.values()
  if (!shown || shown.stage === 'streaming') throw new Error('There is no call.')
  return { conversation, shown }
}

describe('openAnswerConversation', () => {
  it('asks before it runs, and hands the result to the app once', async () => {
    const results: ToolResult[] = []
    const { conversation, shown } = await open((result) => results.push(result))
    expect(shown.stage).toBe('awaiting')
    expect(results).toEqual([])
    expect(await conversation.decide(shown.key, { kind: 'allow', hash: shown.record.hash })).toEqual({ ok: true })
    await conversation.whenIdle()
    expect(results).toMatchObject([{ callId: 'call_1', outcome: 'ok', data: 42 }])
    conversation.close()
  })
  it('tells the app of a rejection in the words for the model', async () => {
    const results: ToolResult[] = []
    const { conversation, shown } = await open((result) => results.push(result))
    await conversation.decide(shown.key, { kind: 'reject', reason: 'Too large' })
    await conversation.whenIdle()
    expect(results).toHaveLength(1)
    expect(results[0]?.outcome).toBe('denied')
    expect(JSON.stringify(results[0]?.content)).toContain('Too large')
    conversation.close()
  })
})
