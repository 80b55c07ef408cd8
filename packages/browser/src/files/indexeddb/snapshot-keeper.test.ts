import 'fake-indexeddb/auto'
import { afterEach, expect, it, vi } from 'vitest'
import type { By, FileSystem } from '../file-system.ts'
import { openIndexedDbFiles } from '../indexeddb-files.ts'
import { type Path, ROOT, toPath } from '../path.ts'
import type { FolderSnapshot } from './folder-snapshot.ts'

const user: By = { actor: 'user' }
const FOLDER = toPath('/folder')
const name = (index: number) => `file-${String(index).padStart(3, '0')}`
const file = (index: number) => toPath(`${FOLDER}/${name(index)}`)
let databases = 0

/** Tabs that take snapshots at once, and tabs that leave the ones there are alone. */
const KEEN = { quietMs: 0 }
const CALM = { quietMs: 600_000 }
const opened: FileSystem[] = []
afterEach(() => {
  for (const files of opened.splice(0)) files.close()
})

/** A folder of 200 files with its snapshot, which two records may follow. */
async function openWithLargeFolder(kind = CALM) {
  const database = `snapshots-${++databases}`
  const open = async (snapshots = CALM) => {
    const files = await openIndexedDbFiles({ name: database, snapshots, packs: { least: 1000 } })
    opened.push(files)
    return files
  }
  const first = await open(KEEN)
  await first.writeMany(
    Array.from({ length: 200 }, (_, index) => ({ path: file(index), data: String(index) })),
    user,
  )
  await expect.poll(() => snapshotOf(database, FOLDER)).toBeDefined()
  first.close()
  return { database, open, files: await open(kind) }
}

function request<Value>(asked: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    asked.addEventListener('success', () => resolve(asked.result))
    asked.addEventListener('error', () => reject(asked.error))
  })
}

async function inMeta<Value>(database: string, work: (meta: IDBObjectStore) => IDBRequest<Value>): Promise<Value> {
  const plain = await request(indexedDB.open(database))
  try {
    return await request(work(plain.transaction('meta', 'readwrite').objectStore('meta')))
  } finally {
    plain.close()
  }
}

function snapshotOf(database: string, folder: Path): Promise<FolderSnapshot | undefined> {
  return inMeta(database, (meta) => meta.get(['folder', folder]))
}

/** A mark that only who reads the snapshot can see. */
async function markSnapshot(database: string): Promise<void> {
  const snapshot = await snapshotOf(database, FOLDER)
  if (snapshot === undefined) throw new Error('there is no snapshot')
  await inMeta(database, (meta) =>
    meta.put({ ...snapshot, names: snapshot.names.replace(name(7), 'marked') }, ['folder', FOLDER]),
  )
}

async function namesIn(files: FileSystem, folder = FOLDER): Promise<readonly string[]> {
  return (await files.list(folder, user)).map((entry) => entry.name)
}

it('a tab that opens later lists a large folder from its snapshot and what was logged since', async () => {
  const { database, files, open } = await openWithLargeFolder()
  await markSnapshot(database)
  await files.write(file(500), 'later', user)
  await files.remove(file(3), user)
  const names = await namesIn(await open())
  expect(names).toHaveLength(200)
  expect(names).toContain('marked')
  expect(names).toContain(name(500))
  expect(names).not.toContain(name(3))
})

it('what is listed from a snapshot is what is listed from the nodes', async () => {
  const { database, open } = await openWithLargeFolder()
  const fromSnapshot = await (await open()).list(FOLDER, user)
  await inMeta(database, (meta) => meta.delete(['folder', FOLDER]))
  expect(fromSnapshot).toEqual(await (await open()).list(FOLDER, user))
})

it('a snapshot that too much followed is left alone', async () => {
  const { database, files, open } = await openWithLargeFolder()
  await markSnapshot(database)
  for (const index of [1, 2, 3]) await files.write(file(500 + index), 'later', user)
  const names = await namesIn(await open())
  expect(names).toHaveLength(203)
  expect(names).not.toContain('marked')
})

it('a snapshot is left alone when the history after it was let go', async () => {
  const { database, files, open } = await openWithLargeFolder()
  await files.remove(file(3), user)
  await files.write(toPath('/elsewhere'), 'newest', user)
  await files.history.retain({ maxAge: -1 })
  const names = await namesIn(await open())
  expect(names).toHaveLength(199)
  expect(await inMeta(database, (meta) => meta.get('forgotten'))).toBeGreaterThan(0)
})

it('the snapshot of a folder that is no more is let go', async () => {
  const { database, files } = await openWithLargeFolder(KEEN)
  await files.move(FOLDER, toPath('/other'), user)
  await vi.waitFor(async () => {
    expect(await snapshotOf(database, FOLDER)).toBeUndefined()
    expect(await snapshotOf(database, toPath('/other'))).toBeDefined()
  }, 30_000)
})

it('a database without snapshots, as an older page left it, opens with everything in it', async () => {
  const { database, open } = await openWithLargeFolder()
  await inMeta(database, (meta) => meta.clear())
  const again = await open(KEEN)
  expect(await namesIn(again)).toHaveLength(200)
  expect(await namesIn(again, ROOT)).toEqual(['folder'])
  await expect.poll(() => snapshotOf(database, FOLDER)).toBeDefined()
})

it('a folder that nothing has changed in is not written down again, however much happens elsewhere', async () => {
  const { database, files, open } = await openWithLargeFolder(KEEN)
  await namesIn(files)
  await markSnapshot(database)
  for (let index = 0; index < 6; index++) {
    const { version } = (await files.write(toPath('/elsewhere'), String(index), user)).entry
    await expect.poll(() => confirmedUntil(database)).toBeGreaterThanOrEqual(version - 1)
  }
  expect(await namesIn(await open())).toContain('marked')
  await files.remove(file(3), user)
  await files.write(toPath('/elsewhere'), 'more', user)
  await expect.poll(async () => (await snapshotOf(database, FOLDER))?.kinds).toHaveLength(199)
  expect(await namesIn(await open())).toHaveLength(199)
})

it('a confirmation counts only for the snapshot it was made for', async () => {
  const { database, files, open } = await openWithLargeFolder()
  await files.remove(file(3), user)
  await inMeta(database, (meta) => meta.put({ of: 99, until: 2 }, ['folder', FOLDER, 'confirmation']))
  expect(await namesIn(await open())).toHaveLength(199)
})

async function confirmedUntil(database: string): Promise<number> {
  const confirmation = await inMeta(database, (meta) => meta.get(['folder', FOLDER, 'confirmation']))
  return confirmation?.until ?? (await snapshotOf(database, FOLDER))?.sequence ?? 0
}
