import type { JsonObject, ToolCall, ToolResult } from '@parley/dialects'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { housePolicy } from '../approval/policy.ts'
import { denyPaths } from '../approval/rules.ts'
import { blankThread } from '../conversation/conversation.ts'
import type { Conversation } from '../conversation/conversation-contract.ts'
import { memoryThreadStorage, type ThreadStorage } from '../storage/thread-storage.ts'
import { defineTool } from '../tools/define-tool.ts'
import { createExecutor } from '../tools/executor.ts'
import type { Tool } from '../tools/tool.ts'
import { openPlacedConversation } from './placed-conversation.ts'
import { createServerThreads, type ServerThreads } from './server-threads.ts'
import { answeredWith, ScriptedThreads, waitingFor } from './testing/scripted-threads.ts'
import { createThreadClient } from './thread-client.ts'
import type { ThreadDocument } from './thread-document.ts'

const call = (name: string, input: JsonObject, id = 'c1'): ToolCall => ({ type: 'tool-call', id, name, input })
const done = (text: string, callId = 'c1'): ToolResult => ({
  type: 'tool-result',
  callId,
  name: 'note',
  outcome: 'ok',
  content: [{ type: 'text', text }],
})

const said = (role: 'user' | 'assistant', id: string) => ({ role, id, parts: [{ type: 'text', text: id }] }) as const

const open: (Conversation | ServerThreads)[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.close()
})

interface Scene {
  readonly server: ScriptedThreads
  readonly storage: ThreadStorage
  /** What the page's tool was run with. */
  readonly ran: string[]
  tab(): Promise<Conversation>
}

/** A thread on a server, and a page with one tool. */
function scene(document: ThreadDocument, more: readonly Tool[] = []): Scene {
  const server = new ScriptedThreads()
  server.document = document
  const storage = memoryThreadStorage()
  const ran: string[] = []
  const note = defineTool({
    name: 'note',
    description: 'Keeps a note.',
    parameters: z.object({ path: z.string() }),
    effects: ({ path }) => [{ kind: 'write-files', path }],
    execute: ({ path }) => {
      ran.push(path)
      return `kept ${path}`
    },
  })
  const client = createThreadClient({ url: 'http://server/api', fetch: server.fetch })
  const tab = async () => {
    const threads = createServerThreads({ client, storage, pace: () => 20 })
    await threads.ready
    const conversation = await openPlacedConversation(
      {
        threadId: document.id,
        storage,
        respond: () => {
          throw new Error('Nobody asks a model from here.')
        },
        executor: () => createExecutor([note, ...more]),
        policy: housePolicy({ rules: [denyPaths(['/locked/**'], ['write-files'], 'you')] }),
        request: () => ({ model: 'm' }),
        schedule: (show) => show(),
      },
      { client, threads, onFork: async () => {} },
    )
    open.push(conversation, threads)
    return conversation
  }
  return { server, storage, ran, tab }
}

const callsIn = (conversation: Conversation) => [...conversation.getSnapshot().calls.values()]
const stagesOf = (conversation: Conversation) => callsIn(conversation).map(({ stage }) => stage)
const wordsIn = (conversation: Conversation) =>
  conversation.getSnapshot().messages.map(({ parts }) => parts.map((part) => ('text' in part ? part.text : '')).join(''))

/** The first call, once it stands where the test wants it. */
async function once(conversation: Conversation, stage: string) {
  await expect.poll(() => stagesOf(conversation)[0]).toBe(stage)
  const [first] = callsIn(conversation)
  if (!first || !('record' in first)) throw new Error('There is no call.')
  return first
}

