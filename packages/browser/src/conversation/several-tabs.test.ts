import 'fake-indexeddb/auto'
import * as fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { changeOne } from '../ledger/ledger.ts'
import { memoryLocks } from '../ledger/locks.ts'
import { decide } from '../ledger/transitions.ts'
import { openThreadStorage } from '../storage/open-thread-storage.ts'
import type { ThreadStorage } from '../storage/thread-storage.ts'
import { memoryThreadStorage } from '../storage/thread-storage.ts'
import { defineTool } from '../tools/define-tool.ts'
import { mortalStorage } from './testing/mortal-storage.ts'
import { ask, callPart, createWorld, openTab, say, Tab, type World } from './testing/open-tab.ts'

const opened: (ThreadStorage & { close(): void })[] = []
let databases = 0

/** The same database and the same locks, as two tabs have them. */
async function twoStorages() {
  const name = `storage-${++databases}`
  const locks = memoryLocks()
  const storages = [await openThreadStorage({ name, locks }), await openThreadStorage({ name, locks })] as const
  opened.push(...storages)
  return storages
}

afterEach(() => {
  for (const storage of opened.splice(0)) storage.close()
})

const script = [ask(callPart('double', { n: 21 })), say('It is 42.')]

function inTab(world: World, storage: ThreadStorage): World {
  return { ...world, storage }
}

test('a tab that is alone never says that another one is at work', async () => {
  const [storage] = await twoStorages()
  const tab = await openTab(inTab(createWorld(), storage), script)
  const seen = new Set<string>()
  tab.conversation.subscribe(() => seen.add(tab.conversation.getSnapshot().status.kind))
  await tab.conversation.send('Go')
  await tab.allow()
  await tab.says('It is 42.')
  await tab.conversation.rename('Answer')
  await tab.conversation.whenIdle()
  expect([...seen]).not.toContain('elsewhere')
})

describe('reloads', () => {
  test('a decision that waited still waits after a reload, and then runs once', async () => {
    const [one, two] = await twoStorages()
    const world = createWorld()
    const before = mortalStorage(one)
    const tab = await openTab(inTab(world, before.storage), script)
    await tab.conversation.send('Go')
    await tab.stage('awaiting')
    before.kill()

    const after = await openTab(inTab(world, two), script)
    await after.stage('awaiting')
    await after.until(() => after.call().preview !== undefined)
    await after.allow()
    await after.says('It is 42.')
    expect(world.runs).toEqual([{ n: 21 }])
  })

  test('a call that was running is interrupted, and runs again only when a person says so', async () => {
    const [one, two] = await twoStorages()
    const world = createWorld()
    const slow = [ask(callPart('double', { n: 21, slow: true })), say('Ok.')]
    const before = mortalStorage(one)
    const tab = await openTab(inTab(world, before.storage), slow)
    await tab.conversation.send('Go')
    await tab.allow()
    await tab.until(() => world.runs.length === 1)
    before.kill()

    const after = await openTab(inTab(world, two), slow)
    const call = await after.stage('interrupted')
    await after.status('waiting')
    expect(world.runs).toHaveLength(1)
    expect(await after.conversation.runAgain(call.key, { n: 21 })).toEqual({ ok: true })
    await after.says('Ok.')
    expect(world.runs).toHaveLength(2)
    expect(after.call().record).toMatchObject({ attempt: 2, ending: 'succeeded' })
  })

  test('a result that was not sent before the reload is sent after it, without running again', async () => {
    const [one, two] = await twoStorages()
    const world = createWorld()
    const before = mortalStorage(one)
    const append = before.storage.threads.append
    const dying = {
      ...before.storage,
      threads: {
        ...before.storage.threads,
        append: async (node: Parameters<typeof append>[0]) => {
          if (node.message.role === 'tool') before.kill()
          return await append(node)
        },
      },
    }
    const tab = await openTab(inTab(world, dying), script)
    await tab.conversation.send('Go')
    await tab.allow()
    await tab.until(() => world.runs.length === 1)

    const after = await openTab(inTab(world, two), script)
    await after.says('It is 42.')
    expect(world.runs).toHaveLength(1)
    expect(world.requests.filter((request) => request.messages.some((message) => message.role === 'tool'))).toHaveLength(1)
  })

  test('an answer that was streaming is kept as far as it came, and trying again continues', async () => {
    const [one, two] = await twoStorages()
    const world = createWorld()
    const before = mortalStorage(one)
    const gate = Promise.withResolvers<void>()
    const tab = await openTab(inTab(world, before.storage), [], {
      respond: async function* () {
        yield [
          { type: 'message-start', messageId: 'm', model: 'demo' },
          { type: 'part-start', part: 0, kind: 'text' },
        ]
        yield [{ type: 'part-delta', part: 0, text: 'It is fo' }]
        await gate.promise
      },
    })
    await tab.conversation.send('Go')
    await tab.until(() => tab.lastText() === 'It is fo')
    while ((await two.threads.read('thread'))?.drafts.length !== 1) await ticks(1)
    before.kill()

    const after = await openTab(inTab(world, two), [say('It is 42.')])
    await after.until(() => after.state.status.kind === 'unanswered' && after.lastText() === 'It is fo')
    await after.conversation.retry()
    await after.says('It is 42.')
    expect(after.state.messages.at(-1)?.branch.ids).toHaveLength(2)
    gate.resolve()
  })

  test('a reload while a form waits comes back to the form, and nothing runs until it is answered', async () => {
    const [one, two] = await twoStorages()
    const world = createWorld()
    const asking = [ask(callPart('confirm', {})), say('Ok.')]
    const confirm = defineTool({
      name: 'confirm',
      description: 'Asks.',
      parameters: z.object({}),
      effects: [{ kind: 'ask-person' }],
      async execute(_args, { human }) {
        const answer = await human({ question: 'Really?' })
        world.runs.push({ answer })
        return { answer }
      },
    })
    const before = mortalStorage(one)
    const tab = await openTab(inTab(world, before.storage), asking, { tools: [confirm] })
    await tab.conversation.send('Go')
    await tab.stage('asking')
    before.kill()

    const after = await openTab(inTab(world, two), asking, { tools: [confirm] })
    const call = await after.stage('asking')
    expect(call.record.questions).toEqual([{ payload: { question: 'Really?' } }])
    await after.status('waiting')
    await after.conversation.answer(call.key, 'confirmed')
    await after.says('Ok.')
    expect(world.runs).toEqual([{ answer: 'confirmed' }])
  })
})

