import 'fake-indexeddb/auto'
import { describe, expect, test } from 'vitest'
import { blankThread } from '../conversation/conversation.ts'
import { memoryLocks } from '../ledger/locks.ts'
import { openThreadStorage } from '../storage/open-thread-storage.ts'
import { openStorageDatabase } from '../storage/storage-database.ts'
import { memoryThreadStorage, type ThreadStorage } from '../storage/thread-storage.ts'
import type { Effect } from '../tools/tool.ts'
import { coversCall, toGrant } from './grants.ts'

let count = 0
const storages: readonly [string, () => Promise<ThreadStorage>][] = [
  ['in memory', async () => memoryThreadStorage()],
  ['in IndexedDB', () => openThreadStorage({ name: `grants-${++count}`, locks: memoryLocks() })],
]
const CODE = { kind: 'effects', effects: [{ kind: 'run-code' }] } as const
const given = (id: string, lifetime: 'thread' | 'always') =>
  toGrant({ tool: 'read', scope: CODE, lifetime }, { id, threadId: 't', fingerprint: 'print', now: 1 })

describe.each(storages)('grants %s', (_name, create) => {
  test('are listed with their last use, and gone once revoked', async () => {
    const { grants } = await create()
    await grants.add(given('a', 'always'))
    await grants.add(given('b', 'thread'))
    await grants.use('b', 7)
    await grants.use('b', 9)
    expect(await grants.list()).toEqual([
      { id: 'a', tool: 'read', fingerprint: 'print', scope: CODE, createdAt: 1, uses: 0 },
      {
        id: 'b',
        tool: 'read',
        fingerprint: 'print',
        scope: CODE,
        threadId: 't',
        createdAt: 1,
        uses: 2,
        lastUsedAt: 9,
      },
    ])
    await grants.revoke('a')
    await grants.use('a', 10)
    expect((await grants.list()).map(({ id }) => id)).toEqual(['b'])
  })

  test('whoever listens hears of every change', async () => {
    const { grants } = await create()
    let heard = 0
    const unwatch = grants.watch(() => heard++)
    await grants.add(given('a', 'always'))
    await grants.revoke('a')
    unwatch()
    await grants.add(given('b', 'always'))
    expect(heard).toBe(2)
  })

  test('those of a thread die with it, the others stay', async () => {
    const { grants, threads } = await create()
    await threads.create(blankThread('t', 1))
    await grants.add(given('a', 'always'))
    await grants.add(given('b', 'thread'))
    await threads.remove('t')
    expect((await grants.list()).map(({ id }) => id)).toEqual(['a'])
  })
})

test('in IndexedDB a grant revoked in one tab no longer holds in the other', async () => {
  const locks = memoryLocks()
  const [one, two] = [
    await openThreadStorage({ name: 'grants-tabs', locks }),
    await openThreadStorage({ name: 'grants-tabs', locks }),
  ]
  const heard = Promise.withResolvers<void>()
  await one.grants.add(given('a', 'always'))
  two.grants.watch(heard.resolve)
  await one.grants.revoke('a')
  await heard.promise
  expect(await two.grants.list()).toEqual([])
  one.close()
  two.close()
})

test('a grant of an earlier version, which says nothing about effects, covers no files and no network any more', async () => {
  const database = await openStorageDatabase('grants-old', () => {})
  const old = { tool: 'run', fingerprint: 'print', createdAt: 1, uses: 0 }
  await database.put('grants', { ...old, id: 'a', scope: { kind: 'tool' } })
  await database.put('grants', { ...old, id: 'b', scope: { kind: 'path', pattern: '/**' } })
  database.close()
  const storage = await openThreadStorage({ name: 'grants-old', locks: memoryLocks() })
  const grants = await storage.grants.list()
  const covers = (...effects: readonly Effect[]) =>
    grants.some((grant) =>
      coversCall(grant, {
        threadId: 't',
        call: { type: 'tool-call', id: 'c', name: 'run', input: {} },
        hash: '',
        fingerprint: 'print',
        effects,
        mode: 'ask',
        grants,
        repeats: 0,
      }),
    )
  expect(grants).toHaveLength(2)
  expect(covers({ kind: 'run-code' })).toBe(true)
  for (const kind of ['read-files', 'write-files', 'delete-files'] as const) expect(covers({ kind, path: '/a' })).toBe(false)
  expect(covers({ kind: 'run-code' }, { kind: 'network', host: 'example.com' })).toBe(false)
  expect(covers({ kind: 'unknown' })).toBe(false)
  storage.close()
})

test('in IndexedDB a thread keeps its latest exchanges, and takes them with it', async () => {
  const storage = await openThreadStorage({ name: 'grants-removed', locks: memoryLocks() })
  await storage.threads.create(blankThread('t', 1))
  const request = { url: '/', method: 'POST', headers: {}, body: '' } as const
  for (let index = 0; index < 70; index++)
    await storage.exchanges.put({ id: `x${index}`, threadId: 't', sentAt: index, request, reply: '' })
  expect((await storage.exchanges.ofThread('t')).map(({ sentAt }) => sentAt)).toEqual(
    Array.from({ length: 60 }, (_, index) => index + 10),
  )
  await storage.threads.remove('t')
  expect(await storage.exchanges.ofThread('t')).toEqual([])
  storage.close()
})
