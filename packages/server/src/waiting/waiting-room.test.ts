import { plainText, type ToolResult, wordsResult } from '@parley/dialects'
import { describe, expect, test, vi } from 'vitest'
import { migrate } from '../agent/store/migrations.ts'
import { createSqlWaitingStore } from '../agent/store/sql-waiting-store.ts'
import { openSqliteFile, sqliteSql } from '../agent/store/sqlite-sql.ts'
import type { WaitingConfig } from '../config-schema.ts'
import { isOpen, type Question } from './waiting-call.ts'
import { type Asker, type RunCall, WaitingRoom } from './waiting-room.ts'
import { createMemoryStore, type WaitingStore } from './waiting-store.ts'

const PATIENT: WaitingConfig = { beatMs: 5, waitMs: 60_000, keepMs: 3_600_000, leaseMs: 60_000 }
const HASTY: WaitingConfig = { ...PATIENT, waitMs: 0 }

const question: Question = {
  owner: 'house',
  client: 'codex',
  name: 'every__echo',
  input: { message: 'hi' },
  fingerprint: 'f',
  runs: 'server',
}

const stores: Readonly<Record<string, () => Promise<WaitingStore>>> = {
  memory: async () => createMemoryStore(Date.now),
  async sqlite() {
    const sql = sqliteSql(openSqliteFile(':memory:'))
    await migrate(sql)
    return createSqlWaitingStore(sql)
  },
}

function roomOn(store: WaitingStore, config = PATIENT, now: () => number = Date.now) {
  const stopping = new AbortController()
  const room = new WaitingRoom({
    store: async () => store,
    config,
    now,
    newId: () => crypto.randomUUID(),
    stopping: stopping.signal,
  })
  return Object.assign(room, { stopping })
}

/** Somebody who waits, and counts what they ran. */
function asker() {
  const ran: RunCall[] = []
  const leaving = new AbortController()
  const run = async (call: RunCall): Promise<ToolResult> => {
    ran.push(call)
    return wordsResult(call, 'ok', `ran with ${JSON.stringify(call.input)}`)
  }
  const it = { signal: leaving.signal, run } satisfies Asker
  return { it, ran, leave: () => leaving.abort() }
}

/** A store that a server reaches until it is killed: what it asks for then is never answered. */
function severable(store: WaitingStore): { readonly line: WaitingStore; readonly cut: () => void } {
  let isCut = false
  const orNever = <Answer>(ask: () => Promise<Answer>) => (isCut ? new Promise<Answer>(() => {}) : ask())
  const line: WaitingStore = {
    add: (call) => orNever(() => store.add(call)),
    read: (owner, id) => orNever(() => store.read(owner, id)),
    list: (owner) => orNever(() => store.list(owner)),
    change: (owner, id, step) => orNever(() => store.change(owner, id, step)),
    remove: (owner, id) => orNever(() => store.remove(owner, id)),
  }
  return { line, cut: () => (isCut = true) }
}

const waitingOf = async (room: WaitingRoom, count = 1) => {
  const find = async () => (await room.list('house')).filter(isOpen)
  await vi.waitFor(async () => expect(await find()).toHaveLength(count))
  const [call] = await find()
  if (!call) throw new Error('nothing waits')
  return call
}