describe('two tabs', () => {
  test('both show the call, the click in one of them runs it, and both show the end', async () => {
    const [one, two] = await twoStorages()
    const world = createWorld()
    const first = await openTab(inTab(world, one), script)
    await first.conversation.send('Go')
    await first.stage('awaiting')
    const second = await openTab(inTab(world, two), script)
    await second.stage('awaiting')
    await Promise.all([first.allow(), second.allow()])
    await first.says('It is 42.')
    await second.says('It is 42.')
    expect(world.runs).toHaveLength(1)
    expect(world.requests).toHaveLength(2)
  })

  test('a call runs in the tab where it was allowed, and in another one only when that tab is gone', async () => {
    const [one, two] = await twoStorages()
    const world = createWorld()
    let isFrozen = false
    const life = mortalStorage(one, (work) => (isFrozen ? new Promise(() => {}) : work()))
    let ids = 0
    const first = await openTab(inTab(world, life.storage), script, { newId: () => `first-${++ids}` })
    await first.conversation.send('Go')
    const { key, record } = await first.stage('awaiting')
    const second = await openTab(inTab(world, two), script)
    await second.stage('awaiting')
    await Promise.all([first.conversation.whenIdle(), second.conversation.whenIdle()])
    // The first tab has written the decision down, and comes no further.
    isFrozen = true
    await changeOne(two.ledger, key, (current) => decide(current, { kind: 'allow', hash: record.hash, by: 'person' }, 'first-1'))
    second.conversation.proceed().catch(() => {})
    await second.conversation.whenIdle()
    expect(world.runs).toEqual([])
    life.kill()
    await second.says('It is 42.')
    expect(world.runs).toHaveLength(1)
  })

  test('a conversation that is removed in one tab is no longer worked on in the other', async () => {
    const [one, two] = await twoStorages()
    const world = createWorld()
    const tab = await openTab(inTab(world, one), [ask(callPart('double', { n: 21, slow: true })), say('Nobody reads this.')])
    await tab.conversation.send('Go')
    await tab.allow()
    await tab.until(() => world.runs.length === 1)
    await two.threads.remove('thread')
    await tab.conversation.whenIdle()
    expect(world.requests).toHaveLength(1)
    expect(await two.threads.list()).toEqual([])
    expect(await two.ledger.ofThread('thread')).toEqual([])
  })

  test('stop in one tab stops what runs in the other', async () => {
    const [one, two] = await twoStorages()
    const world = createWorld()
    const slow = [ask(callPart('double', { n: 1, slow: true })), say('Ok.')]
    const first = await openTab(inTab(world, one), slow)
    await first.conversation.send('Go')
    await first.allow()
    await first.until(() => world.runs.length === 1)
    const second = await openTab(inTab(world, two), slow)
    await second.stage('running')
    await second.conversation.stopCall(second.call().key)
    await first.says('Ok.')
    expect(first.call().stage).toBe('stopped')
  })
})

