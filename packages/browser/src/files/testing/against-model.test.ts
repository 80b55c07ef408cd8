import 'fake-indexeddb/auto'
import { it } from 'vitest'
import { openIndexedDbFiles } from '../indexeddb-files.ts'
import { createMemoryFiles } from '../memory-files.ts'
import { checkAgainstModel } from './against-model.ts'

let databases = 0

async function openTwoTabs() {
  const name = `model-${++databases}`
  return Promise.all([openIndexedDbFiles({ name }), openIndexedDbFiles({ name })])
}

it('files in memory do what the model does', async () => {
  await checkAgainstModel({ open: async () => [createMemoryFiles()], runs: 300 })
}, 60_000)

it('files in IndexedDB do what the model does, from two tabs at once', async () => {
  await checkAgainstModel({ open: openTwoTabs, runs: 60 })
}, 60_000)
