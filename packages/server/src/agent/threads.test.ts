import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Fault } from '@parley/dialects'
import { parseJsonEventStream, readUIMessageStream, type UIMessage, uiMessageChunkSchema } from 'ai'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { agentApp, agentApps, calls, pageTools, readEvents, resultsIn, says, wordsIn } from '../testing/agent-app.ts'
import { defineBackendTool } from '../tools/backend-tool.ts'

const start = agentApps()

const newFile = () => join(mkdtempSync(join(tmpdir(), 'parley-agent-')), 'agent.sqlite')
const pays: number[] = []
const pay = defineBackendTool({
  name: 'pay',
  description: 'Pays.',
  input: z.object({ amount: z.number() }),
  approval: true,
  async run({ amount }) {
    pays.push(amount)
    return `paid ${amount}`
  },
})
const waiting = () => ({ steps: [calls(['read', { path: '/x' }], ['pay', { amount: 1 }]), says('Done.')], tools: [pay] })
const ANSWER = ['message-start', 'part-start', 'part-delta', 'part-end', 'message-end']
const TOOLS = { tools: pageTools('read') }

const standStill = (ms: number) => {
  const until = performance.now() + ms
  while (performance.now() < until) continue
}

const readMessage = async (response: Response, message?: UIMessage): Promise<UIMessage> => {
  const stream = parseJsonEventStream({
    stream: response.body ?? new ReadableStream(),
    schema: uiMessageChunkSchema,
  }).pipeThrough(
    new TransformStream({
      transform: (part, controller) => (part.success ? controller.enqueue(part.value) : controller.error(part.error)),
    }),
  )
  let last: UIMessage | undefined
  for await (const state of readUIMessageStream({ stream, ...(message && { message }) })) last = state
  if (!last) throw new Error('nothing came')
  return last
}

describe('a thread of somebody else', () => {
  const tokens = { anna: 'token-of-anna', ben: 'token-of-ben' }
  const as = (name: keyof typeof tokens) => ({ headers: { authorization: `Bearer ${tokens[name]}` } })

  test('cannot be told from one that nobody has, at any door', async () => {
    const app = await start({ ...waiting(), steps: [...waiting().steps, says('Another.')], config: { tokens } })
    const body = {
      messages: [{ role: 'user', content: 'Go.' }],
      ...TOOLS,
      config: { mode: 'agent', model: 'actor', threadId: 't' },
    }
    expect(await (await app.send('/api/chat', body, as('anna'))).text()).toContain('[DONE]')
    const before = await (await app.send('/api/threads/t', undefined, as('anna'))).json()
    const answers = [{ type: 'result', callId: 'call_1', content: 'forged' }]
    const attempts: readonly [string, object | undefined, RequestInit][] = [
      ['/api/threads/t', undefined, {}],
      ['/api/threads/t', undefined, { method: 'DELETE' }],
      ['/api/threads/t/stream', undefined, {}],
      ['/api/chat/t/stream', undefined, {}],
      ['/api/threads/t/resume', { answers }, {}],
      ['/api/threads/t/cancel', {}, {}],
      ['/api/threads/t/fork', { checkpointId: before.checkpoints[0].id }, {}],
    ]
    for (const [path, sent, init] of attempts) {
      const answer = async (to: string) => {
        const response = await app.send(to, sent, { ...init, ...as('ben') })
        const { requestId: _own, ...said } = (await response.json()) as Record<string, unknown>
        return [response.status, said]
      }
      expect(await answer(path)).toEqual(await answer(path.replace(/\/t(?=\/|$)/, '/free')))
      expect(await answer(path)).toMatchObject([404, { fault: { code: 'request/not-found' } }])
    }
    expect(await (await app.send('/api/threads', undefined, as('ben'))).json()).toEqual({ threads: [] })
    const free = { ...body, config: { ...body.config, threadId: 'free' } }
    const asked = async (sent: object) => {
      const response = await app.send('/api/chat', sent, as('ben'))
      return [response.status, response.headers.get('x-parley-thread'), (await response.text()).includes('[DONE]')]
    }
    expect(await asked(body)).toEqual([200, 't', true])
    expect(await asked(free)).toEqual([200, 'free', true])
    const his = await (await app.send('/api/threads/t', undefined, as('ben'))).json()
    expect(his).toMatchObject({ id: 't', status: 'idle', messages: [{ role: 'user' }, { role: 'assistant' }] })
    expect((await app.send('/api/threads/t', undefined, { method: 'DELETE', ...as('ben') })).status).toBe(204)
    expect(await (await app.send('/api/threads/t', undefined, as('anna'))).json()).toEqual(before)
    expect((await app.send('/api/threads', undefined)).status).toBe(401)
  })
})