describe('a call of the page', () => {
  test('runs here after a yes, and its result is told to the server once', async () => {
    const { server, ran, tab } = scene(waitingFor('t', [call('note', { path: '/a' })], 'page'))
    server.onTold = () => {
      server.document = server.document && answeredWith(server.document, [done('kept /a')], 'Kept.')
    }
    const conversation = await tab()
    const { key, record } = await once(conversation, 'awaiting')
    expect(await conversation.decide(key, { kind: 'allow', hash: record.hash })).toEqual({ ok: true })
    await expect.poll(() => conversation.getSnapshot().status.kind).toBe('idle')
    expect(ran).toEqual(['/a'])
    expect(server.told).toEqual([[{ type: 'result', callId: 'c1', outcome: 'ok', content: 'kept /a', data: 'kept /a' }]])
    expect(wordsIn(conversation)).toEqual(['Please', 'I will.', 'Kept.'])
    expect(stagesOf(conversation)).toEqual(['succeeded'])
  })

  test('is told with the arguments that ran, where the user changed them', async () => {
    const { server, ran, tab } = scene(waitingFor('t', [call('note', { path: '/a' })], 'page'))
    const conversation = await tab()
    const { key } = await once(conversation, 'awaiting')
    await conversation.decide(key, { kind: 'edit', input: { path: '/b' } })
    await expect.poll(() => server.told).toHaveLength(1)
    expect(ran).toEqual(['/b'])
    expect(server.told[0]).toMatchObject([{ content: 'kept /b', input: { path: '/b' } }])
  })

  test('that a rule forbids is told as denied, and never runs', async () => {
    const { server, ran, tab } = scene(waitingFor('t', [call('note', { path: '/locked/a' })], 'page'))
    await tab()
    await expect.poll(() => server.told).toHaveLength(1)
    expect(server.told[0]).toMatchObject([{ type: 'result', outcome: 'denied' }])
    expect(ran).toEqual([])
  })

  test('that is rejected waits for the user, who may take it back, and is told when the model shall go on', async () => {
    const { server, tab } = scene(waitingFor('t', [call('note', { path: '/a' })], 'page'))
    const conversation = await tab()
    const { key } = await once(conversation, 'awaiting')
    await conversation.decide(key, { kind: 'reject' })
    await once(conversation, 'rejected')
    await conversation.whenIdle()
    expect(server.told).toEqual([])
    await conversation.undoReject(key)
    await once(conversation, 'awaiting')
    await conversation.decide(key, { kind: 'reject', reason: 'wrong file', resume: true })
    await expect.poll(() => server.told).toHaveLength(1)
    expect(server.told[0]).toMatchObject([{ outcome: 'denied', content: expect.stringContaining('wrong file') }])
  })

  test('is run by one of two tabs, and told by one', async () => {
    const { server, ran, tab } = scene(waitingFor('t', [call('note', { path: '/a' })], 'page'))
    server.onTold = () => {
      server.document = server.document && answeredWith(server.document, [done('kept /a')], 'Kept.')
    }
    const tabs = [await tab(), await tab()]
    const waiting = await Promise.all(tabs.map((one) => once(one, 'awaiting')))
    await Promise.all(
      tabs.map((one, at) => one.decide(waiting[at]?.key ?? '', { kind: 'allow', hash: waiting[at]?.record.hash ?? '' })),
    )
    for (const one of tabs) await expect.poll(() => wordsIn(one).at(-1)).toBe('Kept.')
    expect(ran).toEqual(['/a'])
    expect(server.told).toHaveLength(1)
  })

  test('is told as soon as it is done, although another of the same answer still waits', async () => {
    const calls = [call('note', { path: '/a' }), call('note', { path: '/b' }, 'c2')]
    const { server, ran, tab } = scene(waitingFor('t', calls, 'page'))
    server.onTold = () => {
      const { document } = server
      const partly = { role: 'tool', id: 'a1-results', parts: [done('kept /a')] } as const
      if (document)
        server.document = { ...document, pending: document.pending.slice(1), messages: [...document.messages, partly] }
    }
    const conversation = await tab()
    const { key, record } = await once(conversation, 'awaiting')
    await conversation.decide(key, { kind: 'allow', hash: record.hash })
    await expect.poll(() => server.told.map((answers) => answers.map(({ callId }) => callId))).toEqual([['c1']])
    const waiting = { kind: 'waiting', keys: [expect.stringContaining('#2')] }
    await expect.poll(() => conversation.getSnapshot().status).toMatchObject(waiting)
    expect(stagesOf(conversation)).toEqual(['succeeded', 'awaiting'])
    expect(ran).toEqual(['/a'])
  })

  test('that another browser has answered does not run', async () => {
    const { server, ran, tab } = scene(waitingFor('t', [call('note', { path: '/a' })], 'page'))
    const conversation = await tab()
    const { key, record } = await once(conversation, 'awaiting')
    server.document = server.document && answeredWith(server.document, [done('kept there')], 'Kept there.')
    await conversation.decide(key, { kind: 'allow', hash: record.hash })
    await expect.poll(() => wordsIn(conversation).at(-1)).toBe('Kept there.')
    expect(ran).toEqual([])
    expect(server.told).toEqual([])
  })

  test('waits while the server cannot be reached, and runs when it is back', async () => {
    const { server, ran, tab } = scene(waitingFor('t', [call('note', { path: '/a' })], 'page'))
    const conversation = await tab()
    const { key, record } = await once(conversation, 'awaiting')
    server.isDown = true
    await conversation.decide(key, { kind: 'allow', hash: record.hash })
    await expect.poll(() => conversation.getSnapshot().server?.reachable).toBe(false)
    expect(ran).toEqual([])
    server.isDown = false
    await expect.poll(() => server.told).toHaveLength(1)
    expect(ran).toEqual(['/a'])
  })
})

