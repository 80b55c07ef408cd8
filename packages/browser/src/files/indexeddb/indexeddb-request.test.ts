import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import type { By } from '../file-system.ts'
import { openIndexedDbFiles } from '../indexeddb-files.ts'
import { toPath } from '../path.ts'
import { answer, endOf, openDatabase } from './indexeddb-request.ts'

const user: By = { actor: 'user' }

/** The database as a page of the second version left it: a folder was written down a second time, for a quick list. */
async function leaveAsSecondVersion(name: string): Promise<void> {
  const request = indexedDB.open(name, 2)
  request.onupgradeneeded = () => {
    for (const store of ['nodes', 'blobs', 'links', 'meta']) request.result.createObjectStore(store)
    const log = request.result.createObjectStore('log')
    for (const index of ['paths', 'blobs']) log.createIndex(index, index, { multiEntry: true })
    log.createIndex('call', 'by.call')
  }
  const database = await answer(request)
  const transaction = database.transaction(['nodes', 'meta'], 'readwrite')
  const node = { parent: '/', name: 'note', type: 'file', size: 2, modified: 1, created: 1, version: 1 }
  transaction.objectStore('nodes').put({ ...node, hash: 'h', binary: false, by: user, content: 'hi' }, ['/', 'note'])
  transaction.objectStore('meta').put({ sequence: 1 }, ['folder', '/'])
  transaction.objectStore('meta').put({ of: 1, until: 1 }, ['folder', '/', 'confirmation'])
  transaction.objectStore('meta').put(3, 'forgotten')
  await endOf(transaction)
  database.close()
}

it('brings the files of an older page along, and lets go of the copies it had made of large folders', async () => {
  await leaveAsSecondVersion('second-version')
  const files = await openIndexedDbFiles({ name: 'second-version' })
  expect((await files.read(toPath('/note'), user)).data).toBe('hi')
  files.close()
  const database = await openDatabase(indexedDB, 'second-version')
  const meta = database.transaction('meta').objectStore('meta')
  expect(await answer(meta.getAllKeys())).toEqual(['forgotten'])
  database.close()
})