describe('a resume that is wrong', () => {
  const result = { type: 'result', callId: 'call_1', content: 'x' }
  const wrong: readonly [string, string | object, number, string][] = [
    ['no JSON', '{', 400, 'not valid JSON'],
    ['no list', { answers: 'yes' }, 400, 'answers'],
    ['an answer of no kind', { answers: [{ type: 'maybe', callId: 'call_1' }] }, 400, 'answers[0].type'],
    ['an answer to nothing', { answers: [{ type: 'approve' }] }, 400, 'answers[0].callId'],
    ['arguments that are none', { answers: [{ type: 'approve', callId: 'call_2', input: 'all' }] }, 400, 'answers[0].input'],
    ['one call twice', { answers: [result, result] }, 400, 'answered twice'],
    ['a call that never was', { answers: [{ ...result, callId: 'call_9' }] }, 404, 'no call `call_9`'],
    ['a result that only the server knows', { answers: [{ ...result, callId: 'call_2' }] }, 400, 'runs on the server'],
    ['an approval for the page', { answers: [{ type: 'approve', callId: 'call_1' }] }, 400, 'runs in the page'],
    [
      'a good answer beside a bad one',
      { answers: [result, { type: 'result', callId: 'call_2', content: '' }] },
      400,
      'runs on the server',
    ],
    ['no answer at all', {}, 409, 'waits for calls'],
  ]

  test.each(wrong)('%s is refused and leaves the thread as it was', async (_, body, status, words) => {
    const app = await start(waiting())
    await app.ask('t', 'Go.', TOOLS)
    const before = await app.thread('t')
    const response = await app.send('/api/threads/t/resume', body)
    expect([response.status, await response.text()]).toEqual([status, expect.stringContaining(words)])
    expect(await app.thread('t')).toEqual(before)
  })

  test('a second answer to the same call is told from the first, also when both come at once', async () => {
    pays.length = 0
    const app = await start(waiting())
    await app.ask('t', 'Go.', TOOLS)
    const approve = { answers: [{ type: 'approve', callId: 'call_2' }] }
    const both = await Promise.all([1, 2, 3].map(() => app.send('/api/threads/t/resume', approve)))
    await Promise.all(both.map((response) => response.text()))
    expect(both.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([200, 409, 409])
    const late = await app.send('/api/threads/t/resume', approve)
    expect([late.status, await late.text()]).toEqual([409, expect.stringContaining('answered already')])
    expect(pays).toEqual([1])
    await app.answer('t', result)
    expect((await app.send('/api/threads/t/resume', { answers: [result] })).status).toBe(409)
    expect(await app.thread('t')).toMatchObject({ status: 'idle', messages: { length: 4 } })
  })
})

describe('a thread', () => {
  test('waits over a restart of everything, and is resumed with arguments that the user changed', async () => {
    pays.length = 0
    const path = newFile()
    const first = await agentApp({ ...waiting(), path })
    await first.ask('t', 'Go.', TOOLS)
    await first.close()
    const second = await start({ steps: [says('Done.')], tools: [pay], path })
    expect(await second.thread('t')).toMatchObject({ status: 'waiting', pending: [{ callId: 'call_1' }, { callId: 'call_2' }] })
    await second.answer('t', { type: 'approve', callId: 'call_2', input: { amount: 7 } })
    const events = await second.answer('t', { type: 'result', callId: 'call_1', content: 'x', input: { path: '/y' } })
    expect(wordsIn(events)).toBe('Done.')
    expect(pays).toEqual([7])
    expect(resultsIn((await second.thread('t')).messages)).toEqual([
      'ok: The user changed the arguments before this call ran. It ran with: {"path":"/y"}\nx',
      'ok: The user changed the arguments before this call ran. It ran with: {"amount":7}\npaid 7',
    ])
  })

  test('of a database from before names were told apart by owner goes on under its name', async () => {
    pays.length = 0
    const path = newFile()
    const first = await agentApp({ ...waiting(), path })
    await first.ask('t', 'Go.', TOOLS)
    await first.close()
    const file = new DatabaseSync(path)
    const tables = file
      .prepare("SELECT m.name FROM sqlite_master m JOIN pragma_table_info(m.name) c ON c.name = 'thread_id'")
      .all()
    expect(tables.length).toBeGreaterThan(0)
    for (const { name } of tables) file.exec(`UPDATE ${String(name)} SET thread_id = 't'`)
    file.exec("UPDATE agent_threads SET id = 't'")
    file.close()
    const second = await start({ steps: [says('Done.')], tools: [pay], path })
    expect(await second.thread('t')).toMatchObject({
      id: 't',
      status: 'waiting',
      messages: [{ role: 'user' }, { role: 'assistant' }],
    })
    await second.answer('t', { type: 'approve', callId: 'call_2' })
    const events = await second.answer('t', { type: 'result', callId: 'call_1', content: 'x' })
    expect(wordsIn(events)).toBe('Done.')
    expect(events.at(-1)).toMatchObject({ type: 'turn-end', threadId: 't', status: 'idle' })
    expect(pays).toEqual([1])
    expect(await (await second.send('/api/threads')).json()).toMatchObject({ threads: [{ id: 't' }] })
  })

  test('is listed by its owner, newest first, and by what it does', async () => {
    const app = await start({ steps: [says('One.'), calls(['read', {}]), says('Three.')] })
    await app.ask('one', 'First\u0000 question\n')
    await app.ask('two', 'Second', TOOLS)
    await app.ask('three', 'Third')
    const list = async (query: string) => (await (await app.send(`/api/threads${query}`)).json()).threads
    expect((await list('')).map(({ id }: { id: string }) => id)).toEqual(['three', 'two', 'one'])
    expect((await list('')).at(-1)).toMatchObject({ title: 'First question', status: 'idle', model: 'actor' })
    expect(await list('?status=waiting')).toMatchObject([{ id: 'two', pending: [{ name: 'read' }] }])
    const [newest] = await list('?limit=1')
    expect((await list(`?before=${newest.updatedAt}`)).map(({ id }: { id: string }) => id)).toEqual(['two', 'one'])
    expect((await app.send('/api/threads?limit=0')).status).toBe(400)
  })

  test('is deleted with everything in it', async () => {
    const app = await start({ steps: [says('One.'), says('Anew.')] })
    await app.ask('t', 'Hello')
    expect((await app.send('/api/threads/t', undefined, { method: 'DELETE' })).status).toBe(204)
    expect((await app.send('/api/threads/t')).status).toBe(404)
    await app.ask('t', 'Again')
    expect((await app.thread('t')).messages).toHaveLength(2)
  })

  test('that nobody touched for as long as threads are kept is deleted', async () => {
    const path = newFile()
    const first = await agentApp({ steps: [says('One.')], path })
    await first.ask('t', 'Hello')
    await first.close()
    const second = await start({ path, keepDays: 2, now: () => Date.now() + 3 * 86_400_000 })
    await expect.poll(async () => (await second.send('/api/threads/t')).status).toBe(404)
  })

  test('takes over a conversation that was held elsewhere', async () => {
    const app = await start({ steps: [says('Yes, Anna.')] })
    const messages = [
      { role: 'user', content: 'I am Anna.' },
      { role: 'assistant', content: 'Hello.' },
      { role: 'user', content: 'Who am I?' },
    ]
    await app.events('/api/chat', {
      messages,
      config: { mode: 'agent', model: 'actor', threadId: 't', systemPrompt: 'Be kind.' },
    })
    expect(app.requests[0]?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
    expect((await app.thread('t')).messages).toHaveLength(4)
  })

  test('is not told anything by a server that has no room for the stream', async () => {
    const app = await start({ ...waiting(), config: { limits: { streams: 1 } } })
    await app.ask('t', 'Go.', TOOLS)
    const before = await app.thread('t')
    const hanging = await app.send('/api/chat', {
      messages: [{ role: 'user', content: 'Hi' }],
      config: { model: 'demo-scripted' },
    })
    const refused = await app.send('/api/threads/t/resume', { answers: [{ type: 'approve', callId: 'call_2' }] })
    expect(refused.status).toBe(429)
    expect(await app.thread('t')).toEqual(before)
    await hanging.text()
  })

  test('is not asked the same question twice by a client that did not hear the answer', async () => {
    const app = await start({ steps: [says('Once.'), says('Twice.')] })
    await app.ask('t', 'Hello', { id: 'q1' })
    await expect(app.ask('t', 'Hello', { id: 'q1' })).rejects.toThrow(/409.*asked already/)
    expect(app.requests).toHaveLength(1)
    await app.ask('t', 'Hello', { id: 'q2' })
    expect((await app.thread('t')).messages).toHaveLength(4)
  })

  test('that is named beside `config` is not asked, and no other one is made for it', async () => {
    const app = await start(waiting())
    await app.ask('t', 'Go.', TOOLS)
    const body = { messages: [{ role: 'user', content: 'Hi' }], threadId: 't', config: { mode: 'agent', model: 'actor' } }
    await expect(app.events('/api/chat', body)).rejects.toThrow(/400.*`threadId` belongs in `config`\. Move it there/)
    expect(await (await app.send('/api/threads')).json()).toMatchObject({ threads: [{ id: 't', status: 'waiting' }] })
  })

  test("with a strange id, a tool of the server's name, or nothing new is refused", async () => {
    const app = await start(waiting())
    await app.ask('t', 'Go.', TOOLS)
    await expect(app.ask('../etc', 'Go.')).rejects.toThrow(/400.*threadId/)
    await expect(app.ask('u', 'Go.', { tools: pageTools('pay') })).rejects.toThrow(/400.*of its own/)
    const nothing = {
      messages: [{ role: 'assistant', content: 'Hm.' }],
      config: { mode: 'agent', model: 'actor', threadId: 't' },
    }
    await expect(app.events('/api/chat', nothing)).rejects.toThrow(/409.*nothing new/)
    const unknown = { messages: [{ role: 'user', content: 'Hi' }], config: { mode: 'agent', model: 'nobody', threadId: 'v' } }
    await expect(app.events('/api/chat', unknown)).rejects.toThrow(/404/)
    expect((await app.send('/api/threads/v')).status).toBe(404)
    expect((await app.send('/api/threads/t/nothing')).status).toBe(404)
    expect((await app.send('/api/threads/%00')).status).toBe(404)
    expect((await app.send('/api/threads?before=1e300')).status).toBe(400)
  })
})

describe('every way to speak', () => {
  test.each(['json-strict', 'xml-tag', 'canonical-xml', 'native'])(
    '%s: a call of the page waits, and its result is answered',
    async (toolParadigm) => {
      const app = await start({})
      const config = { mode: 'agent', model: 'demo-scripted', enabledTools: ['browser_js'], toolParadigm, threadId: 't' }
      await app.events('/api/chat', { messages: [{ role: 'user', content: 'Sum all primes below 1000' }], config })
      const { pending } = await app.thread('t')
      expect(pending).toMatchObject([{ name: 'browser_js_eval', kind: 'page' }])
      const events = await app.answer('t', { type: 'result', callId: pending[0]?.callId, content: '76127', data: 76127 })
      expect(wordsIn(events)).toContain('76127')
      expect(await app.thread('t')).toMatchObject({ status: 'idle' })
    },
  )
})

describe('an AI SDK client', () => {
  test('sends everything each time, results and decisions inside its messages, and only what is new counts', async () => {
    pays.length = 0
    const app = await start(waiting())
    const user: UIMessage = { id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Go.' }] }
    const send = (messages: readonly object[]) =>
      app.send('/api/chat', { messages, ...TOOLS, config: { mode: 'agent', model: 'actor', threadId: 't' } })
    const asked = await readMessage(await send([user]))
    expect(asked.parts).toMatchObject([
      { type: 'step-start' },
      { type: 'tool-read', state: 'input-available' },
      { type: 'tool-pay', state: 'approval-requested', approval: { id: 'call_2' } },
    ])
    const decided = {
      ...asked,
      parts: asked.parts.map((part) =>
        part.type === 'tool-read'
          ? { ...part, state: 'output-available', output: { text: 'x' } }
          : part.type === 'tool-pay'
            ? { ...part, state: 'approval-responded', approval: { id: 'call_2', approved: true } }
            : part,
      ),
    }
    const done = await readMessage(await send([user, decided]), decided as UIMessage)
    expect(done.id).toBe(asked.id)
    expect(done.parts).toContainEqual(expect.objectContaining({ type: 'tool-pay', state: 'output-available', output: 'paid 1' }))
    expect(done.parts.at(-1)).toMatchObject({ type: 'text', text: 'Done.' })
    expect(pays).toEqual([1])
    const next = await send([user, done, { id: 'u2', role: 'user', parts: [{ type: 'text', text: 'And now?' }] }])
    await next.text()
    expect(app.requests[2]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'user'])
  })

  test('that asks for a document gets the message and what waits', async () => {
    const app = await start(waiting())
    const body = {
      messages: [{ role: 'user', content: 'Go.' }],
      ...TOOLS,
      config: { mode: 'agent', model: 'actor', threadId: 't' },
    }
    const response = await app.send('/api/chat', body, { headers: { accept: 'application/json' } })
    expect(response.headers.get('x-parley-thread')).toBe('t')
    expect(await response.json()).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      role: 'assistant',
      thread: { id: 't', status: 'waiting', pending: [{ callId: 'call_1' }, { callId: 'call_2' }] },
    })
  })
})