describe('a call of the server', () => {
  test('asks with the server’s reason, and is approved with the arguments that the user made of it', async () => {
    const { server, tab } = scene(waitingFor('t', [call('pay', { sum: 5 })], 'approval'))
    server.onTold = () => {
      server.document = server.document && answeredWith(server.document, [done('paid')], 'Paid.')
    }
    const conversation = await tab()
    const { key, record } = await once(conversation, 'awaiting')
    expect(record.verdict).toMatchObject({ author: 'server', reason: 'It costs money.' })
    await conversation.decide(key, { kind: 'edit', input: { sum: 4 } })
    await expect.poll(() => wordsIn(conversation).at(-1)).toBe('Paid.')
    expect(server.told).toEqual([[{ type: 'approve', callId: 'c1', input: { sum: 4 } }]])
    expect(stagesOf(conversation)).toEqual(['succeeded'])
  })

  test('is rejected with a reason', async () => {
    const { server, tab } = scene(waitingFor('t', [call('pay', { sum: 5 })], 'approval'))
    const conversation = await tab()
    const { key } = await once(conversation, 'awaiting')
    await conversation.decide(key, { kind: 'reject', reason: 'too much', resume: true })
    await expect.poll(() => server.told).toEqual([[{ type: 'reject', callId: 'c1', reason: 'too much' }]])
  })

  test('that somebody else has decided about is read, not fought over', async () => {
    const { server, tab } = scene(waitingFor('t', [call('pay', { sum: 5 })], 'approval'))
    server.onTold = () => {
      server.document = server.document && answeredWith(server.document, [done('paid')], 'Paid there.')
      return 409
    }
    const conversation = await tab()
    const { key, record } = await once(conversation, 'awaiting')
    await conversation.decide(key, { kind: 'allow', hash: record.hash })
    await expect.poll(() => wordsIn(conversation).at(-1)).toBe('Paid there.')
    expect(server.told).toHaveLength(1)
  })
})

const echo = (fingerprint = 'f1'): Tool => ({
  spec: { name: 'it__echo', description: 'Says it again.', parameters: { type: 'object' } },
  identity: fingerprint,
  onServer: { fingerprint },
  check: (input) => ({ kind: 'valid', value: input }),
  effects: () => [{ kind: 'unknown' }],
  preview: async () => ({ sentence: 'Call echo of it', says: { by: 'it', text: 'Says it again.' } }),
  run: async () => {
    throw new Error('The server runs it.')
  },
})
const waitingEcho = (fingerprint = 'f1') => {
  const document = waitingFor('t', [call('it__echo', { message: 'hi' })], 'approval')
  const says = { by: 'it', text: 'Says it again.' }
  return { ...document, pending: document.pending.map((pending) => ({ ...pending, fingerprint, says })) }
}