describe('exactly once', () => {
  const step = fc.record({
    tab: fc.nat(1),
    kind: fc.constantFrom('allow', 'allow', 'kill', 'kill', 'again', 'fail', 'retry', 'wait'),
    pause: fc.nat(40),
  })
  const story = fc.record({
    steps: fc.array(step, { minLength: 1, maxLength: 14 }),
    delays: fc.array(fc.nat(4), { minLength: 1, maxLength: 60 }),
  })
  const answers = [
    ask(callPart('double', { n: 1 }), callPart('double', { n: 2 })),
    ask(callPart('double', { n: 3 })),
    say('Done.'),
  ]

  const stores: readonly [string, number, () => Promise<readonly [ThreadStorage, ThreadStorage]>][] = [
    [
      'in memory',
      80,
      async () => {
        const storage = memoryThreadStorage()
        return [storage, storage]
      },
    ],
    ['in IndexedDB', 12, twoStorages],
  ]
  test.each(stores)(
    '%s: whatever two tabs do and whenever they die, no call runs twice and none is lost',
    async (_name, numRuns, create) => {
      await fc.assert(
        fc.asyncProperty(story, async ({ steps, delays }) => {
          const storages = await create()
          const world = createWorld(storages[0])
          let operations = 0
          const dawdle = async <Result>(work: () => Promise<Result>) => {
            await ticks(delays[operations++ % delays.length] ?? 0)
            const result = await work()
            await ticks(delays[operations++ % delays.length] ?? 0)
            return result
          }
          const revive = async (index: number) => {
            const life = mortalStorage(storages[index] ?? world.storage, dawdle)
            return { life, tab: await openTab(inTab(world, life.storage), answers, { schedule: (show) => show() }) }
          }
          const tabs = [await revive(0), await revive(1)]
          let again = 0
          const act = async ({ tab: index, kind }: (typeof steps)[number]) => {
            const { tab, life } = tabs[index]!
            const calls = [...tab.state.calls.values()].filter((call) => call.stage !== 'streaming')
            const interrupted = calls.filter((call) => call.stage === 'interrupted')
            if (kind === 'allow')
              for (const call of calls) void tab.conversation.decide(call.key, { kind: 'allow', hash: call.record.hash })
            if (kind === 'retry') void tab.conversation.retry()
            if (kind === 'fail') for (const call of interrupted) void tab.conversation.markFailed(call.key)
            if (kind === 'again') {
              again += interrupted.length
              for (const call of interrupted) void tab.conversation.runAgain(call.key)
            }
            if (kind === 'kill') {
              life.kill()
              tabs[index] = await revive(index)
            }
          }

          await tabs[0]!.tab.conversation.send('Go')
          for (const each of steps) {
            await act(each)
            await ticks(each.pause)
          }
          await finish(tabs[0]!.tab)

          const records = await world.storage.ledger.ofThread('thread')
          const { messages } = tabs[0]!.tab.state
          const shown = records.filter((record) => messages.some((message) => message.id === record.messageId))
          expect(shown.map((record) => [record.phase, record.sentIn === undefined])).toEqual(shown.map(() => ['settled', false]))
          // Every start is in the ledger before it happens, and only a person's "run again" makes a second one.
          expect(world.runs.length).toBeLessThanOrEqual(records.reduce((sum, record) => sum + record.attempt, 0))
          expect(records.reduce((sum, record) => sum + Math.max(0, record.attempt - 1), 0)).toBeLessThanOrEqual(again)
          for (const record of shown)
            if (record.ending === 'succeeded') expect(world.runs).toContainEqual({ n: record.call.input['n'] })
          expect(world.errors).toEqual([])
          for (const { tab } of tabs) tab.conversation.close()
        }),
        { numRuns },
      )
    },
    60_000,
  )
})

async function ticks(count: number): Promise<void> {
  for (let tick = 0; tick < count; tick++) await new Promise((resolve) => setImmediate(resolve))
}

/** A patient person: allows what waits, gives up on what was interrupted, tries again what broke off. */
async function finish(tab: Tab): Promise<void> {
  for (let round = 0; round < 400; round++) {
    await new Promise((resolve) => setTimeout(resolve, 1))
    const { status, calls } = tab.state
    if (status.kind === 'idle' && tab.lastText() === 'Done.') return
    if (status.kind === 'unanswered') await tab.conversation.retry()
    for (const call of calls.values()) {
      if (call.stage === 'awaiting') await tab.conversation.decide(call.key, { kind: 'allow', hash: call.record.hash })
      if (call.stage === 'interrupted') await tab.conversation.markFailed(call.key)
    }
  }
  throw new Error(`The thread never came to its end: ${JSON.stringify(tab.state.status)} ${tab.lastText()}`)
}