describe('a fork', () => {
  test('goes on from an earlier step: calls that need somebody are asked again, what the server did is not done again', async () => {
    let looked = 0
    const look = defineBackendTool({
      name: 'look',
      description: 'Looks.',
      input: z.object({}),
      run: async () => `look ${++looked}`,
    })
    const step = calls(['look', {}], ['read', {}])
    const app = await start({ steps: [step, says('Old end.'), says('New end.'), says('Third end.')], tools: [look] })
    await app.ask('t', 'Go.', TOOLS)
    await app.answer('t', { type: 'result', callId: 'call_2', content: 'old' })
    const { checkpoints } = await app.thread('t')
    expect(checkpoints.map(({ after }) => after)).toEqual(['answer', 'results', 'answer', 'question'])
    const forkAt = async (index: number) => {
      const response = await app.send('/api/threads/t/fork', { checkpointId: checkpoints[index]?.id, title: 'Another way' })
      expect(response.status).toBe(201)
      const { id } = await response.json()
      await expect.poll(async () => (await app.thread(id)).status).not.toBe('running')
      return id
    }
    const asked = await forkAt(2)
    expect(await app.thread(asked)).toMatchObject({ title: 'Another way', status: 'waiting', pending: [{ callId: 'call_2' }] })
    expect(wordsIn(await app.answer(asked, { type: 'result', callId: 'call_2', content: 'new' }))).toBe('New end.')
    expect(resultsIn((await app.thread(asked)).messages)).toEqual(['ok: look 1', 'ok: new'])
    expect(looked).toBe(1)
    const afterResults = await app.thread(await forkAt(1))
    expect(afterResults.messages.at(-1)).toMatchObject({ parts: [{ text: 'Third end.' }] })
    expect(await app.thread(await forkAt(0))).toMatchObject({ status: 'idle', messages: { length: 4 } })
    expect(resultsIn((await app.thread('t')).messages)).toEqual(['ok: look 1', 'ok: old'])
    expect((await app.send('/api/threads/t/fork', { checkpointId: 'none' })).status).toBe(404)
  })
})

