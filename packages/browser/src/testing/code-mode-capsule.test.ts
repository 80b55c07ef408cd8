import { expect, test } from 'vitest'
import { parseCapsule } from '../capsule/capsule-schema.ts'
import { exportCapsule } from '../capsule/export-capsule.ts'
import { importCapsule } from '../capsule/import-capsule.ts'
import { verifyCapsule } from '../capsule/receipts/verify-capsule.ts'
import { memoryThreadStorage } from '../storage/thread-storage.ts'
import { createProgramWorld, openProgramTab, startProgram } from './program-tab.ts'

async function exported() {
  const world = await createProgramWorld('(await tools.double({ n: 2 })) + (await tools.double({ n: 3 }))')
  const tab = await startProgram(world, { initialMode: 'auto' })
  await tab.says('done')
  const capsule = await exportCapsule({ storage: world.storage, threadId: 'thread', tools: [] })
  return capsule?.text ?? ''
}

/** Another browser, in which the capsule was opened as the thread of a tab. */
async function opened(text: string) {
  const read = parseCapsule(text)
  if (read.kind === 'invalid') throw new Error(read.problem)
  const world = { ...(await createProgramWorld('1')), storage: memoryThreadStorage() }
  const threadId = await importCapsule(read.capsule, { storage: world.storage })
  return { world, threadId, records: await world.storage.ledger.ofThread(threadId) }
}

test('a capsule keeps what a program called under the program, and none of it waits or can be run by itself', async () => {
  const { world, threadId, records } = await opened(await exported())
  const program = records.find(({ parent }) => parent === undefined)
  const inner = records.filter(({ parent }) => parent !== undefined)
  expect(inner).toMatchObject([
    { parent: program?.key, sentIn: program?.key, imported: true, call: { input: { n: 2 } }, result: { data: 4 } },
    { parent: program?.key, position: 1, result: { data: 6 } },
  ])
  expect(program?.replay).toBeUndefined()
  const tab = await openProgramTab(world, { threadId })
  expect(await tab.conversation.runAgain(inner[0]?.key ?? '')).toMatchObject({ ok: false })
})

test('a stranger’s answers are never taken for those of a run of our own', async () => {
  const hostile = (await exported()).replaceAll('"data":4', '"data":4000').replaceAll('"attempt":1', '"attempt":-1')
  const { world, threadId, records } = await opened(hostile)
  const program = records.find(({ parent }) => parent === undefined)
  const tab = await openProgramTab(world, { threadId })
  await tab.conversation.setMode('auto')
  await tab.conversation.runAgain(program?.key ?? '')
  const waiting = () => [...tab.state.calls.values()].find((call) => call.stage === 'awaiting')
  await tab.until(() => waiting() !== undefined || world.runs.length === 2)
  const call = waiting()
  if (call?.stage === 'awaiting') await tab.conversation.decide(call.key, { kind: 'allow', hash: call.record.hash })
  await tab.until(() => world.runs.length === 2)
  expect(world.runs).toEqual([{ n: 2 }, { n: 3 }])
})

test('receipts cover what a program called: one that was taken out is missed', async () => {
  const text = await exported()
  expect(await verifyCapsule(text)).toMatchObject({ kind: 'intact', calls: 3 })
  const { calls, ...rest } = JSON.parse(text)
  const without = JSON.stringify({ ...rest, calls: calls.filter(({ position }: { position: number }) => position !== 1) })
  expect(await verifyCapsule(without)).toMatchObject({ kind: 'broken' })
})
