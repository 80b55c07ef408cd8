import { createExecutor, defineTool, memoryThreadStorage } from '@parley/browser'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { attendCall, type CallInterrupt, type StandShelf } from './attend-call.ts'

const written: string[] = []
const addNote = defineTool({
  name: 'add_note',
  description: 'Writes a note.',
  parameters: z.object({ text: z.string() }),
  effects: [{ kind: 'unknown' }],
  preview: ({ text }) => `Write “${text}”`,
  execute: ({ text }) => {
    written.push(text)
    return { written: text }
  },
})
const ask = defineTool({
  name: 'ask',
  description: 'Asks.',
  parameters: z.object({}),
  effects: [{ kind: 'ask-person' }],
  execute: async (_, { human }) => ({ said: await human('Well?') }),
})
const options = { executor: createExecutor([addNote, ask]), storage: memoryThreadStorage() }

/** assistant-ui's side: what the part would show, and the answer of whoever draws it. */
function attend(name: string, input: Record<string, string>, answer: (shown: CallInterrupt) => unknown) {
  const shown: CallInterrupt[] = []
  const shelf: StandShelf = new Map()
  const stop = new AbortController()
  const human = async (payload: CallInterrupt) => {
    shown.push(payload)
    return await answer(payload)
  }
  const call = { type: 'tool-call', id: 'call_1', name, input } as const
  return { shown, shelf, stop, result: attendCall(call, { shelf, options, human, signal: stop.signal }) }
}

describe('attendCall', () => {
  it('shows what would happen, and runs what the answer names by its hash', async () => {
    const { shown, shelf, result } = attend('add_note', { text: 'milk' }, ({ hash }) => ({ kind: 'allow', hash }))
    expect(await result).toMatchObject({ outcome: 'ok', data: { written: 'milk' } })
    expect(shown).toMatchObject([{ state: 'idle', sentence: 'Write “milk”' }])
    expect(written).toEqual(['milk'])
    expect(shelf.size).toBe(0)
  })

  it('tells the model why a person said no', async () => {
    const { result } = attend('add_note', { text: 'beer' }, () => ({ kind: 'reject', reason: 'no alcohol', resume: true }))
    expect(await result).toMatchObject({ outcome: 'denied', content: [{ text: expect.stringContaining('no alcohol') }] })
    expect(written).not.toContain('beer')
  })

  it('passes a question of the tool on, and the answer back', async () => {
    const { shown, result } = attend('ask', {}, () => 'fine')
    expect(await result).toMatchObject({ data: { said: 'fine' } })
    expect(shown).toMatchObject([{ state: 'requires-action', question: 'Well?' }])
  })

  it('lets a card decide on the conversation itself, and ends when its interrupt is resumed with nothing', async () => {
    const resumed = Promise.withResolvers<null>()
    const { shown, shelf, result } = attend('add_note', { text: 'eggs' }, () => resumed.promise)
    while (shown.length === 0) await new Promise((resolve) => setTimeout(resolve))
    const conversation = shelf.get(shown[0]?.conversation ?? '')
    const [call] = conversation?.getSnapshot().calls.values() ?? []
    await conversation?.decide(call?.key ?? '', { kind: 'allow', hash: shown[0]?.hash ?? '' })
    await conversation?.whenIdle()
    resumed.resolve(null)
    expect(await result).toMatchObject({ data: { written: 'eggs' } })
    expect(written.filter((text) => text === 'eggs')).toHaveLength(1)
  })

  it.each([[{ kind: 'allow', hash: 'of something else' }], [{ kind: 'allow' }], ['allow'], [true], [{ kind: 'edit', input: 1 }]])(
    'runs nothing for the answer %j, and a stop ends it',
    async (answer) => {
      const { shown, stop, result } = attend('add_note', { text: 'forged' }, () => answer)
      while (shown.length === 0) await new Promise((resolve) => setTimeout(resolve))
      stop.abort()
      expect(await result).toMatchObject({ outcome: 'cancelled' })
      expect(written).not.toContain('forged')
    },
  )
})
