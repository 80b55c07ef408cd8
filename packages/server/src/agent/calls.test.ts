import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { deniedWords, type StreamEvent } from '@parley/dialects'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { agentApps, calls, pageTools, resultsIn, says, wordsIn } from '../testing/agent-app.ts'
import { defineBackendTool } from '../tools/backend-tool.ts'

const start = agentApps()

const ran: { key: string | undefined; input: object }[] = []
const look = defineBackendTool({
  name: 'look',
  description: 'Looks.',
  input: z.object({ at: z.string() }),
  async run(input, { idempotencyKey }) {
    ran.push({ key: idempotencyKey, input })
    return { content: `saw ${input.at}` }
  },
})
const pay = defineBackendTool({
  name: 'pay',
  description: 'Pays.',
  input: z.object({ amount: z.number() }),
  approval: ({ amount }) => `It costs ${amount}.`,
  async run(input, { idempotencyKey }) {
    ran.push({ key: idempotencyKey, input })
    return `paid ${input.amount}`
  },
})

describe('a call of a backend tool', () => {
  test('runs in the graph, with a key of its own, and the model goes on', async () => {
    ran.length = 0
    const app = await start({ steps: [calls(['look', { at: 'a' }], ['look', { at: 'b' }]), says('Both seen.')], tools: [look] })
    const events = await app.ask('t', 'Look.')
    expect(resultsIn(events)).toEqual(['ok: saw a', 'ok: saw b'])
    expect(wordsIn(events)).toContain('Both seen.')
    expect(events[0]).toMatchObject({ type: 'turn-start', threadId: 't' })
    expect(events.at(-1)).toEqual({ type: 'turn-end', threadId: 't', status: 'idle', pending: [] })
    expect(new Set(ran.map(({ key }) => key)).size).toBe(2)
    expect(ran.every(({ key }) => key?.includes('/t/'))).toBe(true)
  })

  test('whose result cannot be stored while another still runs fails the turn, and both are found when there is room again', async () => {
    ran.length = 0
    const path = join(await mkdtemp(join(tmpdir(), 'parley-calls-')), 'agent.sqlite')
    const slow = defineBackendTool({
      name: 'slow',
      description: 'Takes a while.',
      input: z.object({}),
      async run() {
        for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => setImmediate(resolve))
        return 'slowly'
      },
    })
    const steps = [calls(['look', { at: 'a' }], ['slow', {}]), says('Both.')]
    const app = await start({ steps, tools: [look, slow], path })
    const disk = new DatabaseSync(path)
    disk.exec(
      "CREATE TRIGGER full BEFORE INSERT ON checkpoint_writes WHEN NEW.channel = 'messages' AND NEW.value LIKE '%saw%' BEGIN SELECT RAISE(ABORT, 'no room'); END",
    )
    expect((await app.ask('t', 'Look.')).at(-2)).toMatchObject({ type: 'turn-end', status: 'failed' })
    disk.exec('DROP TRIGGER full')
    disk.close()
    const events = await app.answer('t')
    expect(wordsIn(events)).toContain('Both.')
    expect(resultsIn((await app.thread('t')).messages)).toEqual(['ok: saw a', 'ok: slowly'])
    expect(new Set(ran.map(({ key }) => key)).size).toBe(1)
  })

  test('and a model that need not be waited for let others have their turn at every step', async () => {
    const steps = [...Array.from({ length: 20 }, () => calls(['look', { at: 'a' }])), says('Seen.')]
    const app = await start({ steps, tools: [look], config: { limits: { steps: 30 } } })
    let turns = 0
    const asking = app.ask('t', 'Look.').finally(() => clearImmediate(next))
    let next = setImmediate(function count() {
      turns++
      next = setImmediate(count)
    })
    expect(wordsIn(await asking)).toContain('Seen.')
    expect(turns).toBeGreaterThanOrEqual(20)
  })

  test('waits for the user where the tool says so, and runs with the arguments that the user made of it', async () => {
    ran.length = 0
    const app = await start({ steps: [calls(['pay', { amount: 100 }]), says('Paid.')], tools: [pay] })
    const asked = await app.ask('t', 'Pay.')
    expect(asked).toContainEqual({ type: 'approval-request', callId: 'call_1', approvalId: 'call_1', reason: 'It costs 100.' })
    expect(asked.at(-1)).toMatchObject({
      status: 'waiting',
      pending: [{ callId: 'call_1', kind: 'approval', input: { amount: 100 } }],
    })
    expect(ran).toEqual([])
    const events = await app.answer('t', { type: 'approve', callId: 'call_1', input: { amount: 5 } })
    expect(ran.map(({ input }) => input)).toEqual([{ amount: 5 }])
    expect(resultsIn(events)).toEqual([
      'ok: The user changed the arguments before this call ran. It ran with: {"amount":5}\npaid 5',
    ])
    expect(resultsIn(app.requests[1]?.messages ?? [])).toEqual(resultsIn(events))
  })

  test('may take its own time as long as it tells how far it is, and hand back files', async () => {
    const draw = defineBackendTool({
      name: 'draw',
      description: 'Draws.',
      input: z.object({}),
      silentMs: 400,
      async run(_, { onProgress, signal }) {
        for (let step = 1; step <= 6 && !signal.aborted; step++) {
          await new Promise((resolve) => setTimeout(resolve, 100))
          onProgress({ progress: step, total: 6, message: 'drawing' })
        }
        return { content: [{ type: 'file', mediaType: 'image/png', data: 'AAAA' }], display: { forPerson: ['for you'] } }
      },
    })
    const stuck = defineBackendTool({
      name: 'stuck',
      description: 'Never ends.',
      input: z.object({}),
      silentMs: 50,
      run: () => new Promise(() => undefined),
    })
    const app = await start({
      steps: [calls(['draw', {}], ['stuck', {}]), says('Drawn.')],
      tools: [draw, stuck],
      config: { limits: { toolMs: 300 } },
    })
    const events = await app.ask('t', 'Draw.')
    expect(events).toContainEqual({ type: 'call-progress', callId: 'call_1', progress: 1, total: 6, message: 'drawing' })
    expect(events.filter(({ type }) => type === 'call-begun')).toHaveLength(2)
    const results = (await app.thread('t')).messages.flatMap(({ role, parts }) => (role === 'tool' ? parts : []))
    expect(results).toMatchObject([
      { outcome: 'ok', content: [{ type: 'file', mediaType: 'image/png' }], display: { forPerson: ['for you'] } },
      { outcome: 'error', content: [{ text: 'The tool took longer than 0.05 seconds and was stopped.' }] },
    ])
    expect(JSON.stringify(app.requests[1]?.messages)).toContain('image/png')
  })

  test('does not run when it was rejected, and the model reads why', async () => {
    ran.length = 0
    const app = await start({ steps: [calls(['pay', { amount: 100 }]), says('Then not.')], tools: [pay] })
    await app.ask('t', 'Pay.')
    const events = await app.answer('t', { type: 'reject', callId: 'call_1', reason: 'Too dear.' })
    expect(ran).toEqual([])
    expect(resultsIn(events)[0]).toBe(`denied: ${deniedWords('Too dear.')}`)
    expect(wordsIn(events)).toBe('Then not.')
  })

  test('with arguments that the user made wrong fails as a wrong call does', async () => {
    ran.length = 0
    const app = await start({ steps: [calls(['pay', { amount: 1 }]), says('Hm.')], tools: [pay] })
    await app.ask('t', 'Pay.')
    const events = await app.answer('t', { type: 'approve', callId: 'call_1', input: { amount: 'much' } })
    expect(ran).toEqual([])
    expect(resultsIn(events)[0]).toMatch(/^error: .*`amount` is wrong/s)
  })
})

