import { type JsonValue, plainText } from '@parley/dialects'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { housePolicy } from '../approval/policy.ts'
import { denyPaths } from '../approval/rules.ts'
import type { Rule } from '../approval/verdict.ts'
import { toldSentence } from '../ledger/call-record.ts'
import { memoryThreadStorage, type ThreadStorage } from '../storage/thread-storage.ts'
import { defineTool, toolOutput } from '../tools/define-tool.ts'
import { resultGate } from '../turn/result-gate.ts'
import { ask, callPart, createWorld, doublingTool, openTab, say, type World } from './testing/open-tab.ts'

const lastResults = (world: World) => {
  const message = world.requests.at(-1)?.messages.findLast((each) => each.role === 'tool')
  return message?.role === 'tool' ? message.parts : []
}

const notAtNight: Rule = () => ({ kind: 'deny', rule: 'night', author: 'you', reason: 'It is night.', yields: true })

describe('the loop', () => {
  test('a call waits for the user, runs once, and its result starts the next request', async () => {
    const world = createWorld()
    const tab = await openTab(world, [ask(callPart('double', { n: 21 })), say('It is 42.')])
    await tab.conversation.send('Double 21')
    await tab.status('waiting')
    expect(world.runs).toEqual([])
    expect(tab.call()).toMatchObject({
      stage: 'awaiting',
      preview: { sentence: 'Double 21' },
      record: { verdict: { rule: 'asks-run-code' } },
    })

    expect(await tab.allow()).toEqual({ ok: true })
    await tab.says('It is 42.')
    expect(world.runs).toEqual([{ n: 21 }])
    expect(tab.call()).toMatchObject({ stage: 'succeeded', record: { result: { data: 42 }, attempt: 1 } })
    expect(lastResults(world)).toMatchObject([{ callId: 'call_1', outcome: 'ok', data: 42 }])
    expect(tab.state).toMatchObject({ title: 'Double 21' })
    expect(world.errors).toEqual([])
  })

  test('what is on screen and has not changed is not made anew, so that a long thread is not drawn again', async () => {
    const world = createWorld()
    const tab = await openTab(world, [ask(callPart('double', { n: 21 })), say('It is 42.'), say('You are welcome.')])
    await tab.conversation.send('Double 21')
    await tab.allow()
    await tab.says('It is 42.')
    await tab.conversation.whenIdle()
    const { messages, calls } = tab.state
    await tab.conversation.send('Thanks')
    await tab.says('You are welcome.')
    await tab.conversation.whenIdle()
    expect(tab.state.messages.slice(0, 3).map((message, index) => message === messages[index])).toEqual([true, true, true])
    expect([...tab.state.calls.values()][0]).toBe([...calls.values()][0])
  })

  test('calls run one after another in the order written, and the same id in every answer confuses nobody', async () => {
    const world = createWorld()
    const first = ask(callPart('double', { n: 1 }, 'call_1'), callPart('double', { n: 2 }, 'call_1'))
    const tab = await openTab(world, [first, ask(callPart('double', { n: 3 }, 'call_1')), say('Done.')])
    await tab.conversation.send('Go')
    await tab.status('waiting')
    const second = await tab.stage('awaiting', 1)
    await tab.conversation.decide(second.key, { kind: 'allow', hash: second.record.hash })
    await tab.stage('queued', 1)
    expect(world.runs).toEqual([])
    await tab.allow(0)
    await tab.stage('awaiting', 2)
    expect(world.runs).toEqual([{ n: 1 }, { n: 2 }])
    expect(lastResults(world).map((result) => result.data)).toEqual([2, 4])
    await tab.allow(2)
    await tab.says('Done.')
    expect(world.runs).toHaveLength(3)
  })

  test('arguments the tool does not take and tools that do not exist come back as words, without a question', async () => {
    const world = createWorld()
    const tab = await openTab(world, [ask(callPart('double', { n: 'x' }), callPart('nope', {}, 'call_2')), say('Sorry.')])
    await tab.conversation.send('Go')
    await tab.says('Sorry.')
    expect(world.runs).toEqual([])
    expect(lastResults(world).map(plainText)).toEqual([
      expect.stringContaining('`n` must be a number, but the string "x" was given.'),
      'There is no tool named "nope". Available tools: double.',
    ])
  })

  test('the step budget ends in a question, and the user may go on', async () => {
    const world = createWorld()
    const steps = [1, 2, 3].map((n) => ask(callPart('double', { n })))
    const tab = await openTab(world, [...steps, say('Done.')], { maxSteps: 2 })
    await tab.conversation.setMode('auto')
    await tab.conversation.send('Go')
    await tab.status('question')
    expect(tab.state.status).toMatchObject({ kind: 'question', limit: 'steps', steps: 2 })
    expect(world.runs).toHaveLength(2)
    await tab.conversation.proceed()
    await tab.says('Done.')
    expect(world.runs).toHaveLength(3)
  })

  test('the time that tools ran ends in a question too, also after a reload, and the user may go on as long again', async () => {
    const world = createWorld()
    let clock = 0
    const double = doublingTool(world)
    const slow: typeof double = {
      ...double,
      run(input, context) {
        clock += 100
        return double.run(input, context)
      },
    }
    const limits = { maxRunMs: 160, now: () => clock, tools: [slow] }
    const script = [...[1, 2, 3].map((n) => ask(callPart('double', { n }))), say('Done.')]
    const tab = await openTab(world, script, limits)
    await tab.conversation.setMode('auto')
    await tab.conversation.send('Go')
    await tab.status('question')
    expect(tab.state.status).toEqual({ kind: 'question', limit: 'time', steps: 2, runMs: 200 })
    tab.conversation.close()
    const later = await openTab(world, script, limits)
    await later.status('question')
    await later.conversation.proceed()
    await later.says('Done.')
    expect(world.runs).toHaveLength(3)
  })

  test('the same call over and over is asked about, even in auto mode', async () => {
    const world = createWorld()
    const tab = await openTab(world, [...Array(4).fill(ask(callPart('double', { n: 1 }))), say('Done.')])
    await tab.conversation.setMode('auto')
    await tab.conversation.send('Go')
    await tab.status('waiting')
    expect(world.runs).toHaveLength(3)
    expect(tab.call(3).record.verdict).toMatchObject({ kind: 'ask', rule: 'repeated', offers: [] })
  })
})