describe('a call of a tool that page and server know', () => {
  test('is sent as chosen, with the definition that was looked at, and not as a tool of the page', async () => {
    const { server, tab } = scene({ ...waitingEcho(), status: 'idle', pending: [] }, [echo()])
    const conversation = await tab()
    await expect.poll(() => wordsIn(conversation).length).toBeGreaterThan(0)
    await conversation.send('Again')
    await expect.poll(() => server.asked.length).toBe(1)
    expect(server.asked[0]).toMatchObject({ config: { mcpTools: [{ name: 'it__echo', fingerprint: 'f1' }] } })
    expect(Object.keys((server.asked[0] as { tools: object }).tools)).toEqual(['note'])
  })

  test('is judged by the page: it asks, a grant given once answers the next by itself, and plan mode says no', async () => {
    const first = scene(waitingEcho(), [echo()])
    const conversation = await first.tab()
    const { key, record } = await once(conversation, 'awaiting')
    expect(record.verdict).toMatchObject({ kind: 'ask', author: 'parley' })
    const [grant] = record.verdict?.kind === 'ask' ? record.verdict.offers : []
    expect(grant).toBeDefined()
    await conversation.decide(key, { kind: 'allow', hash: record.hash, ...(grant && { grant }) })
    await expect.poll(() => first.server.told).toEqual([[{ type: 'approve', callId: 'c1' }]])
    expect(await first.storage.grants.list()).toHaveLength(1)

    const again = waitingFor('t', [call('it__echo', { message: 'hi' }, 'c2')], 'approval')
    const messages = again.messages.map((message) => (message.id === 'a1' ? { ...message, id: 'a9' } : message))
    first.server.document = { ...again, messages, pending: again.pending.map((pending) => ({ ...pending, fingerprint: 'f1' })) }
    await expect.poll(() => first.server.told).toEqual([[{ type: 'approve', callId: 'c1' }], [{ type: 'approve', callId: 'c2' }]])

    const planning = scene(waitingEcho(), [echo()])
    await planning.storage.threads.create({ ...blankThread('t', 1), place: 'server', mode: 'plan' })
    await planning.tab()
    await expect.poll(() => planning.server.told[0]?.[0]).toMatchObject({ type: 'reject', callId: 'c1' })
  })

  test('that is not the one that was looked at asks, with what its server says of it, and no grant counts', async () => {
    const { server, tab } = scene(waitingEcho('another'), [echo()])
    const conversation = await tab()
    const { record } = await once(conversation, 'awaiting')
    expect(record.verdict).toMatchObject({ author: 'server', offers: [] })
    await expect.poll(() => callsIn(conversation)[0]).toMatchObject({ preview: { says: { by: 'it' } } })
    expect(server.told).toEqual([])
  })

  test('that asks back is put to the person, question after question, each answered once', async () => {
    const question = { mode: 'form', by: 'it', message: 'Which?', schema: { type: 'object', properties: {} } }
    const document = waitingEcho()
    const asking = (asks: number): ThreadDocument => ({
      ...document,
      updatedAt: 5000 + asks,
      pending: [{ callId: 'c1', name: 'it__echo', input: {}, kind: 'input', question, asks }],
    })
    const { server, tab } = scene(asking(0), [echo()])
    server.onTold = ([answer]) => {
      const isLast = answer?.type === 'input' && answer.asks === 1
      server.document = isLast ? answeredWith(document, [done('ordered')], 'Ordered.') : asking(1)
    }
    const conversation = await tab()
    const { key } = await once(conversation, 'asking')
    await conversation.answer(key, { action: 'accept', content: { size: 'large' } })
    await expect
      .poll(() => server.told)
      .toEqual([[{ type: 'input', callId: 'c1', asks: 0, action: 'accept', content: { size: 'large' } }]])
    await once(conversation, 'asking')
    await conversation.answer(key, { action: 'decline' })
    await expect.poll(() => wordsIn(conversation).at(-1)).toBe('Ordered.')
    expect(server.told).toHaveLength(2)
    expect(server.told[1]).toEqual([{ type: 'input', callId: 'c1', asks: 1, action: 'decline' }])
  })
})

