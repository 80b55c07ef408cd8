import { type Fault, FaultError } from '@parley/dialects'
import { describe, expect, test } from 'vitest'
import { conversationKey } from './conversation-key.ts'
import { orderTargets } from './order-targets.ts'
import { createRouter } from './router.ts'

const targets = [{ model: 'a' }, { model: 'b' }, { model: 'c' }]
const asked = (conversation: string) => ({ name: 'any', targets, conversation })
const failing = (fault: Partial<Fault> = {}) =>
  new FaultError({ code: 'provider/unavailable', message: 'It is down.', retryable: true, ...fault })

/** A router whose targets fail as they are told to; says who was asked. */
function lab() {
  let time = 0
  const down = new Map<string, FaultError>()
  const router = createRouter({ now: () => time })
  const ask = async (conversation = 'talk') => {
    const tried: string[] = []
    const answer = router.reach(asked(conversation), async ({ model }) => {
      tried.push(model)
      const failure = down.get(model)
      if (failure) throw failure
      return model
    })
    return { tried, answer: await answer.catch((error: FaultError) => error.fault) }
  }
  return { ask, down, pass: (milliseconds: number) => void (time += milliseconds) }
}

describe('who fails is left alone', () => {
  test('for longer each time, and never for longer than five minutes', async () => {
    const { ask, down, pass } = lab()
    down.set('a', failing())
    const seconds: number[] = []
    await ask('first')
    for (let rest = 0; seconds.length < 8; rest++) {
      if (!(await ask(`${seconds.length} at ${rest}`)).tried.includes('a')) pass(1000)
      else {
        seconds.push(rest)
        rest = -1
      }
    }
    expect(seconds).toEqual([5, 10, 20, 40, 80, 160, 300, 300])
  })

  test('a limit is sat out for as long as its server says', async () => {
    const { ask, down, pass } = lab()
    down.set('a', failing({ code: 'provider/rate-limited', retryAfter: 7 }))
    expect((await ask('one')).tried).toEqual(['a', 'b'])
    pass(6999)
    expect((await ask('two')).tried).toEqual(['b'])
    pass(1)
    expect((await ask('three')).tried).toEqual(['a', 'b'])
  })

  test('and where all of them rest nobody is asked: the cause is told, and when to come back', async () => {
    const { ask, down, pass } = lab()
    for (const [index, { model }] of targets.entries())
      down.set(model, failing({ code: 'provider/rate-limited', retryAfter: 10 * (index + 1), message: `${model} is full.` }))
    expect(await ask()).toMatchObject({ tried: ['a', 'b', 'c'], answer: { code: 'provider/rate-limited', retryAfter: 10 } })
    pass(4000)
    const { tried, answer } = await ask()
    expect(tried).toEqual([])
    expect(answer).toMatchObject({ code: 'provider/rate-limited', retryAfter: 6, message: expect.stringContaining('c is full.') })
  })
})

describe('a conversation', () => {
  test('stays where it went, also when its first choice is well again', async () => {
    const { ask, down, pass } = lab()
    down.set('a', failing())
    expect((await ask('moved')).answer).toBe('b')
    down.clear()
    pass(3_600_000)
    expect(await ask('moved')).toEqual({ tried: ['b'], answer: 'b' })
    expect((await ask('another')).answer).toBe('a')
  })

  test.each([
    'provider/refused',
    'provider/unauthorized',
    'provider/too-long',
    'provider/bad-answer',
    'request/invalid',
  ] as const)('goes nowhere else for %s: the same would be said again, or must come to light', async (code) => {
    const { ask, down } = lab()
    down.set('a', failing({ code, message: 'No.', retryable: false }))
    for (let again = 0; again < 2; again++)
      expect(await ask()).toMatchObject({ tried: ['a'], answer: { code, message: expect.stringMatching(/^No\. .*`a`.*`any`/) } })
  })

  test('passes over a model that is not there, and nobody rests for it', async () => {
    const { ask, down } = lab()
    down.set('a', failing({ code: 'request/unknown-model', retryable: false }))
    expect((await ask('one')).tried).toEqual(['a', 'b'])
    down.clear()
    expect((await ask('two')).tried).toEqual(['a'])
  })
})

describe('weights', () => {
  const weighted = [{ model: 'spare' }, { model: 'big', weight: 3 }, { model: 'small', weight: 1 }]

  test('spread new conversations, and who has none is asked last', () => {
    const firsts = Array.from({ length: 4000 }, (_, index) => orderTargets(weighted, `talk ${index}`)[0]?.model)
    expect(firsts.filter((model) => model === 'big').length / 4000).toBeCloseTo(0.75, 1)
    expect(firsts).not.toContain('spare')
    expect(orderTargets(weighted, 'talk').at(-1)?.model).toBe('spare')
  })

  test('give the same conversation the same model', () => {
    const order = orderTargets(weighted, 'talk')
    expect(orderTargets(weighted, 'talk')).toEqual(order)
    expect(orderTargets(weighted.toReversed(), 'talk')[0]).toEqual(order[0])
  })
})

const user = (id: string, text: string) => ({ role: 'user', id, parts: [{ type: 'text', text }] }) as const

describe('a conversation is known', () => {
  const said = { role: 'assistant', id: 'x', parts: [{ type: 'text', text: 'Yes?' }] } as const
  const first = { model: 'm', messages: [user('a', 'Hello')] }

  test('by how it begins, whatever follows', () => {
    const key = conversationKey(first)
    expect(conversationKey({ ...first, messages: [user('b', 'Hello'), said, user('c', 'More')] })).toBe(key)
    expect(conversationKey({ ...first, messages: [user('b', 'Good day'), said, user('c', 'More')] })).not.toBe(key)
    expect(conversationKey({ ...first, model: 'n' })).not.toBe(key)
  })

  test('by the name that its client gives it', () => {
    const named = (prompt_cache_key: string) => ({ ...first, extras: { format: 'openai-chat', fields: { prompt_cache_key } } })
    expect(conversationKey(named('one'))).not.toBe(conversationKey(named('two')))
    expect(conversationKey({ ...named('one'), messages: [user('a', 'Shortened')] })).toBe(conversationKey(named('one')))
    expect(conversationKey(first, 'thread')).not.toBe(conversationKey(first))
  })
})