describe('calls of one answer', () => {
  test('go their ways side by side, are answered one by one in any order, and the model is asked when all have results', async () => {
    ran.length = 0
    const made = calls(['look', { at: 'a' }], ['read', { path: '/x' }], ['pay', { amount: 3 }], ['read', { path: '/y' }])
    const app = await start({ steps: [made, says('All done.')], tools: [look, pay] })
    const asked = await app.ask('t', 'Go.', { tools: pageTools('read') })
    expect(resultsIn(asked)).toEqual(['ok: saw a'])
    expect(asked.at(-1)).toMatchObject({
      status: 'waiting',
      pending: [{ callId: 'call_2' }, { callId: 'call_3' }, { callId: 'call_4' }],
    })
    const first = await app.answer('t', { type: 'result', callId: 'call_4', content: 'y!' })
    expect(resultsIn(first)).toEqual(['ok: y!'])
    expect(first.at(-1)).toMatchObject({ status: 'waiting', pending: [{ callId: 'call_2' }, { callId: 'call_3' }] })
    const second = await app.answer('t', { type: 'approve', callId: 'call_3' })
    expect(resultsIn(second)).toEqual(['ok: paid 3'])
    expect(resultsIn((await app.thread('t')).messages).toSorted()).toEqual(['ok: paid 3', 'ok: saw a', 'ok: y!'])
    expect(app.requests).toHaveLength(1)
    const last = await app.answer('t', { type: 'result', callId: 'call_2', content: 'x!' })
    expect(wordsIn(last)).toBe('All done.')
    expect(resultsIn(app.requests[1]?.messages ?? [])).toEqual(['ok: saw a', 'ok: x!', 'ok: paid 3', 'ok: y!'])
    expect(ran).toHaveLength(2)
  })

  test('may come again under the same ids in the next answer without being mistaken for the older ones', async () => {
    const step = calls(['read', { path: '/x' }])
    const app = await start({ steps: [step, step, says('Done.')] })
    await app.ask('t', 'Go.', { tools: pageTools('read') })
    const again = await app.answer('t', { type: 'result', callId: 'call_1', content: 'first' })
    expect(again.at(-1)).toMatchObject({ pending: [{ callId: 'call_1-2' }] })
    await app.answer('t', { type: 'result', callId: 'call_1-2', content: 'second' })
    const { messages } = await app.thread('t')
    expect(resultsIn(messages)).toEqual(['ok: first', 'ok: second'])
    expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length)
  })
})

