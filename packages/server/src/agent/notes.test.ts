import type { StreamEvent } from '@parley/dialects'
import { expect, test } from 'vitest'
import { agentApps, calls, says } from '../testing/agent-app.ts'

const start = agentApps()

const costing = (events: readonly StreamEvent[], inputTokens: number, model: string): readonly StreamEvent[] =>
  events.map((event) => {
    if (event.type === 'message-start') return { ...event, model }
    return event.type === 'message-end' ? { ...event, usage: { inputTokens, outputTokens: 1 } } : event
  })

const told = (model: string, inputTokens: number) => ({ model, usage: { inputTokens, outputTokens: 1 } })

test('a thread says who wrote each answer and what it took, and so does a fork of it', async () => {
  const app = await start({
    steps: [
      costing(says('One.'), 10, 'actor-a'),
      costing(calls(['nowhere', {}]), 20, 'actor-b'),
      costing(says('Two.'), 30, 'actor-b'),
      says('Nobody counted.'),
    ],
  })
  await app.ask('t', 'first')
  await app.ask('t', 'second')
  const notes = async (id: string) => {
    const document = (await app.thread(id)) as Awaited<ReturnType<typeof app.thread>> & { notes: readonly object[] }
    const answers = document.messages.flatMap((message) => (message.role === 'assistant' ? [message.id] : []))
    expect(document.notes.map((note) => ('id' in note ? note.id : ''))).toEqual(answers)
    return document.notes
  }
  const three = [told('actor-a', 10), told('actor-b', 20), told('actor-b', 30)]
  expect(await notes('t')).toMatchObject(three)
  const [newest] = (await app.thread('t')).checkpoints
  const fork = await (await app.send('/api/threads/t/fork', { checkpointId: newest?.id ?? '' })).json()
  await expect.poll(async () => (await app.thread(fork.id)).status).toBe('idle')
  expect(await notes(fork.id)).toMatchObject(three)
  await app.ask('t', 'third')
  expect(await notes('t')).toMatchObject([...three, { model: 'actor' }])
})