const batch = (...events: readonly object[]) => `data: ${JSON.stringify(events)}\n\n`

describe('a turn on the server', () => {
  const start = batch({ type: 'turn-start', threadId: 't', turnId: 'x' })
  const begun = batch({ type: 'message-start', messageId: 'a1', model: 'm' }, { type: 'part-start', part: 0, kind: 'text' })
  const half = batch({ type: 'part-delta', part: 0, text: 'Half' })

  test('is listened to again after the connection broke, from its beginning, and nothing is missed', async () => {
    const waiting = waitingFor('t', [], 'page')
    const running: ThreadDocument = { ...waiting, status: 'running', messages: waiting.messages.slice(0, 1) }
    const { server, tab } = scene(running)
    server.streams = [
      [start, begun, half, undefined],
      [start, begun, half, batch({ type: 'part-delta', part: 0, text: ' and half' })],
    ]
    const conversation = await tab()
    const seen: string[] = []
    conversation.subscribe(() => seen.push(wordsIn(conversation).at(-1) ?? ''))
    await expect.poll(() => seen).toContain('Half and half')
    server.document = { ...waiting, status: 'idle', updatedAt: 5000 }
    await expect.poll(() => wordsIn(conversation)).toEqual(['Please', 'I will.'])
    expect(seen.slice(seen.indexOf('Half')), 'what was shown does not vanish before it is told again').not.toContain('Please')
  })

  test('that failed says why, and is taken up where it was', async () => {
    const fault = { code: 'provider/unavailable', message: 'The model is away.', retryable: true } as const
    const { server, tab } = scene({ ...waitingFor('t', [], 'page'), status: 'failed', fault })
    server.onTold = () => {
      server.document = server.document && answeredWith(server.document, [], 'Here I am.')
    }
    const conversation = await tab()
    await expect.poll(() => conversation.getSnapshot().status).toEqual({ kind: 'unanswered', fault })
    expect(await conversation.retry()).toEqual({ ok: true })
    await expect.poll(() => wordsIn(conversation).at(-1)).toBe('Here I am.')
    expect(server.told).toEqual([[]])
  })

  test('that used up its steps asks whether to go on, and is told to', async () => {
    const fault = { code: 'turn/too-many-steps', message: 'Too many.', retryable: false } as const
    const { server, tab } = scene({ ...waitingFor('t', [], 'page'), status: 'failed', fault })
    const conversation = await tab()
    await expect.poll(() => conversation.getSnapshot().status).toMatchObject({ kind: 'question', limit: 'steps', steps: 1 })
    await conversation.proceed()
    await expect.poll(() => server.asked).toMatchObject([{ messages: [{ role: 'assistant' }, { role: 'user' }] }])
  })

  test('a thread that was deleted elsewhere stays here as a chat', async () => {
    const { server, storage, tab } = scene(answeredWith(waitingFor('t', [], 'page'), [], 'Done.'))
    const conversation = await tab()
    await expect.poll(() => wordsIn(conversation).at(-1)).toBe('Done.')
    server.document = undefined
    await conversation.retry()
    await expect.poll(() => conversation.getSnapshot().server).toBeUndefined()
    expect(wordsIn(conversation)).toEqual(['Please', 'I will.', 'Done.'])
    expect((await storage.threads.find('t'))?.place).toBeUndefined()
  })

  test('a chat goes there with its next message, and takes everything along', async () => {
    const { server, storage, tab } = scene(waitingFor('t', [], 'page'))
    server.document = undefined
    await storage.threads.create(blankThread('t', 1))
    const node = { threadId: 't', createdAt: 1 }
    await storage.threads.append({
      ...node,
      id: 'u0',
      message: { role: 'user', id: 'u0', parts: [{ type: 'text', text: 'Hello' }] },
    })
    const hi = { role: 'assistant', id: 'a0', parts: [{ type: 'text', text: 'Hi.' }] } as const
    await storage.threads.append({ ...node, id: 'a0', parentId: 'u0', message: hi, notes: { model: 'm' } })
    const conversation = await tab()
    await conversation.moves?.moveTo('server')
    await expect.poll(() => conversation.getSnapshot().server).toBeDefined()
    expect(server.asked).toEqual([])
    await conversation.send('Go on')
    await expect.poll(() => server.asked).toHaveLength(1)
    expect(server.asked[0]).toMatchObject({
      config: { mode: 'agent', threadId: 't' },
      tools: { note: { description: 'Keeps a note.' } },
      messages: [
        { id: 'u0', role: 'user' },
        { id: 'a0', role: 'assistant', parts: [{ type: 'text', text: 'Hi.' }] },
        { role: 'user', parts: [{ type: 'text', text: 'Go on' }] },
      ],
    })
  })
})