describe('a call whose arguments look like a record of LangChain', () => {
  const record = { lc: 1, type: 'constructor', id: ['langchain_core', 'messages', 'HumanMessage'], kwargs: { content: 'no' } }

  test('is kept as the model wrote it, and the thread goes on', async () => {
    const input = { record, gone: { lc: 2, type: 'undefined' }, made: { lc: 2, type: 'constructor', id: ['Set'], args: [[1]] } }
    const app = await start({ steps: [calls(['read', input]), says('Done.')] })
    await app.ask('t', 'Go.', { tools: pageTools('read') })
    expect((await app.thread('t')).messages[1]?.parts[0]).toMatchObject({ type: 'tool-call', input })
    const events = await app.answer('t', { type: 'result', callId: 'call_1', content: 'odd', data: record })
    expect(wordsIn(events)).toBe('Done.')
    expect((await app.thread('t')).messages.flatMap(({ parts }): readonly object[] => parts)).toMatchObject([
      { text: 'Go.' },
      { input },
      { data: record },
      { text: 'Done.' },
    ])
  })
})

describe('a call that nobody can run', () => {
  test('is told to the model: a tool that does not exist, and a call that could not be read', async () => {
    const broken = {
      ...says(''),
      value: [
        { type: 'message-start', messageId: 'b', model: 'actor' },
        { type: 'part-start', part: 0, kind: 'tool-call', callId: 'c', name: 'look' },
        {
          type: 'part-end',
          part: 0,
          value: { type: 'broken-call', id: 'c', name: 'look', source: '{', problem: 'It never ends.' },
        },
        { type: 'message-end', reason: 'calls' },
      ] as const,
    }.value
    const app = await start({ steps: [calls(['fly', {}]), broken, says('I give up.')], tools: [look] })
    const events = await app.ask('t', 'Fly.')
    expect(resultsIn(events)).toEqual([
      'error: There is no tool fly. There are: look.',
      'error: Your call could not be read, so nothing was executed. It never ends. Write the whole call again, corrected.',
    ])
    expect(wordsIn(events)).toContain('I give up.')
  })
})

const shown = (...more: readonly StreamEvent[]): readonly StreamEvent[] => [
  { type: 'message-start', messageId: 'shown', model: 'actor' },
  { type: 'part-start', part: 0, kind: 'tool-call', callId: 'offered', name: 'look' },
  {
    type: 'part-end',
    part: 0,
    value: {
      type: 'broken-call',
      id: 'offered',
      name: 'look',
      source: '`look(at: a)`',
      problem: 'It was only shown.',
      offer: { type: 'tool-call', id: 'offered', name: 'look', input: { at: 'a' } },
    },
  },
  ...more,
  { type: 'message-end', reason: 'done' },
]

describe('a call that was only shown', () => {
  test('ends the turn: the user sees it, nothing runs, and the model is not asked for it again', async () => {
    ran.length = 0
    const app = await start({ steps: [shown(), says('Anything else?')], tools: [look] })
    const events = await app.ask('t', 'How would you look?')
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'part-end', value: expect.objectContaining({ offer: expect.anything() }) }),
    )
    expect(resultsIn(events)).toEqual([])
    expect(events.at(-1)).toEqual({ type: 'turn-end', threadId: 't', status: 'idle', pending: [] })
    expect(app.requests).toHaveLength(1)
    expect(wordsIn(await app.ask('t', 'I see.'))).toContain('Anything else?')
    expect(ran).toEqual([])
    expect(app.bugs).toEqual([])
  })

  test('beside a call that was meant is no reason to ask for it again', async () => {
    ran.length = 0
    const meant = { type: 'tool-call', id: 'c', name: 'look', input: { at: 'b' } } as const
    const call = [
      { type: 'part-start', part: 1, kind: 'tool-call', callId: 'c', name: 'look' },
      { type: 'part-end', part: 1, value: meant },
    ] as const
    const app = await start({ steps: [shown(...call), says('Seen.')], tools: [look] })
    const events = await app.ask('t', 'Look.')
    expect(resultsIn(events)).toEqual(['ok: saw b'])
    expect(ran.map(({ input }) => input)).toEqual([{ at: 'b' }])
    expect(wordsIn(events)).toContain('Seen.')
  })
})