describe('hostile and unlucky', () => {
  test('arguments nested a hundred thousand levels deep are a call that could not be read', async () => {
    const world = createWorld()
    let deep: JsonValue = 1
    for (let depth = 0; depth < 100_000; depth++) deep = [deep]
    const tab = await openTab(world, [], {
      respond: async function* () {
        yield [
          { type: 'message-start', messageId: 'm', model: 'demo' },
          { type: 'part-start', part: 0, kind: 'tool-call', callId: 'c', name: 'double' },
        ]
        yield [
          { type: 'part-end', part: 0, value: { type: 'tool-call', id: 'c', name: 'double', input: { n: deep } } },
          { type: 'message-end', reason: 'calls' },
        ]
      },
    })
    await tab.conversation.send('Go')
    expect((await tab.stage('malformed')).record.broken?.problem).toMatch(/nested more than 100 levels/)
    expect(world.errors).toEqual([])
  })

  test('a browser without room says so, loses nothing that was kept, and goes on once there is room', async () => {
    const storage = memoryThreadStorage()
    let isFull = false
    const { append } = storage.threads
    const cramped: ThreadStorage = {
      ...storage,
      threads: {
        ...storage.threads,
        append: (node) => (isFull ? Promise.reject(new DOMException('full', 'QuotaExceededError')) : append(node)),
      },
    }
    const world = createWorld(cramped)
    const tab = await openTab(world, [say('Hello.'), say('Again.')])
    await tab.conversation.send('One')
    await tab.says('Hello.')
    isFull = true
    expect(await tab.conversation.send('Two')).toMatchObject({ ok: false })
    isFull = false
    await tab.conversation.send('Two')
    isFull = true
    await tab.status('unanswered')
    expect(tab.state.status).toMatchObject({ fault: { code: 'store/full' } })
    isFull = false
    await tab.conversation.retry()
    await tab.says('Again.')
    expect(world.errors).toHaveLength(2)
  })
})

