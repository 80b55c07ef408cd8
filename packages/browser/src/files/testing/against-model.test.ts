import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { openIndexedDbFiles } from '../indexeddb-files.ts'
import { createMemoryFiles } from '../memory-files.ts'
import { differenceFromModel } from './against-model.ts'

let databases = 0

/** What begins with two files is packed. */
const openTab = () =>
  openIndexedDbFiles({
    name: `model-${databases}`,
    packs: { least: 2, most: 3 },
  })

async function openTwoTabs() {
  databases++
  return Promise.all([openTab(), openTab()])
}

it('files in memory do what the model does', async () => {
  expect(await differenceFromModel({ open: async () => [createMemoryFiles()], runs: 300 })).toBeUndefined()
}, 60_000)

it('files in IndexedDB do what the model does, from two tabs at once that are closed and opened again', async () => {
  expect(await differenceFromModel({ open: openTwoTabs, reopen: openTab, runs: 100 })).toBeUndefined()
}, 60_000)