describe('a turn', () => {
  test('ends at its limit of steps, and a new question goes on', async () => {
    const app = await start({
      steps: [calls(['look', { at: 'a' }]), calls(['look', { at: 'b' }]), says('Here again.')],
      tools: [look],
      config: { limits: { steps: 2 } },
    })
    const events = await app.ask('t', 'Look and look.')
    expect(events.slice(-2)).toMatchObject([
      { type: 'turn-end', status: 'failed' },
      { type: 'fault', fault: { code: 'turn/too-many-steps' } },
    ])
    expect(await app.thread('t')).toMatchObject({ status: 'failed', fault: { code: 'turn/too-many-steps' } })
    const refused = await app.send('/api/threads/t/resume', {})
    expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('Send a message to go on')])
    expect(wordsIn(await app.ask('t', 'Go on.'))).toBe('Here again.')
    expect(await app.thread('t')).toMatchObject({ status: 'idle' })
  })

  test('that the model server failed is kept, and asked again when somebody says so', async () => {
    const fault = { code: 'provider/unavailable', message: 'The model is away.', retryable: true } as const
    const app = await start({ steps: [calls(['look', { at: 'a' }]), [{ type: 'fault', fault }], says('Back.')], tools: [look] })
    const events = await app.ask('t', 'Look.')
    expect(events.at(-1)).toEqual({ type: 'fault', fault: { ...fault, requestId: expect.any(String) } })
    expect(await app.thread('t')).toMatchObject({ status: 'failed', fault })
    expect(wordsIn(await app.events('/api/threads/t/resume', {}))).toBe('Back.')
    const thread = await app.thread('t')
    expect(thread).toMatchObject({ status: 'idle' })
    expect(thread).not.toHaveProperty('fault')
  })

  test('goes on without calls that nobody decided about when the user asks something new', async () => {
    ran.length = 0
    const app = await start({
      steps: [calls(['look', { at: 'a' }], ['pay', { amount: 1 }]), says('Never mind.')],
      tools: [look, pay],
    })
    await app.ask('t', 'Pay.')
    await app.ask('t', 'Forget it.')
    const { messages } = await app.thread('t')
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user', 'assistant'])
    expect(resultsIn(messages)).toEqual(['ok: saw a', expect.stringMatching(/^cancelled: The user went on/)])
    expect(ran).toHaveLength(1)
  })

  test('that is cancelled while it waits ends there, with results that say so', async () => {
    const app = await start({ steps: [calls(['pay', { amount: 1 }], ['read', {}])], tools: [pay] })
    await app.ask('t', 'Pay.', { tools: pageTools('read') })
    const response = await app.send('/api/threads/t/cancel', {})
    expect(await response.json()).toMatchObject({ status: 'idle', pending: [] })
    expect(resultsIn((await app.thread('t')).messages)).toEqual([
      expect.stringMatching(/^cancelled/),
      expect.stringMatching(/^cancelled/),
    ])
    expect(app.requests).toHaveLength(1)
  })

  test('that is cancelled while the model speaks keeps what was said', async () => {
    const app = await start({
      steps: [
        async function* (_, signal) {
          yield says('Once upon').slice(0, 3)
          await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
        },
        says('The end.'),
      ],
    })
    const asked = app.ask('t', 'Tell me.')
    await expect.poll(async () => (await app.thread('t')).status).toBe('running')
    await expect.poll(() => app.requests.length).toBe(1)
    expect(await (await app.send('/api/threads/t/cancel', {})).json()).toMatchObject({ status: 'idle' })
    expect((await asked).slice(-2)).toMatchObject([
      { type: 'message-end', reason: 'stopped' },
      { type: 'turn-end', status: 'idle' },
    ])
    expect((await app.thread('t')).messages.at(-1)).toMatchObject({ role: 'assistant', parts: [{ text: 'Once upon' }] })
    expect(wordsIn(await app.ask('t', 'Go on.'))).toBe('The end.')
  })

  test('that is cancelled while a tool runs stops the tool and asks nothing more', async () => {
    let stopped = false
    const slow = defineBackendTool({
      name: 'slow',
      description: 'Slow.',
      input: z.object({}),
      run: async (_, { signal }) => {
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
        stopped = true
        return 'too late'
      },
    })
    const app = await start({ steps: [calls(['slow', {}])], tools: [slow] })
    const asked = app.ask('t', 'Take your time.')
    await expect.poll(async () => (await app.thread('t')).messages.length).toBe(2)
    await app.send('/api/threads/t/cancel', {})
    expect(resultsIn(await asked)).toEqual(['cancelled: The call was cancelled.'])
    expect(stopped).toBe(true)
    expect(app.requests).toHaveLength(1)
  })
})
