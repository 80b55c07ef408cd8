import type { ChatRequest, Summary } from '@parley/dialects'
import { expect, test } from 'vitest'
import { type AgentApp, agentApps, says } from '../../testing/agent-app.ts'

const start = agentApps()

const QUESTION = 'Below is the earlier part of a conversation'
const text = (request: ChatRequest | undefined): string => JSON.stringify(request?.messages)
const roles = (request: ChatRequest | undefined) => request?.messages.map(({ role }) => role)

const said = (role: string, id: string, words: string) => ({ role, id, parts: [{ type: 'text', text: words }] })

/** Three questions, so that the first one can be summed up. */
async function talked(...more: readonly string[]): Promise<AgentApp> {
  const app = await start({ steps: ['One.', 'Two.', 'Three.', ...more].map(says) })
  for (const word of ['first', 'second', 'third']) await app.ask('t', word, { id: `q-${word}` })
  return app
}

const summaries = async (app: AgentApp): Promise<readonly Summary[]> =>
  ((await app.thread('t')) as { summaries?: readonly Summary[] }).summaries ?? []

test('a thread is summed up by its model, told so from then on, and told whole again when it is taken back', async () => {
  const app = await talked('They counted.', 'Four.', 'Five.')
  const before = await app.thread('t')
  const made = await app.send('/api/threads/t/summary', {})
  expect(made.status).toBe(200)
  expect(await made.json()).toMatchObject({ status: 'idle', summaries: [{ text: 'They counted.', model: 'actor' }] })
  expect(text(app.requests[3])).toContain(QUESTION)
  expect(text(app.requests[3])).toContain('User: first')
  expect(text(app.requests[3])).not.toContain('second')
  expect(app.requests[3]?.tools ?? []).toEqual([])
  expect((await app.thread('t')).messages, 'what was said stays').toEqual(before.messages)

  await app.ask('t', 'fourth')
  expect(text(app.requests[4])).toContain('They counted.')
  expect(text(app.requests[4])).not.toContain('first')
  expect(roles(app.requests[4])).toEqual(['user', 'assistant', 'user', 'assistant', 'user'])

  const undone = await app.send('/api/threads/t/summary', undefined, { method: 'DELETE' })
  expect(await undone.json()).not.toHaveProperty('summaries')
  await app.ask('t', 'fifth')
  expect(text(app.requests[5])).toContain('first')
  expect(text(app.requests[5])).not.toContain('They counted.')
})

test('a second summary goes on from the first, and a fork keeps what its thread was told', async () => {
  const app = await talked('They counted.', 'Four.', 'They went on counting.', 'Four again.', 'Five.')
  await app.send('/api/threads/t/summary', {})
  await app.ask('t', 'fourth')
  await app.send('/api/threads/t/summary', {})
  expect(text(app.requests[5])).toContain('They counted.')
  expect(text(app.requests[5])).toContain('User: second')
  expect((await summaries(app)).map((one) => one.text)).toEqual(['They counted.', 'They went on counting.'])
  const [newest] = (await app.thread('t')).checkpoints
  const fork = await (await app.send('/api/threads/t/fork', { checkpointId: newest?.id ?? '' })).json()
  expect(fork).toMatchObject({ summaries: [{}, {}] })
  await expect.poll(async () => (await app.thread(fork.id)).status).toBe('idle')
  await app.ask(fork.id, 'fifth')
  expect(text(app.requests.at(-1))).toContain('They went on counting.')
  expect(text(app.requests.at(-1))).not.toContain('second')
  await app.send('/api/threads/t/summary', undefined, { method: 'DELETE' })
  expect(
    (await summaries(app)).map((one) => one.text),
    'one step back',
  ).toEqual(['They counted.'])
})

test('nothing changes where there is nothing to sum up, where the model says nothing, and where it is at work', async () => {
  const gate = Promise.withResolvers<void>()
  const app = await start({
    steps: [
      says('One.'),
      says('Two.'),
      says('Three.'),
      says(' '),
      async function* () {
        await gate.promise
        yield says('Four.')
      },
    ],
  })
  const refused = async () => {
    const response = await app.send('/api/threads/t/summary', {})
    const { fault } = (await response.json()) as { fault: { code: string; words: { id: string } } }
    return [response.status, fault.code, fault.words.id]
  }
  await app.ask('t', 'first')
  expect(await refused()).toEqual([409, 'request/conflict', 'summary.too-short'])
  expect(app.requests).toHaveLength(1)
  for (const word of ['second', 'third']) await app.ask('t', word)
  expect(await refused()).toEqual([409, 'request/conflict', 'summary.empty'])
  const asking = app.ask('t', 'fourth')
  await expect.poll(async () => (await app.thread('t')).status).toBe('running')
  expect(await refused()).toEqual([409, 'request/conflict', 'summary.busy'])
  gate.resolve()
  await asking
  expect(await summaries(app)).toEqual([])
})

test('a thread that begins here with messages from elsewhere takes along what they were summed up to', async () => {
  const app = await start({ steps: [says('Three.')] })
  const messages = [said('user', 'u1', 'first'), said('assistant', 'a1', 'One.'), said('user', 'u2', 'second')]
  const known = { upTo: 'a1', text: 'They counted.', model: 'm', createdAt: 1 }
  await app.events('/api/chat', { messages, config: { mode: 'agent', model: 'actor', threadId: 't', summaries: [known] } })
  expect(text(app.requests[0])).toContain('They counted.')
  expect(text(app.requests[0])).not.toContain('first')
  expect(await summaries(app)).toEqual([known])
  expect((await app.thread('t')).messages).toHaveLength(4)
})

test('two who sum up at once both count, and a person who leaves changes nothing', async () => {
  const leaving = new AbortController()
  const app = await start({
    steps: [
      ...['One.', 'Two.', 'Three.', 'Sum A.', 'Sum B.'].map(says),
      async function* (_, signal) {
        const left = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
        leaving.abort()
        await left
        yield says('Sum C.')
      },
    ],
  })
  for (const word of ['first', 'second', 'third']) await app.ask('t', word)
  const both = await Promise.all([app.send('/api/threads/t/summary', {}), app.send('/api/threads/t/summary', {})])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect((await summaries(app)).map((one) => one.text).toSorted()).toEqual(['Sum A.', 'Sum B.'])
  for (let times = 0; times < 2; times++) await app.send('/api/threads/t/summary', undefined, { method: 'DELETE' })
  await Promise.resolve(app.send('/api/threads/t/summary', {}, { signal: leaving.signal })).catch(() => undefined)
  expect(await summaries(app)).toEqual([])
})