describe('deciding', () => {
  test('a plain rejection waits for the user, can be undone, and is told with the next message', async () => {
    const world = createWorld()
    const tab = await openTab(world, [ask(callPart('double', { n: 1 })), say('All right.')])
    await tab.conversation.send('Go')
    const call = await tab.stage('awaiting')
    await tab.conversation.decide(call.key, { kind: 'reject' })
    await tab.stage('rejected')
    expect(await tab.conversation.undoReject(call.key)).toEqual({ ok: true })
    await tab.stage('awaiting')
    await tab.conversation.decide(call.key, { kind: 'reject' })
    await tab.stage('rejected')
    expect(world.requests).toHaveLength(1)
    await tab.conversation.send('Leave it')
    await tab.says('All right.')
    expect(world.runs).toEqual([])
    expect(lastResults(world)).toMatchObject([{ outcome: 'denied' }])
    expect(plainText(lastResults(world)[0]!)).toContain('This is not a tool or system failure.')
    expect(await tab.conversation.undoReject(call.key)).toMatchObject({ ok: false })
  })

  test('a rejection with a reason goes on by itself and carries the reason', async () => {
    const world = createWorld()
    const tab = await openTab(world, [ask(callPart('double', { n: 1 })), say('All right.')])
    await tab.conversation.send('Go')
    const call = await tab.stage('awaiting')
    await tab.conversation.decide(call.key, { kind: 'reject', reason: 'Use 7 instead.', resume: true })
    await tab.says('All right.')
    expect(plainText(lastResults(world)[0]!)).toMatch(/^The user rejected this call with this reason: Use 7 instead\./)
  })

  test('an edited call runs with the new arguments, and the model is told', async () => {
    const world = createWorld()
    const tab = await openTab(world, [ask(callPart('double', { n: 1 })), say('Fine.')])
    await tab.conversation.send('Go')
    const call = await tab.stage('awaiting')
    expect(await tab.conversation.decide(call.key, { kind: 'edit', input: { n: 'seven' } })).toMatchObject({
      ok: false,
      error: expect.stringContaining('`n`'),
    })
    expect(await tab.conversation.decide(call.key, { kind: 'edit', input: { n: 7 } })).toEqual({ ok: true })
    await tab.says('Fine.')
    expect(world.runs).toEqual([{ n: 7 }])
    expect(lastResults(world)[0]).toMatchObject({ data: { note: expect.stringContaining('{"n":7}'), result: 14 } })
    expect(tab.call().record.call.input).toEqual({ n: 1 })
  })

  test('what is not the call that was shown does not run', async () => {
    const world = createWorld()
    const tab = await openTab(world, [ask(callPart('double', { n: 1 })), say('Fine.')])
    await tab.conversation.send('Go')
    const call = await tab.stage('awaiting')
    expect(await tab.conversation.decide(call.key, { kind: 'allow', hash: 'other' })).toMatchObject({ ok: false })
    expect(world.runs).toEqual([])
  })

  test('reject all rejects every call of the answer and nothing else', async () => {
    const world = createWorld()
    const tab = await openTab(world, [ask(callPart('double', { n: 1 }), callPart('double', { n: 2 }, 'b')), say('Ok.')])
    await tab.conversation.send('Go')
    const call = await tab.stage('awaiting', 1)
    await tab.conversation.decideAll(call.messageId, { kind: 'reject', resume: true })
    await tab.says('Ok.')
    expect(lastResults(world).map((result) => result.outcome)).toEqual(['denied', 'denied'])
  })

  test('execute all runs them in order', async () => {
    const world = createWorld()
    const tab = await openTab(world, [ask(callPart('double', { n: 1 }), callPart('double', { n: 2 }, 'b')), say('Ok.')])
    await tab.conversation.send('Go')
    const call = await tab.stage('awaiting', 1)
    const hashes = new Map([0, 1].map((index) => [tab.call(index).key, tab.call(index).record.hash]))
    await tab.conversation.decideAll(call.messageId, { kind: 'allow', hashes })
    await tab.says('Ok.')
    expect(world.runs).toEqual([{ n: 1 }, { n: 2 }])
  })

  test('execute all leaves a call alone that was not shown', async () => {
    const world = createWorld()
    const tab = await openTab(world, [ask(callPart('double', { n: 1 }), callPart('double', { n: 2 }, 'b')), say('Ok.')])
    await tab.conversation.send('Go')
    const call = await tab.stage('awaiting', 1)
    const first = tab.call(0)
    await tab.conversation.decideAll(call.messageId, { kind: 'allow', hashes: new Map([[first.key, first.record.hash]]) })
    await tab.stage('succeeded', 0)
    expect(tab.call(1).stage).toBe('awaiting')
    expect(world.runs).toEqual([{ n: 1 }])
  })

  test('a call allowed for this thread is not asked about again, until it is revoked', async () => {
    const world = createWorld()
    const tab = await openTab(
      world,
      [1, 2, 3].map((n) => ask(callPart('double', { n }))),
    )
    await tab.conversation.send('Go')
    const call = await tab.stage('awaiting')
    const { verdict } = call.record
    const grant =
      verdict?.kind === 'ask'
        ? verdict.offers.find((offer) => offer.scope.kind === 'effects' && offer.lifetime === 'thread')
        : undefined
    await tab.conversation.decide(call.key, { kind: 'allow', hash: call.record.hash, grant: grant! })
    await tab.stage('succeeded', 1)
    expect(tab.call(1).record.verdict).toMatchObject({ kind: 'allow', rule: 'granted' })
    const [given] = await world.storage.grants.list()
    expect(given).toMatchObject({ tool: 'double', threadId: 'thread', lastUsedAt: expect.any(Number) })
    await tab.until(() => world.runs.length === 3)

    await world.storage.grants.revoke(given!.id)
    await tab.status('idle')
    const again = await openTab(world, [ask(callPart('double', { n: 9 }))], {
      threadId: 'thread',
      respond: async function* (_request) {
        yield [
          { type: 'message-start', messageId: 'm', model: 'demo' },
          { type: 'part-start', part: 0, kind: 'tool-call', callId: 'x', name: 'double' },
        ]
        yield [
          { type: 'part-end', part: 0, value: { type: 'tool-call', id: 'x', name: 'double', input: { n: 9 } } },
          { type: 'message-end', reason: 'calls' },
        ]
      },
    })
    await again.conversation.send('Once more')
    await again.stage('awaiting', 3)
    expect(world.runs).toHaveLength(3)
  })

  test('a changed tool asks again', async () => {
    const world = createWorld()
    const tab = await openTab(world, [ask(callPart('double', { n: 1 })), ask(callPart('double', { n: 2 }))])
    await tab.conversation.send('Go')
    const call = await tab.stage('awaiting')
    await tab.conversation.decide(call.key, {
      kind: 'allow',
      hash: call.record.hash,
      grant: { tool: 'double', scope: { kind: 'effects', effects: [{ kind: 'run-code' }] }, lifetime: 'always' },
    })
    await tab.stage('succeeded', 1)
    const original = doublingTool(world)
    const other = { ...original, spec: { ...original.spec, description: 'Doubles a number and mails it to a stranger.' } }
    const changed = await openTab(world, [ask(callPart('double', { n: 1 }))], { threadId: 'another', tools: [other] })
    await changed.conversation.send('Go')
    expect((await changed.stage('awaiting')).record.verdict).toMatchObject({ rule: 'asks-run-code' })
  })

  test('a rule that forbids cannot be edited around', async () => {
    const world = createWorld()
    const write = defineTool({
      name: 'write',
      description: 'Writes.',
      parameters: z.object({ path: z.string() }),
      effects: ({ path }) => [{ kind: 'write-files', path }],
      execute: ({ path }) => {
        world.runs.push({ path })
      },
    })
    const policy = housePolicy({ rules: [denyPaths(['/locked/**'], ['write-files'], 'you')] })
    const tab = await openTab(
      world,
      [ask(callPart('write', { path: '/free' }), callPart('write', { path: '/locked/a' }, 'b')), say('Ok.')],
      { tools: [write], policy },
    )
    await tab.conversation.send('Go')
    const call = await tab.stage('awaiting')
    expect(await tab.conversation.decide(call.key, { kind: 'edit', input: { path: '/locked/b' } })).toEqual({
      ok: false,
      error: '/locked/b is locked.',
      words: { id: 'rules.locked-path' },
    })
    expect(await tab.stage('blocked', 1)).toMatchObject({ record: { result: { outcome: 'denied' } } })
    await tab.allow()
    await tab.says('Ok.')
    expect(world.runs).toEqual([{ path: '/free' }])
    expect(plainText(lastResults(world)[1]!)).toContain('Do not work around it.')
  })

  test('what planning refuses a person may run all the same, but not what is locked', async () => {
    const world = createWorld()
    const write = defineTool({
      name: 'write',
      description: 'Writes.',
      parameters: z.object({ path: z.string() }),
      effects: ({ path }) => [{ kind: 'write-files', path }],
      execute: ({ path }) => {
        world.runs.push({ path })
      },
    })
    const policy = housePolicy({ rules: [denyPaths(['/locked/**'], ['write-files'], 'you')] })
    const calls = [callPart('write', { path: '/free' }), callPart('write', { path: '/locked/a' }, 'b')]
    const tab = await openTab(world, [ask(...calls), say('Read only.')], { tools: [write], policy })
    await tab.conversation.setMode('plan')
    await tab.conversation.send('Go')
    await tab.says('Read only.')
    expect([tab.call(0).stage, tab.call(1).stage]).toEqual(['blocked', 'blocked'])
    expect(await tab.conversation.runAgain(tab.call(1).key)).toMatchObject({ ok: false, error: '/locked/a is locked.' })
    expect(await tab.conversation.runAgain(tab.call(0).key)).toEqual({ ok: true })
    await tab.stage('succeeded')
    expect(world.runs).toEqual([{ path: '/free' }])
  })

  test("a rule of one's own that yields to a person lets them run the call, unless another rule forbids it for good", async () => {
    const world = createWorld()
    const write = defineTool({
      name: 'write',
      description: 'Writes.',
      parameters: z.object({ path: z.string() }),
      effects: ({ path }) => [{ kind: 'write-files', path }],
      execute: ({ path }) => {
        world.runs.push({ path })
      },
    })
    const policy = housePolicy({ rules: [notAtNight, denyPaths(['/locked/**'], ['write-files'], 'you')] })
    const calls = [callPart('write', { path: '/free' }), callPart('write', { path: '/locked/a' }, 'b')]
    const tab = await openTab(world, [ask(...calls), say('Later.')], { tools: [write], policy })
    await tab.conversation.send('Go')
    await tab.says('Later.')
    expect([tab.call(0).record.verdict?.reason, tab.call(1).record.verdict?.reason]).toEqual([
      'It is night.',
      '/locked/a is locked.',
    ])
    expect(await tab.conversation.runAgain(tab.call(1).key)).toMatchObject({ ok: false, error: '/locked/a is locked.' })
    expect(await tab.conversation.runAgain(tab.call(0).key, { path: '/locked/b' })).toMatchObject({
      ok: false,
      error: '/locked/b is locked.',
    })
    expect(await tab.conversation.runAgain(tab.call(0).key)).toEqual({ ok: true })
    await tab.stage('succeeded')
    expect(world.runs).toEqual([{ path: '/free' }])
  })

  test('a plain yes to reading is for this once: the next call asks again', async () => {
    const world = createWorld()
    const read = defineTool({
      name: 'read',
      description: 'Reads.',
      parameters: z.object({ path: z.string() }),
      effects: ({ path }) => [{ kind: 'read-files', path }],
      execute: ({ path }) => path,
    })
    const tab = await openTab(world, [ask(callPart('read', { path: '/a' })), ask(callPart('read', { path: '/b' }))], {
      tools: [read],
    })
    await tab.conversation.send('Go')
    expect((await tab.stage('awaiting')).record.verdict).toMatchObject({ suggested: { lifetime: 'thread' } })
    await tab.allow()
    await tab.stage('awaiting', 1)
    expect(await world.storage.grants.list()).toEqual([])
  })

  test('what a program did is kept with its call, also when it was stopped half way', async () => {
    const world = createWorld()
    const half = defineTool({
      name: 'half',
      description: 'Deletes, then waits.',
      parameters: z.object({}),
      effects: [{ kind: 'run-code' }],
      execute: async (_args, { onEffect, signal }) => {
        onEffect?.({ kind: 'delete-files', path: '/a' })
        onEffect?.({ kind: 'delete-files', path: '/a' })
        world.runs.push({})
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
      },
    })
    const tab = await openTab(world, [ask(callPart('half', {})), say('Stopped.')], { tools: [half] })
    await tab.conversation.send('Go')
    await tab.allow()
    await tab.until(() => world.runs.length === 1)
    await tab.conversation.stopCall(tab.call().key)
    await tab.says('Stopped.')
    expect(tab.call(0).record.did).toEqual([{ kind: 'delete-files', path: '/a' }])
  })

  test('what nobody decided on expires when the user goes on, and that is not a refusal', async () => {
    const world = createWorld()
    const tab = await openTab(world, [ask(callPart('double', { n: 1 })), say('Ok.')])
    await tab.conversation.send('Go')
    await tab.stage('awaiting')
    await tab.conversation.send('Never mind')
    await tab.says('Ok.')
    expect(tab.call().stage).toBe('expired')
    expect(plainText(lastResults(world)[0]!)).toContain('That is not a refusal.')
  })
})

