import 'fake-indexeddb/auto'
import { afterEach, expect, it } from 'vitest'
import type { By, FileSystem } from '../file-system.ts'
import { openIndexedDbFiles } from '../indexeddb-files.ts'
import { toPath } from '../path.ts'

const user: By = { actor: 'user' }
const FOLDER = toPath('/folder')
const file = (index: number) => toPath(`${FOLDER}/file-${String(index).padStart(3, '0')}`)
const later = (index: number) => toPath(`${file(index)}-b`)
const opened: FileSystem[] = []
let databases = 0
afterEach(() => {
  for (const files of opened.splice(0)) files.close()
})

async function open(name: string): Promise<FileSystem> {
  const files = await openIndexedDbFiles({ name })
  opened.push(files)
  return files
}

/** A new folder of a hundred files, written at once. */
async function openPacked() {
  const database = `packed-${++databases}`
  const files = await open(database)
  await files.writeMany(
    Array.from({ length: 100 }, (_, index) => ({ path: file(index), data: `text ${index}` })),
    user,
  )
  return { database, files }
}

function request<Value>(asked: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    asked.addEventListener('success', () => resolve(asked.result))
    asked.addEventListener('error', () => reject(asked.error))
  })
}

async function inNodes<Value>(database: string, work: (nodes: IDBObjectStore) => IDBRequest<Value>): Promise<Value> {
  const plain = await request(indexedDB.open(database))
  try {
    return await request(work(plain.transaction('nodes').objectStore('nodes')))
  } finally {
    plain.close()
  }
}

async function texts(files: FileSystem): Promise<readonly unknown[]> {
  const found = await files.readMany(
    Array.from({ length: 100 }, (_, index) => file(index)),
    user,
  )
  return found.map((content) => content?.data)
}

it('many files of a new folder take few records, and are read by a tab that knows nothing of them', async () => {
  const { database } = await openPacked()
  expect(await inNodes(database, (nodes) => nodes.count())).toBeLessThan(6)
  expect(await texts(await open(database))).toEqual(Array.from({ length: 100 }, (_, index) => `text ${index}`))
  expect(await (await open(database)).list(FOLDER, user)).toHaveLength(100)
})

it('who changes, adds and removes files among packed ones leaves the others as they are', async () => {
  const { database } = await openPacked()
  const files = await open(database)
  await files.write(file(40), 'changed', user)
  await files.write(toPath(`${file(50)}-and-a-half`), 'added', user)
  await files.remove(file(31), user)
  await files.writeMany(
    [60, 63, 99].map((index) => ({ path: file(index), data: 'many' })),
    user,
  )
  const after = await open(database)
  const expected = Array.from({ length: 100 }, (_, index): string | undefined => `text ${index}`)
  for (const [index, text] of [
    [31, undefined],
    [40, 'changed'],
    [60, 'many'],
    [63, 'many'],
    [99, 'many'],
  ] as const)
    expected[index] = text
  expect(await texts(after)).toEqual(expected)
  expect((await after.read(toPath(`${file(50)}-and-a-half`), user)).data).toBe('added')
  expect(await after.list(FOLDER, user)).toHaveLength(100)
  expect((await after.history.versions(file(40), user)).map((version) => version.operation)).toEqual(['write', 'write'])
})

it('many files that come later to a packed folder are packed with the others', async () => {
  const { database, files } = await openPacked()
  await files.writeMany(
    Array.from({ length: 100 }, (_, index) => ({ path: later(index), data: `more ${index}` })),
    user,
  )
  expect(await inNodes(database, (nodes) => nodes.count())).toBeLessThan(12)
  const after = await open(database)
  expect(await texts(after)).toEqual(Array.from({ length: 100 }, (_, index) => `text ${index}`))
  expect((await after.read(later(99), user)).data).toBe('more 99')
  expect(await after.list(FOLDER, user)).toHaveLength(200)
})

it('nothing of a packed folder is left when it is removed or moved', async () => {
  const { database, files } = await openPacked()
  await files.move(FOLDER, toPath('/moved'), user)
  expect(await inNodes(database, (nodes) => nodes.count(IDBKeyRange.bound([FOLDER], [FOLDER, []])))).toBe(0)
  expect(await (await open(database)).list(toPath('/moved'), user)).toHaveLength(100)
  await files.remove(toPath('/moved'), user, { recursive: true })
  expect(await inNodes(database, (nodes) => nodes.count())).toBe(0)
})

it('a database from before there were packs opens with everything in it, and takes new files', async () => {
  const database = `packed-${++databases}`
  const opening = indexedDB.open(database, 1)
  opening.addEventListener('upgradeneeded', () => {
    for (const store of ['nodes', 'blobs', 'links', 'meta']) opening.result.createObjectStore(store)
    const log = opening.result.createObjectStore('log')
    log.createIndex('paths', 'paths', { multiEntry: true })
    log.createIndex('call', 'by.call')
    log.createIndex('blobs', 'blobs', { multiEntry: true })
  })
  const plain = await request(opening)
  const transaction = plain.transaction(['nodes', 'log'], 'readwrite')
  const state = { size: 5, modified: 1, created: 1, version: 1, hash: 'ab'.repeat(32), binary: false, by: user }
  const folder = { type: 'folder', created: 1, version: 1 }
  const changes = [
    { path: FOLDER, after: folder },
    { path: file(0), after: { type: 'file', ...state } },
  ]
  transaction.objectStore('nodes').put({ parent: '/', name: 'folder', ...folder }, ['/', 'folder'])
  transaction
    .objectStore('nodes')
    .put({ parent: FOLDER, name: 'file-000', type: 'file', ...state, content: 'older' }, [FOLDER, 'file-000'])
  const record = {
    sequence: 1,
    version: 1,
    operation: 'write',
    time: 1,
    by: user,
    changes,
    paths: [FOLDER, file(0)],
    bytes: 0,
    total: 0,
  }
  await request(transaction.objectStore('log').put(record, 1))
  plain.close()
  const files = await open(database)
  expect((await files.read(file(0), user)).data).toBe('older')
  await files.writeMany(
    Array.from({ length: 99 }, (_, index) => ({ path: file(index + 1), data: `text ${index + 1}` })),
    user,
  )
  expect((await texts(await open(database)))[0]).toBe('older')
  expect(await files.list(FOLDER, user)).toHaveLength(100)
  expect(await files.history.versions(file(0), user)).toHaveLength(1)
})
