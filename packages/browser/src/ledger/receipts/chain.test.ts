import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { describe, expect, test } from 'vitest'
import { openThreadStorage } from '../../storage/open-thread-storage.ts'
import type { CallRecord } from '../call-record.ts'
import { changeOne, type Ledger, memoryLedger } from '../ledger.ts'
import { memoryLocks } from '../locks.ts'
import { claim, decide, send, settleRun, start } from '../transitions.ts'
import { hashOfReceipt, type Receipt, unopenedIn } from './receipt.ts'

const record = (key: string, threadId = 't'): CallRecord => ({
  key,
  threadId,
  messageId: 'm',
  position: 0,
  call: { type: 'tool-call', id: 'c', name: 'x', input: { password: 'a secret of ours' } },
  hash: 'h',
  phase: 'pending',
  version: 0,
  attempt: 0,
  questions: [],
  createdAt: 0,
})
const allow = { kind: 'allow', hash: 'h', by: 'person' } as const
const result = {
  type: 'tool-result',
  callId: 'c',
  name: 'x',
  outcome: 'ok',
  content: [{ type: 'text', text: 'found it' }],
} as const

async function live(ledger: Ledger, key: string) {
  await changeOne(ledger, key, (current) => decide(current, allow))
  await changeOne(ledger, key, (current) => claim(current, 'A'))
  await changeOne(ledger, key, (current) => start(current, 'A', 1))
  await changeOne(ledger, key, (current) => settleRun(current, 'A', { result, ending: 'succeeded', now: 2 }))
  await changeOne(ledger, key, (current) => send(current, 'r'))
}

function expectWhole(receipts: readonly Receipt[]) {
  expect(receipts.map(({ index }) => index)).toEqual(receipts.map((_, index) => index))
  expect(receipts.map(({ previous }) => previous)).toEqual(['', ...receipts.map(({ hash }) => hash)].slice(0, -1))
  expect(receipts.map((receipt) => hashOfReceipt(receipt))).toEqual(receipts.map(({ hash }) => hash))
}

let count = 0
const inBrowser = (name = `receipts-${++count}`) => openThreadStorage({ name, locks: memoryLocks() })
const kinds: readonly [string, () => Promise<Ledger>][] = [
  ['in memory', async () => memoryLedger()],
  ['in IndexedDB', async () => (await inBrowser()).ledger],
]

describe.each(kinds)('the receipts of a ledger %s', (_name, create) => {
  test('every step of a call has one, chained to the step before it, and none holds a content', async () => {
    const ledger = await create()
    await ledger.open([record('a')])
    await live(ledger, 'a')
    const { calls, receipts } = await ledger.history('t')
    expectWhole(receipts)
    expect(receipts.map(({ facts }) => [facts['phase'], facts['decision'] ?? '', facts['by'] ?? ''])).toEqual([
      ['pending', '', ''],
      ['pending', 'allow', 'person'],
      ['claimed', 'allow', 'person'],
      ['running', 'allow', 'person'],
      ['settled', 'allow', 'person'],
      ['settled', 'allow', 'person'],
    ])
    expect(JSON.stringify(receipts)).not.toMatch(/secret|found it/)
    expect(calls.flatMap(unopenedIn)).toEqual([])
    expect(await ledger.history('other')).toEqual({ calls: [], receipts: [] })
  })

  test('two threads have a chain each, and calls that change together stand in it in their order', async () => {
    const ledger = await create()
    await ledger.open([record('a'), record('b', 'u'), record('c')])
    await ledger.change(['a', 'c'], (records) => records.map((each) => ({ ...each, version: 1 })))
    const { receipts } = await ledger.history('t')
    expectWhole(receipts)
    expect(receipts.map(({ facts }) => facts['key'])).toEqual(['a', 'c', 'a', 'c'])
    expectWhole((await ledger.history('u')).receipts)
  })

  test('the parent of a call, and whatever else a record may come to hold, is in its receipt', async () => {
    const ledger = await create()
    const more = { parent: 'outer', inner: { list: [1] } }
    await ledger.open([{ ...record('a'), ...more }])
    const { calls, receipts } = await ledger.history('t')
    expect(receipts[0]?.facts).toMatchObject({ parent: 'outer' })
    const changed = calls.map((call) => Object.assign(call, { inner: { list: [2] } }))
    expect(changed.flatMap(unopenedIn)).toEqual(['done'])
  })

  test('a content that stays as it is keeps its commitment, and another one of the same words has another', async () => {
    const ledger = await create()
    const [first, second] = await ledger.open([record('a'), record('b')])
    await live(ledger, 'a')
    expect((await ledger.read('a'))?.commitments?.asked).toEqual(first?.commitments?.asked)
    expect(second?.commitments?.asked?.hash).not.toBe(first?.commitments?.asked?.hash)
  })
})