describe('running', () => {
  test('stopping one call tells the model and goes on', async () => {
    const world = createWorld()
    const tab = await openTab(world, [ask(callPart('double', { n: 1, slow: true })), say('Ok.')])
    await tab.conversation.send('Go')
    await tab.allow()
    await tab.until(() => world.runs.length === 1)
    const running = await tab.stage('running')
    expect(await tab.conversation.stopCall(running.key)).toEqual({ ok: true })
    await tab.says('Ok.')
    expect(tab.call()).toMatchObject({ stage: 'stopped', record: { result: { outcome: 'cancelled' } } })
  })

  test('stopping the turn ends the call and waits for the user', async () => {
    const world = createWorld()
    const tab = await openTab(world, [ask(callPart('double', { n: 1, slow: true })), say('Ok.')])
    await tab.conversation.send('Go')
    await tab.allow()
    await tab.until(() => world.runs.length === 1)
    tab.conversation.stop()
    await tab.stage('stopped')
    await tab.status('idle')
    expect(world.requests).toHaveLength(1)
    await tab.conversation.proceed()
    await tab.says('Ok.')
    expect(world.runs).toHaveLength(1)
  })

  test('a person inside a tool: it pauses, is answered once, and an answer out of place is refused', async () => {
    const world = createWorld()
    const confirm = defineTool({
      name: 'confirm',
      description: 'Asks.',
      parameters: z.object({}),
      effects: [{ kind: 'ask-person' }],
      execute: async (_args, { human }) => ({ confirmed: await human('Really?') }),
    })
    const tab = await openTab(world, [ask(callPart('confirm', {})), say('Ok.')], { tools: [confirm] })
    await tab.conversation.send('Go')
    const asking = await tab.stage('asking')
    expect(asking.record.questions).toEqual([{ payload: 'Really?' }])
    expect(await tab.conversation.answer(asking.key, 'yes')).toEqual({ ok: true })
    expect(await tab.conversation.answer(asking.key, 'no')).toMatchObject({
      ok: false,
      error: 'This call is not waiting for an answer: its question was answered already, and the first answer counts.',
    })
    await tab.says('Ok.')
    expect(lastResults(world)).toMatchObject([{ data: { confirmed: 'yes' } }])
  })

  test('a tool that ran into its own time limit is shown as such, and the model hears an error', async () => {
    const world = createWorld()
    const slow = defineTool({
      name: 'slow',
      description: 'Never ends.',
      parameters: z.object({}),
      effects: [{ kind: 'ask-person' }],
      execute: () => toolOutput({ outcome: 'error', content: 'Too slow.', timedOut: true }),
    })
    const tab = await openTab(world, [ask(callPart('slow', {})), say('Ok.')], { tools: [slow] })
    await tab.conversation.send('Go')
    await tab.says('Ok.')
    expect(tab.call().stage).toBe('timed-out')
    expect(lastResults(world)).toEqual([
      { type: 'tool-result', callId: 'call_1', name: 'slow', outcome: 'error', content: [{ type: 'text', text: 'Too slow.' }] },
    ])
  })

  test('a large result waits for a person, who may shorten it', async () => {
    const world = createWorld()
    const dump = defineTool({
      name: 'dump',
      description: 'Says much.',
      parameters: z.object({}),
      effects: [{ kind: 'ask-person' }],
      execute: () => `${'x'.repeat(500)} sk-abcdefghijklmnopqrstuvwxyz`,
    })
    const tab = await openTab(world, [ask(callPart('dump', {})), say('Ok.')], {
      tools: [dump],
      gate: resultGate({ maxCharacters: 100 }),
    })
    await tab.conversation.send('Go')
    const review = await tab.stage('review')
    expect(review.record.review?.reasons).toMatchObject([
      { kind: 'large', limit: 100 },
      { kind: 'sensitive', what: 'API key', count: 1 },
    ])
    await tab.conversation.review(review.key, { kind: 'replace', text: 'many x' })
    await tab.says('Ok.')
    expect(plainText(lastResults(world)[0]!)).toBe('The user shortened or changed this result before sending it:\nmany x')
    expect(lastResults(world)[0]).not.toHaveProperty('data')
  })
})