describe.each(Object.keys(stores))('a call of another agent, kept in %s', (kind) => {
  const open = async (config = PATIENT) => roomOn((await stores[kind]?.()) ?? createMemoryStore(Date.now), config)

  test('waits until somebody says yes, and runs once', async () => {
    const room = await open()
    const { it, ran } = asker()
    let beats = 0
    const heard = room.ask(question, { ...it, onBeat: () => beats++ })
    const call = await waitingOf(room)
    await vi.waitFor(() => expect(beats).toBeGreaterThan(1))
    expect(ran).toEqual([])
    expect(await room.approve(call)).toBeDefined()
    expect(await room.approve(call)).toBeUndefined()
    expect(await heard).toMatchObject({
      kind: 'result',
      result: { outcome: 'ok', content: [{ text: 'ran with {"message":"hi"}' }] },
    })
    expect(ran).toHaveLength(1)
  })

  test('runs with the arguments that the person put in their place, and says so', async () => {
    const room = await open()
    const { it, ran } = asker()
    const heard = room.ask(question, it)
    await room.approve(await waitingOf(room), { message: 'changed' })
    const answer = await heard
    expect(ran).toMatchObject([{ input: { message: 'changed' } }])
    expect(answer.kind === 'result' && plainText(answer.result)).toContain('The user changed the arguments')
  })

  test('is told why it was rejected, and never runs', async () => {
    const room = await open()
    const { it, ran } = asker()
    const heard = room.ask(question, it)
    await room.reject(await waitingOf(room), 'not on a Monday')
    const answer = await heard
    expect(answer).toMatchObject({ kind: 'result', result: { outcome: 'denied' } })
    expect(answer.kind === 'result' && plainText(answer.result)).toContain('not on a Monday')
    expect(ran).toEqual([])
  })

  test('that nobody decided about in time joins its question when it comes again, and a yes in between covers one of them', async () => {
    const room = await open(HASTY)
    const { it, ran } = asker()
    expect(await room.ask(question, it)).toEqual({ kind: 'undecided' })
    expect(await room.ask(question, it)).toEqual({ kind: 'undecided' })
    const call = await waitingOf(room)
    await room.approve(call)
    expect(ran).toEqual([])
    const second = await room.ask(question, it)
    // It may have run before there was time to say so: then the next call hears it.
    const told = second.kind === 'running' ? await vi.waitUntil(async () => await told2(room, it)) : second
    expect(told).toMatchObject({ kind: 'result', result: { outcome: 'ok' } })
    expect(ran).toHaveLength(1)
    expect(await room.ask(question, it)).toEqual({ kind: 'undecided' })
    expect(ran).toHaveLength(1)
  })

  test('is withdrawn when its client goes away, and a yes afterwards runs nothing', async () => {
    const room = await open()
    const { it, ran, leave } = asker()
    const heard = room.ask(question, it)
    const call = await waitingOf(room)
    leave()
    expect(await heard).toEqual({ kind: 'withdrawn' })
    expect(await room.approve(call)).toBeUndefined()
    expect(await room.list('house')).toMatchObject([{ stand: { kind: 'ended', isTold: true } }])
    expect(ran).toEqual([])
  })

  test('stays when it is the server that goes, for its client to come back', async () => {
    const room = await open()
    const { it, leave } = asker()
    const heard = room.ask(question, it)
    await waitingOf(room)
    room.stopping.abort()
    leave()
    await heard
    expect(await room.list('house')).toMatchObject([{ stand: { kind: 'waiting' }, heardUntil: 0 }])
  })

  test('made twice at once is two calls, one beside the other', async () => {
    const room = await open()
    const [first, second] = [asker(), asker()]
    const heard = [room.ask(question, first.it), room.ask(question, second.it)]
    await waitingOf(room, 2)
    const calls = await room.list('house')
    expect(calls.map(({ thread }) => thread).toSorted()).toEqual(['guest:codex', 'guest:codex:2'])
    for (const call of calls) await room.approve(call)
    await Promise.all(heard)
    expect([...first.ran, ...second.ran]).toHaveLength(2)
  })

  test('of a page is run by one page, and only while somebody waits for it', async () => {
    const room = await open()
    const { leave, it } = asker()
    const { run: _, ...waiter } = it
    const heard = room.ask({ ...question, runs: 'page' }, waiter)
    const call = await waitingOf(room)
    expect(await room.claim(call, 'tab 1')).toBeDefined()
    expect(await room.claim(call, 'tab 1')).toBeDefined()
    expect(await room.claim(call, 'tab 2')).toBeUndefined()
    await room.settle(call, wordsResult(call, 'ok', '42'))
    expect(await heard).toMatchObject({ kind: 'result', result: { content: [{ text: '42' }] } })
    const gone = room.ask({ ...question, runs: 'page' }, waiter)
    const next = await waitingOf(room)
    leave()
    await gone
    expect(await room.claim(next, 'tab 1')).toBeUndefined()
  })

  test('that ran when its server was killed is told that it may have run, and asks anew', async () => {
    const store = (await stores[kind]?.()) ?? createMemoryStore(Date.now)
    const first = asker()
    // What a server leaves behind that is killed: nobody hears, nobody lives.
    const { line, cut } = severable(store)
    const dead = roomOn(line)
    void dead.ask(question, { ...first.it, run: () => new Promise(() => {}) })
    const left = await waitingOf(dead)
    cut()
    await store.change('house', left.id, (call) => ({
      ...call,
      heardUntil: 0,
      heardAt: 'a server that was killed',
      stand: { kind: 'running', aliveUntil: 0 },
    }))
    const { it, ran } = asker()
    const answer = await roomOn(store).ask(question, it)
    expect(answer.kind === 'result' && plainText(answer.result)).toContain('it may have run')
    expect(ran).toEqual([])
    expect(await roomOn(store, HASTY).ask(question, it)).toEqual({ kind: 'undecided' })
  })
})

const told2 = async (room: WaitingRoom, it: Asker) => {
  const again = await room.ask(question, it)
  return again.kind === 'running' ? undefined : again
}

test('a question, and a yes, that nobody came back for within the hour is void', async () => {
  let clock = 1_000_000
  const now = () => clock
  const room = roomOn(createMemoryStore(now), { ...HASTY, keepMs: 3_600_000 }, now)
  const { it, ran } = asker()
  await room.ask(question, it)
  await room.approve(await waitingOf(room))
  clock += 3_600_001
  expect(await room.ask(question, it)).toEqual({ kind: 'undecided' })
  expect(ran).toEqual([])
})

test('what one replica asks is decided at another', async () => {
  const store = (await stores['sqlite']?.()) ?? createMemoryStore(Date.now)
  const [here, there] = [roomOn(store), roomOn(store)]
  const { it, ran } = asker()
  const heard = here.ask(question, it)
  await there.approve(await waitingOf(there))
  expect(await heard).toMatchObject({ kind: 'result' })
  expect(ran).toHaveLength(1)
})
