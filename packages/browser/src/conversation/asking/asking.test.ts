import type { ChatRequest } from '@parley/dialects'
import { describe, expect, it } from 'vitest'
import { housePolicy } from '../../approval/policy.ts'
import { memoryThreadStorage } from '../../storage/thread-storage.ts'
import { createExecutor } from '../../tools/executor.ts'
import { scriptedRespond } from '../../turn/scripted-respond.ts'
import { openConversation } from '../conversation.ts'
import { titleIn } from './write-title.ts'

async function open(answers: readonly string[]) {
  const requests: ChatRequest[] = []
  const storage = memoryThreadStorage()
  const conversation = await openConversation({
    threadId: 't',
    storage,
    respond(request, signal) {
      const text = answers[requests.length] ?? ''
      requests.push(request)
      const given = request.messages.map(() => ({ parts: [{ type: 'text', text } as const] }))
      return scriptedRespond(given)(request, signal)
    },
    executor: () => createExecutor([]),
    policy: housePolicy({}),
    request: () => ({ model: 'm', system: 'Be kind.' }),
  })
  const say = async (text: string) => {
    await conversation.send(text)
    await conversation.whenIdle()
  }
  return { conversation, storage, requests, say }
}

describe('a title', () => {
  it('comes from the model after the first answer, with one short request', async () => {
    const { conversation, requests, say } = await open(['Two is prime.', '"Prime numbers."\nBecause…'])
    await say('Which numbers are prime?')
    expect(await conversation.writeTitle()).toEqual({ ok: true })
    expect(requests).toHaveLength(2)
    expect(requests[1]?.messages).toHaveLength(1)
    expect(requests[1]?.tools).toBeUndefined()
    await expect.poll(() => conversation.getSnapshot().title).toBe('Prime numbers')
    await conversation.writeTitle()
    expect(requests).toHaveLength(2)
  })

  it('of a person is never replaced, not even while the model thinks about one', async () => {
    const { conversation, requests, say } = await open(['Two.', 'Primes'])
    await say('Which?')
    const asking = conversation.writeTitle()
    await conversation.rename('Mine')
    await asking
    expect(conversation.getSnapshot().title).toBe('Mine')
    await conversation.writeTitle()
    expect(requests.length).toBeLessThan(3)
    expect(conversation.getSnapshot().title).toBe('Mine')
  })

  it.each([
    ['"Prime numbers."', 'Prime numbers'],
    ['Title: **Primes below 1000**', 'Primes below 1000'],
    ['标题：素数之和', '素数之和'],
    ['\n\n# Sales in May\nmore', 'Sales in May'],
    ['a\u202Eb', 'a b'],
    [`${'very '.repeat(20)}long`, `${'very '.repeat(20).slice(0, 59)}…`],
    ['', undefined],
    ['"""', undefined],
    ['<tool_call>{"name": "x"}</tool_call>', undefined],
    ['{"title": "x"}', undefined],
    [`Sure! Here is ${'a thought '.repeat(20)}`, undefined],
  ])('of %j is %j', (answer, title) => {
    expect(titleIn(answer)).toBe(title)
  })
})

describe('a summary', () => {
  it('stands for the first turns, in the request as on the page, until it is taken back', async () => {
    const { conversation, requests, say } = await open(['1', '2', '3', 'They counted.', '4', '5'])
    for (const text of ['one', 'two', 'three']) await say(text)
    const before = conversation.getSnapshot()
    expect(await conversation.summarise(new AbortController().signal)).toEqual({ ok: true })
    expect(JSON.stringify(requests[3]?.messages)).toContain('User: one')
    await expect.poll(() => conversation.getSnapshot().summary?.hidden).toHaveLength(2)
    expect(conversation.getSnapshot().messages).toEqual(before.messages)
    await say('four')
    const told = JSON.stringify(requests[4]?.messages)
    expect(told).toContain('They counted.')
    expect(told).not.toContain('"one"')
    expect(requests[4]?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user', 'assistant', 'user'])
    await conversation.undoSummary()
    await expect.poll(() => conversation.getSnapshot().summary).toBeUndefined()
    await say('five')
    expect(JSON.stringify(requests[5]?.messages)).toContain('"one"')
    expect(JSON.stringify(requests[5]?.messages)).not.toContain('They counted.')
  })

  it('is refused with a sentence where there is nothing to sum up, and where the model says nothing', async () => {
    const { conversation, say } = await open(['1', '2', '3', ' '])
    const { signal } = new AbortController()
    expect(await conversation.summarise(signal)).toMatchObject({ ok: false, error: expect.stringContaining('nothing to sum up') })
    for (const text of ['one', 'two', 'three']) await say(text)
    expect(await conversation.summarise(signal)).toMatchObject({ ok: false, error: expect.stringContaining('no summary') })
    expect(conversation.getSnapshot().summary).toBeUndefined()
  })
})