describe('running again', () => {
  test('what the model has read stays; the call runs once more in a branch, and the others keep their results', async () => {
    const world = createWorld()
    const tab = await openTab(world, [ask(callPart('double', { n: 1 }), callPart('double', { n: 2 }, 'b')), say('First.')])
    await tab.conversation.send('Go')
    await tab.allow(0)
    await tab.allow(1)
    await tab.says('First.')
    const before = tab.state.messages[1]!
    expect(await tab.conversation.runAgain(tab.call(1).key, { n: 50 })).toEqual({ ok: true })
    await tab.until(() => world.requests.length === 3)
    await tab.says('First.')
    expect(world.runs).toEqual([{ n: 1 }, { n: 2 }, { n: 50 }])
    expect(lastResults(world).map((result) => result.data)).toEqual([2, { note: expect.stringContaining('50'), result: 100 }])
    expect(tab.state.messages[1]?.branch).toMatchObject({ index: 1, ids: [before.id, expect.any(String)] })
    await tab.conversation.switchTo(before.id)
    await tab.until(() => tab.state.messages[1]?.id === before.id)
    expect(tab.call(1).record.result?.data).toBe(4)
  })

  test('it is refused where the arguments do not fit', async () => {
    const world = createWorld()
    const tab = await openTab(world, [ask(callPart('double', { n: 1 })), say('First.')])
    await tab.conversation.send('Go')
    await tab.allow()
    await tab.says('First.')
    expect(await tab.conversation.runAgain(tab.call().key, { n: 'x' })).toMatchObject({ ok: false })
    expect(tab.state.messages[1]?.branch.ids).toHaveLength(1)
  })
})

