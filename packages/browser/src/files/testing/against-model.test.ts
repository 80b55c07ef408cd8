import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { openIndexedDbFiles } from '../indexeddb-files.ts'
import { createMemoryFiles } from '../memory-files.ts'
import { differenceFromModel } from './against-model.ts'

let databases = 0

async function openTwoTabs() {
  const name = `model-${++databases}`
  return Promise.all([openIndexedDbFiles({ name }), openIndexedDbFiles({ name })])
}

it('files in memory do what the model does', async () => {
  expect(await differenceFromModel({ open: async () => [createMemoryFiles()], runs: 300 })).toBeUndefined()
}, 60_000)

it('files in IndexedDB do what the model does, from two tabs at once', async () => {
  expect(await differenceFromModel({ open: openTwoTabs, runs: 60 })).toBeUndefined()
}, 60_000)