test('many tabs that write at once write one chain', async () => {
  const tabs = await Promise.all(Array.from({ length: 5 }, () => inBrowser('receipts-tabs')))
  const keys = Array.from({ length: 20 }, (_, index) => `k${index}`)
  await Promise.all(
    keys.map(async (key, index) => {
      const ledger = tabs[index % tabs.length]!.ledger
      await ledger.open([record(key)])
      await live(ledger, key)
    }),
  )
  const { receipts } = await tabs[0]!.ledger.history('t')
  expect(receipts).toHaveLength(keys.length * 6)
  expectWhole(receipts)
  for (const tab of tabs) tab.close()
})

test('a step is one transaction as before, with one more reading and one more writing in it', async () => {
  const { ledger, close } = await inBrowser()
  await ledger.open([record('a')])
  const counts = { transaction: 0, get: 0, openCursor: 0, put: 0 }
  const restore = [
    countCalls(IDBDatabase.prototype, 'transaction', counts),
    countCalls(IDBObjectStore.prototype, 'get', counts),
    countCalls(IDBObjectStore.prototype, 'openCursor', counts),
    countCalls(IDBObjectStore.prototype, 'put', counts),
  ]
  await changeOne(ledger, 'a', (current) => decide(current, allow))
  for (const undo of restore) undo()
  expect(counts).toEqual({ transaction: 1, get: 1, openCursor: 1, put: 2 })
  close()
})

function countCalls<Name extends string>(
  prototype: { [Key in Name]: (...given: never[]) => unknown },
  name: Name,
  counts: Record<Name, number>,
): () => void {
  const real = prototype[name]
  prototype[name] = function (this: unknown, ...given: never[]) {
    counts[name] += 1
    return real.apply(this, given)
  }
  return () => {
    prototype[name] = real
  }
}

test('a call from before there were receipts gets its first one with its next step', async () => {
  const name = 'receipts-older'
  const old = await openDB(name, 1, {
    upgrade(database) {
      database.createObjectStore('threads', { keyPath: 'id' }).createIndex('updatedAt', 'updatedAt')
      database.createObjectStore('nodes', { keyPath: ['threadId', 'id'] }).createIndex('order', ['threadId', 'order'])
      database.createObjectStore('calls', { keyPath: 'key' }).createIndex('threadId', 'threadId')
    },
  })
  await old.put('calls', record('a'))
  old.close()
  const { ledger, close } = await inBrowser(name)
  expect((await ledger.history('t')).receipts).toEqual([])
  await changeOne(ledger, 'a', (current) => decide(current, allow))
  expectWhole((await ledger.history('t')).receipts)
  close()
})

test('the key of a profile is one for all its tabs, stays, and cannot be taken out', async () => {
  const tabs = await Promise.all([inBrowser('receipts-key'), inBrowser('receipts-key')])
  const [first, second] = await Promise.all(tabs.map(({ signer }) => signer.publicKey()))
  expect(second).toEqual(first)
  for (const tab of tabs) tab.close()
  const later = await inBrowser('receipts-key')
  expect(await later.signer.publicKey()).toEqual(first)
  later.close()
  const pair: CryptoKeyPair = await (await openDB('receipts-key')).get('keys', 'signing')
  expect(pair.privateKey.extractable).toBe(false)
})