describe("changing one's mind in the middle", () => {
  test('a call that waits in line can be taken out of it', async () => {
    const world = createWorld()
    const tab = await openTab(world, [ask(callPart('double', { n: 1 }), callPart('double', { n: 2 }, 'b')), say('Ok.')])
    await tab.conversation.send('Go')
    const second = await tab.stage('awaiting', 1)
    await tab.conversation.decide(second.key, { kind: 'allow', hash: second.record.hash })
    await tab.stage('queued', 1)
    expect(await tab.conversation.stopCall(second.key)).toEqual({ ok: true })
    await tab.allow(0)
    await tab.says('Ok.')
    expect(world.runs).toEqual([{ n: 1 }])
    expect(lastResults(world).map((result) => result.outcome)).toEqual(['ok', 'cancelled'])
  })

  test('leaving auto mode holds for the very next call, also when another tab did it', async () => {
    const world = createWorld()
    const calls = ask(callPart('double', { n: 1, slow: true }), callPart('double', { n: 2 }, 'b'))
    const tab = await openTab(world, [calls, say('Ok.')], { initialMode: 'auto' })
    await tab.conversation.send('Go')
    await tab.until(() => world.runs.length === 1)
    await tab.stage('queued', 1)
    await world.storage.threads.change('thread', (thread) => ({ ...thread, mode: 'ask' }))
    await tab.until(() => tab.state.mode === 'ask')
    await tab.conversation.stopCall(tab.call(0).key)
    await tab.stage('awaiting', 1)
    expect(world.runs).toHaveLength(1)
  })
})

