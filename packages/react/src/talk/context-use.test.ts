import type { ThreadMessage } from '@parley/browser'
import { describe, expect, it } from 'vitest'
import { contextUse } from './context-use.ts'

const branch = { index: 0, ids: [] }
const said = (id: string, length: number): ThreadMessage => ({
  role: 'user',
  id,
  createdAt: 1,
  branch,
  parts: [{ type: 'text', text: 'x'.repeat(length) }],
})
const answer = (createdAt: number, inputTokens: number): ThreadMessage => ({
  role: 'assistant',
  id: `a${createdAt}`,
  createdAt,
  branch,
  model: 'm',
  parts: [],
  progress: 'whole',
  usage: { inputTokens, outputTokens: 100 },
})
const summary = { upTo: 'b', text: 'x'.repeat(40), model: 'm', createdAt: 5, hidden: ['a', 'b'] }

describe('how full the context is', () => {
  it('is what the model counted, or an estimate where it counts nothing', () => {
    expect(contextUse({ messages: [said('a', 400), answer(2, 900)] }, 2000)).toBe(0.5)
    expect(contextUse({ messages: [said('a', 400)] }, 1000)).toBe(0.1)
    expect(contextUse({ messages: [said('a', 400)] }, undefined)).toBeUndefined()
  })

  it('does not count what is summed up, nor believe a count from before', () => {
    const messages = [said('a', 4000), said('b', 4000), answer(2, 9000), said('c', 360)]
    expect(contextUse({ messages, summary }, 1000)).toBe(0.1)
    expect(contextUse({ messages: [...messages, answer(6, 200)], summary }, 1000)).toBe(0.3)
  })
})
