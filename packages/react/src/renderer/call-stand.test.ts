import { createExecutor, defineTool } from '@parley/browser'
import type { ToolResult } from '@parley/dialects'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openCallStand } from './call-stand.ts'

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
  const stand = await openCallStand({
    message: { role: 'assistant', id: 'm1', parts: [{ type: 'text', text: 'Doubling.' }, call] },
    executor: createExecutor([double]),
    onResult,
  })
  await stand.whenIdle()
  const [shown] = stand.getSnapshot().calls.values()
  if (!shown || shown.stage === 'streaming') throw new Error('There is no call.')
  return { stand, shown }
}

describe('openCallStand', () => {
  it('asks before it runs, and hands the result to the app once', async () => {
    const results: ToolResult[] = []
    const { stand, shown } = await open((result) => results.push(result))
    expect(shown.stage).toBe('awaiting')
    expect(results).toEqual([])
    expect(await stand.decide(shown.key, { kind: 'allow', hash: shown.record.hash })).toEqual({ ok: true })
    await stand.whenIdle()
    expect(results).toMatchObject([{ callId: 'call_1', outcome: 'ok', data: 42 }])
    stand.close()
  })
  it('tells the app of a rejection in the words for the model', async () => {
    const results: ToolResult[] = []
    const { stand, shown } = await open((result) => results.push(result))
    await stand.decide(shown.key, { kind: 'reject', reason: 'Too large' })
    await stand.whenIdle()
    expect(results).toHaveLength(1)
    expect(results[0]?.outcome).toBe('denied')
    expect(JSON.stringify(results[0]?.content)).toContain('Too large')
    stand.close()
  })
})