describe('broken calls', () => {
  const broken = {
    type: 'broken-call',
    id: 'b1',
    name: 'double',
    source: '{"n": 1',
    problem: 'The object is not closed.',
  } as const

  test('asking to resend tells the model the exact problem and one correct example', async () => {
    const world = createWorld()
    const tab = await openTab(world, [{ parts: [broken] }, say('Ok.')], { example: ({ name }) => `<call>${name}</call>` })
    await tab.conversation.send('Go')
    const call = await tab.stage('malformed')
    await tab.conversation.resendCall(call.key)
    await tab.says('Ok.')
    const words = plainText(lastResults(world)[0]!)
    expect(words).toContain('The object is not closed.')
    expect(words).toContain('<call>double</call>')
    expect(lastResults(world)).toMatchObject([{ callId: 'b1', outcome: 'error' }])
  })

  test('editing by hand runs what the person wrote, and the history has it as a call', async () => {
    const world = createWorld()
    const tab = await openTab(world, [{ parts: [broken] }, say('Ok.')])
    await tab.conversation.send('Go')
    const call = await tab.stage('malformed')
    expect(await tab.conversation.editBroken(call.key, { name: 'double', input: {} })).toMatchObject({ ok: false })
    expect(await tab.conversation.editBroken(call.key, { name: 'double', input: { n: 4 } })).toEqual({ ok: true })
    await tab.says('Ok.')
    expect(world.runs).toEqual([{ n: 4 }])
    expect(world.requests.at(-1)?.messages[1]).toMatchObject({ parts: [{ type: 'tool-call', id: 'b1', input: { n: 4 } }] })
  })

  test('treating it as text runs nothing and says nothing', async () => {
    const world = createWorld()
    const tab = await openTab(world, [{ parts: [broken] }, say('Ok.')])
    await tab.conversation.send('Go')
    const call = await tab.stage('malformed')
    await tab.conversation.treatAsText(call.key)
    await tab.status('idle')
    expect(world.requests).toHaveLength(1)
    await tab.conversation.send('So what?')
    await tab.says('Ok.')
    expect(world.requests.at(-1)?.messages[1]).toMatchObject({ parts: [{ type: 'text', text: '{"n": 1' }] })
  })

  test('a call found in reasoning runs only when it was taken up and then allowed', async () => {
    const world = createWorld()
    const offered = { ...broken, offer: { type: 'tool-call', id: 'b1', name: 'double', input: { n: 5 } } } as const
    const tab = await openTab(world, [{ parts: [offered] }, say('Ok.')])
    await tab.conversation.send('Go')
    const call = await tab.stage('malformed')
    await tab.conversation.takeOffer(call.key)
    await tab.stage('awaiting')
    expect(world.runs).toEqual([])
    await tab.allow()
    await tab.says('Ok.')
    expect(world.runs).toEqual([{ n: 5 }])
  })
})