describe('a client that lost its connection', () => {
  test('attaches again and misses nothing, while the thread has gone on', async () => {
    const gate = Promise.withResolvers<void>()
    const app = await start({
      steps: [
        calls(['read', {}]),
        async function* () {
          yield says('First half, second half.').slice(0, 2)
          yield [{ type: 'part-delta', part: 0, text: 'First half, ' }]
          await gate.promise
          yield [
            { type: 'part-delta', part: 0, text: 'second half.' },
            { type: 'part-end', part: 0, value: { type: 'text', text: 'First half, second half.' } },
            { type: 'message-end', reason: 'done' },
          ]
        },
      ],
    })
    await app.ask('t', 'Go.', TOOLS)
    expect((await app.send('/api/threads/t/stream')).status).toBe(204)
    const lost = await app.send('/api/threads/t/resume', { answers: [{ type: 'result', callId: 'call_1', content: 'x' }] })
    await lost.body?.cancel()
    const again = await app.send('/api/threads/t/stream?events=canonical')
    const asAiSdk = await app.send('/api/chat/t/stream')
    gate.resolve()
    const events = readEvents(await again.text())
    expect(events.map(({ type }) => type)).toEqual([
      'turn-start',
      ...ANSWER,
      'tool-result',
      ...ANSWER.toSpliced(2, 0, 'part-delta'),
      'turn-end',
    ])
    expect(wordsIn(events)).toBe('{}First half, second half.')
    const chunks = (await asAiSdk.text()).split('\n\n')
    expect(chunks[0]).toContain('"type":"start"')
    expect(chunks.filter((chunk) => /tool-(input|output)-available/.test(chunk))).toHaveLength(2)
    expect(chunks.at(-2)).toBe('data: [DONE]')
  })
})