test('what the server was told to sum up is shown as summed up in every browser, and taken back there', async () => {
  const messages = [said('user', 'q1'), said('assistant', 'r1'), said('user', 'q2'), said('assistant', 'r2')]
  const { server, storage, tab } = scene({ ...waitingFor('t', [], 'page'), status: 'idle', pending: [], messages })
  const asked: unknown[] = []
  server.onSummed = (door, body) => {
    asked.push(body)
    const { summaries: _former, ...rest } = server.document ?? waitingFor('t', [], 'page')
    const summary = { upTo: 'r1', text: 'Short.', model: 'm', createdAt: 1 }
    server.document = { ...rest, updatedAt: rest.updatedAt + 1, ...(door === 'POST' && { summaries: [summary] }) }
  }
  const conversation = await tab()
  await expect.poll(() => wordsIn(conversation)).toEqual(['q1', 'r1', 'q2', 'r2'])
  expect(await conversation.summarise(new AbortController().signal)).toEqual({ ok: true })
  await expect.poll(() => conversation.getSnapshot().summary).toMatchObject({ text: 'Short.' })
  const [first, second] = conversation.getSnapshot().messages
  expect(conversation.getSnapshot().summary?.hidden).toEqual([first?.id, second?.id])
  expect(asked).toEqual([{ model: 'm' }])
  expect((await storage.threads.read('t'))?.nodes, 'nothing is lost').toHaveLength(4)
  expect(await conversation.undoSummary()).toEqual({ ok: true })
  await expect.poll(() => conversation.getSnapshot().summary).toBeUndefined()
  server.isDown = true
  expect(await conversation.summarise(new AbortController().signal)).toMatchObject({ ok: false })
})

test('an answer on the server says who wrote it and what it took, in a browser that sees it for the first time', async () => {
  const messages = [said('user', 'q1'), said('assistant', 'r1'), said('user', 'q2'), said('assistant', 'r2')]
  const notes = [{ id: 'r2', model: 'second', usage: { inputTokens: 10, outputTokens: 2 } }]
  const idle = { ...waitingFor('t', [], 'page'), status: 'idle', pending: [], messages, notes } as const
  const conversation = await scene(idle).tab()
  await expect.poll(() => wordsIn(conversation)).toHaveLength(4)
  const written = conversation
    .getSnapshot()
    .messages.flatMap((message) => (message.role === 'assistant' ? [[message.model, message.usage]] : []))
  expect(written).toEqual([
    ['', undefined],
    ['second', { inputTokens: 10, outputTokens: 2 }],
  ])
})