describe('faults and branches', () => {
  const gone = { code: 'transport/disconnected', message: 'The connection broke.', retryable: true } as const

  test('an answer that breaks off is kept, its calls never run, and trying again puts a new one beside it', async () => {
    const world = createWorld()
    let isBroken = true
    const tab = await openTab(world, [], {
      respond: async function* (request) {
        world.requests.push(request)
        yield [
          { type: 'message-start', messageId: 'm', model: 'demo' },
          { type: 'part-start', part: 0, kind: 'text' },
        ]
        yield [{ type: 'part-delta', part: 0, text: isBroken ? 'Half' : 'Whole' }]
        if (isBroken)
          yield [
            { type: 'part-start', part: 1, kind: 'tool-call', callId: 'c', name: 'double' },
            { type: 'part-delta', part: 1, text: '{"n":1}' },
          ]
        yield [isBroken ? { type: 'fault', fault: gone } : { type: 'message-end', reason: 'done' }]
      },
    })
    await tab.conversation.send('Go')
    await tab.status('unanswered')
    expect(tab.state.status).toEqual({ kind: 'unanswered', fault: gone })
    expect(tab.lastText()).toBe('Half')
    isBroken = false
    await tab.conversation.retry()
    await tab.says('Whole')
    const answer = tab.state.messages.at(-1)!
    expect(answer.branch.ids).toHaveLength(2)
    expect(world.runs).toEqual([])
    await tab.conversation.switchTo(answer.branch.ids[0]!)
    await tab.until(() => tab.lastText() === 'Half')
  })

  test('a server that cannot be reached leaves the message, and the reason, until trying again works', async () => {
    const world = createWorld()
    const tab = await openTab(world, [], {
      respond: async function* () {
        world.requests.push({ model: '', messages: [] })
        if (world.requests.length === 1) throw Object.assign(new Error(gone.message), { fault: gone })
        yield [
          { type: 'message-start', messageId: 'm', model: 'demo' },
          { type: 'part-start', part: 0, kind: 'text' },
        ]
        yield [
          { type: 'part-end', part: 0, value: { type: 'text', text: 'Here.' } },
          { type: 'message-end', reason: 'done' },
        ]
      },
    })
    await tab.conversation.send('Go')
    await tab.status('unanswered')
    expect(tab.state.status).toEqual({ kind: 'unanswered', fault: gone })
    await tab.conversation.retry()
    await tab.says('Here.')
  })

  test('editing a message starts a branch, and both keep their calls', async () => {
    const world = createWorld()
    const tab = await openTab(world, [ask(callPart('double', { n: 1 })), say('First.')])
    await tab.conversation.send('Go')
    await tab.allow()
    await tab.says('First.')
    const original = tab.state.messages[0]!
    await tab.conversation.edit(original.id, 'Go differently')
    await tab.status('waiting')
    expect(tab.state.messages[0]).toMatchObject({ parts: [{ text: 'Go differently' }], branch: { index: 1 } })
    expect(world.runs).toHaveLength(1)
    await tab.conversation.switchTo(original.id)
    await tab.says('First.')
    expect(tab.call()).toMatchObject({ stage: 'succeeded' })
  })
})

describe('the sentence of a call', () => {
  const greet = defineTool({
    name: 'greet',
    description: 'Greets.',
    parameters: z.object({}),
    effects: [{ kind: 'run-code' }],
    preview: () => ({
      sentence: { message: 'Greet', in: { zh: '打招呼' } },
      verb: { message: 'Greet', in: { zh: '招呼' } },
    }),
    execute: () => 'Hello.',
  })

  test('carries its other languages, while it waits and after it ran, whatever was spoken when it was made', async () => {
    const world = createWorld()
    const tab = await openTab(world, [ask(callPart('greet', {})), say('Ok.')], { tools: [greet], language: () => 'zh' })
    await tab.conversation.send('Go')
    await tab.stage('awaiting')
    await tab.until(() => tab.call().preview !== undefined)
    const told = { message: 'Greet', in: { zh: '打招呼' } }
    expect(tab.call().preview).toMatchObject({ verb: { in: { zh: '招呼' } } })
    expect(toldSentence(tab.call())).toEqual(told)
    await tab.allow()
    await tab.says('Ok.')
    const { record } = tab.call()
    expect(toldSentence({ record })).toEqual(told)
  })

  test('is not written anew by a tab that speaks another language', async () => {
    const world = createWorld()
    const options = { tools: [greet] }
    const first = await openTab(world, [ask(callPart('greet', {})), say('Ok.')], options)
    await first.conversation.send('Go')
    await first.until(() => first.state.status.kind === 'waiting' && first.call().record.sentence !== undefined)
    const { version } = first.call().record
    const second = await openTab(world, [], { ...options, language: () => 'zh' })
    await second.conversation.whenIdle()
    await first.conversation.whenIdle()
    expect((await world.storage.ledger.read(first.call().key))?.version).toBe(version)
  })
})
