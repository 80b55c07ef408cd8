import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createResponseMemory } from '../../responses/response-memory.ts'
import type { AgentStore } from './agent-store.ts'
import { createKeptResponseStore } from './kept-response-store.ts'
import { migrate } from './migrations.ts'
import { openSqliteStore } from './open-sqlite-store.ts'
import { openSqliteFile, sqliteSql } from './sqlite-sql.ts'

let folder: string
let stores: readonly AgentStore[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-responses-'))
  const open = () => openSqliteStore(join(folder, 'agent.sqlite'), { replica: crypto.randomUUID(), leaseMs: 1000 })
  stores = [await open(), await open()]
})
afterAll(async () => {
  for (const store of stores) await store.close()
  await rm(folder, { recursive: true })
})

const answer = (id: string) => ({ id, output: [{ id: `msg_${id}_0`, type: 'message', content: `said in ${id}` }] })
const kept = (id: string) => ({ answer: answer(id), input: [] })
const responses = (index: number) => stores[index]!.responses!

test('a replica goes on from a response that another one gave', async () => {
  const [one, other] = [0, 1].map((index) => createResponseMemory({ store: responses(index) }))
  one!.keep({ input: 'first' }, answer('r1'), 'anna')
  await expect.poll(() => responses(1).find('anna', 'r1')).toBeDefined()
  const recalled = JSON.stringify(await other!.recall({ input: 'second', previous_response_id: 'r1' }, 'anna'))
  for (const said of ['first', 'said in r1', 'second']) expect(recalled).toContain(said)
  const referred = await other!.recall({ input: [{ type: 'item_reference', id: 'msg_r1_0' }] }, 'anna')
  expect(JSON.stringify(referred)).toContain('said in r1')
  await expect(other!.recall({ input: 'x', previous_response_id: 'r1' }, 'berta')).rejects.toThrow('`r1`')
  expect(await other!.forget('r1', 'anna')).toBe(true)
  expect(await responses(0).find('anna', 'r1')).toBeUndefined()
})

test('only the newest of an owner are kept, and those of others are not touched', async () => {
  const sql = sqliteSql(openSqliteFile(':memory:'))
  await migrate(sql)
  const few = createKeptResponseStore(sql, 3)
  await few.put('berta', 'hers', kept('hers'))
  await few.put('clara', 'oldest', kept('oldest'))
  // The clock of the database counts milliseconds, and may count several responses as one.
  await expect
    .poll(
      async () => {
        await few.put('clara', crypto.randomUUID(), kept('x'))
        return await few.find('clara', 'oldest')
      },
      { interval: 2, timeout: 20_000 },
    )
    .toBeUndefined()
  expect(await few.find('berta', 'hers')).toBeDefined()
})
