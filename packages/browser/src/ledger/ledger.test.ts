import 'fake-indexeddb/auto'
import { describe, expect, test } from 'vitest'
import { openThreadStorage } from '../storage/open-thread-storage.ts'
import type { CallRecord } from './call-record.ts'
import { changeOne, type Ledger, memoryLedger, untilRecord } from './ledger.ts'
import { memoryLocks } from './locks.ts'
import { claim, decide, send, start } from './transitions.ts'

const record = (key: string, threadId = 't'): CallRecord => ({
  key,
  threadId,
  messageId: 'm',
  position: 0,
  call: { type: 'tool-call', id: 'c', name: 'x', input: { n: 1 } },
  hash: 'h',
  phase: 'pending',
  version: 0,
  attempt: 0,
  questions: [],
  createdAt: 0,
})
const allow = { kind: 'allow', hash: 'h', by: 'person' } as const

const sendAll = (records: readonly CallRecord[]) => {
  const next = records.map((each) => send(each, 'r'))
  return next.every((each) => each !== undefined) ? next : undefined
}

let count = 0
const kinds: readonly [string, () => Promise<Ledger>][] = [
  ['in memory', async () => memoryLedger()],
  ['in IndexedDB', async () => (await openThreadStorage({ name: `ledger-${++count}`, locks: memoryLocks() })).ledger],
]

describe.each(kinds)('the ledger %s', (_name, create) => {
  test('opening twice keeps what is there', async () => {
    const ledger = await create()
    await ledger.open([record('a')])
    await changeOne(ledger, 'a', (current) => decide(current, allow))
    const [again, other] = await ledger.open([record('a'), record('b')])
    expect(again).toMatchObject({ version: 1, decision: allow })
    expect(other).toMatchObject({ version: 0 })
    expect(await ledger.ofThread('t')).toHaveLength(2)
    expect(await ledger.ofThread('other')).toEqual([])
  })

  test('of many who want to start a call at once exactly one does', async () => {
    const ledger = await create()
    await ledger.open([record('a')])
    await changeOne(ledger, 'a', (current) => decide(current, allow))
    const owners = ['A', 'B', 'C', 'D', 'E']
    const started = await Promise.all(
      owners.map(async (owner) => {
        await changeOne(ledger, 'a', (current) => claim(current, owner))
        return await changeOne(ledger, 'a', (current) => start(current, owner, 1))
      }),
    )
    expect(started.filter((each) => each !== undefined)).toHaveLength(1)
  })

  test('a step over several records happens to all of them or to none', async () => {
    const ledger = await create()
    const settled = { ...record('a'), phase: 'settled' as const }
    await ledger.open([settled, record('b')])
    expect(await ledger.change(['a', 'b'], sendAll)).toBeUndefined()
    expect(await ledger.read('a')).not.toHaveProperty('sentIn')
    expect(await ledger.change(['a', 'missing'], sendAll)).toBeUndefined()
    expect(await ledger.change(['a'], sendAll)).toMatchObject([{ sentIn: 'r' }])
    expect(await ledger.change(['a'], sendAll)).toBeUndefined()
  })

  test('waiting for a record ends when it is ready, also when it was ready before, and when it is given up', async () => {
    const ledger = await create()
    await ledger.open([record('a')])
    const { signal } = new AbortController()
    const waiting = untilRecord(ledger, 'a', (each) => each.decision !== undefined, signal)
    await changeOne(ledger, 'a', (current) => decide(current, allow))
    expect((await waiting).decision).toEqual(allow)
    expect((await untilRecord(ledger, 'a', (each) => each.decision !== undefined, signal)).version).toBe(1)
    const leaving = new AbortController()
    const given = untilRecord(ledger, 'a', () => false, leaving.signal)
    leaving.abort(new Error('gave up'))
    await expect(given).rejects.toThrow('gave up')
  })
})

describe('locks in one process', () => {
  test('one at a time, in the order asked', async () => {
    const locks = memoryLocks()
    const order: string[] = []
    const never = new AbortController().signal
    const work = (name: string) =>
      locks.hold(
        'x',
        async () => {
          order.push(`${name} in`)
          await new Promise((resolve) => setTimeout(resolve, 1))
          order.push(`${name} out`)
        },
        never,
      )
    const all = Promise.all([work('a'), work('b'), work('c')])
    expect(await locks.isHeld('x')).toBe(true)
    await all
    expect(order).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out'])
    expect(await locks.isHeld('x')).toBe(false)
  })

  test('whoever gives up waiting does not let the next one in too early', async () => {
    const locks = memoryLocks()
    const done = Promise.withResolvers<void>()
    const never = new AbortController().signal
    const first = locks.hold('x', () => done.promise, never)
    const leaving = new AbortController()
    const second = locks.hold('x', async () => 'second', leaving.signal)
    leaving.abort(new Error('left'))
    await expect(second).rejects.toThrow('left')
    let isIn = false
    const third = locks.hold(
      'x',
      async () => {
        isIn = true
      },
      never,
    )
    await new Promise((resolve) => setTimeout(resolve, 2))
    expect(isIn).toBe(false)
    done.resolve()
    await Promise.all([first, third])
    expect(isIn).toBe(true)
  })

  test('work that fails lets go', async () => {
    const locks = memoryLocks()
    const never = new AbortController().signal
    await expect(locks.hold('x', () => Promise.reject(new Error('oops')), never)).rejects.toThrow('oops')
    expect(await locks.hold('x', async () => 'in', never)).toBe('in')
  })
})