describe('two replicas on one store', () => {
  test('do a step once, whoever is asked, and each can listen to what the other does', async () => {
    pays.length = 0
    const path = newFile()
    const left = await start({ ...waiting(), path })
    const right = await start({ steps: [says('Done by the right.')], tools: [pay], path })
    await left.ask('t', 'Go.', TOOLS)
    const approve = { answers: [{ type: 'approve', callId: 'call_2' }] }
    const both = await Promise.all([left, right].map((app) => app.send('/api/threads/t/resume', approve)))
    await Promise.all(both.map((response) => response.text()))
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
    expect(pays).toEqual([1])
    expect(wordsIn(await right.answer('t', { type: 'result', callId: 'call_1', content: 'x' }))).toBe('Done by the right.')
    expect(await left.thread('t')).toEqual(await right.thread('t'))
  })

  test('take over from one that is silent for too long, which then does nothing more', async () => {
    const path = newFile()
    const stuck = Promise.withResolvers<void>()
    const left = await start({
      path,
      leaseMs: 200,
      steps: [
        async function* () {
          await stuck.promise
          yield says('Too late.')
        },
        says('In time.'),
      ],
    })
    const asked = left.send('/api/chat?events=canonical', {
      messages: [{ role: 'user', content: 'Go.' }],
      config: { mode: 'agent', model: 'actor', threadId: 't' },
    })
    await expect.poll(() => left.requests.length).toBe(1)
    const right = await start({ path, leaseMs: 200, steps: [says('In time.')] })
    // The process stands still: it neither works nor says that it lives. Once more where it woke up just in time to say so.
    await expect
      .poll(async () => {
        standStill(260)
        return (await right.thread('t')).status
      })
      .toBe('idle')
    const before = await right.thread('t')
    stuck.resolve()
    expect(readEvents(await (await asked).text()).at(-1)).toMatchObject({
      type: 'fault',
      fault: { code: 'server/stopping', message: expect.stringContaining('had to let go of the conversation') },
    })
    expect(before.messages).toMatchObject([{ role: 'user' }, { parts: [{ text: 'In time.' }] }])
    expect(await right.thread('t')).toEqual(before)
  })

  test('one whose database fails says so, and not that it is being stopped', async () => {
    const path = newFile()
    const app = await start({
      path,
      steps: [
        async function* () {
          const database = new DatabaseSync(path)
          database.exec('DROP TABLE agent_threads')
          database.close()
          yield says('Where should this go?')
        },
      ],
    })
    const { fault } = (await app.ask('t', 'Go.')).findLast(({ type }) => type === 'fault') as { fault: Fault }
    expect(fault).toMatchObject({ code: 'server/internal', message: expect.stringContaining('made a mistake') })
    expect(app.bugs.length).toBeGreaterThan(0)
  })

  test('one that is stopped in good order hands its threads over at once', async () => {
    const path = newFile()
    const left = await agentApp({
      path,
      steps: [
        async function* (_, signal) {
          yield says('Cut off.').slice(0, 1)
          await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
        },
      ],
    })
    const asked = left.ask('t', 'Go.')
    await expect.poll(() => left.requests.length).toBe(1)
    await left.close()
    expect((await asked).at(-1)).toMatchObject({
      type: 'fault',
      fault: { code: 'server/stopping', message: expect.stringContaining('is being stopped') },
    })
    const right = await start({ path, steps: [says('Handed over.')] })
    await expect.poll(async () => (await right.thread('t')).status).toBe('idle')
    expect((await right.thread('t')).messages.at(-1)).toMatchObject({ parts: [{ text: 'Handed over.' }] })
  })
})
