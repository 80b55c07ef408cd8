import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSpentApprovals } from '../../tools/approval-seal.ts'
import { openSqliteStore } from './open-sqlite-store.ts'

test('two processes with one database spend an approval once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-approvals-'))
  const open = () => openSqliteStore(join(folder, 'agent.sqlite'), { replica: crypto.randomUUID(), leaseMs: 1000 })
  const [one, other] = [await open(), await open()]
  const later = Date.now() + 60_000
  const [first, second] = [one, other].map(({ approvals }) => createSpentApprovals(Date.now, approvals?.spend))
  expect(await Promise.all([first?.('a', later), second?.('a', later), first?.('a', later)])).toEqual([true, false, false])
  await one.approvals?.spend('old', Date.now() - 1)
  await one.approvals?.clear()
  expect([await one.approvals?.spend('old', later), await one.approvals?.spend('a', later)]).toEqual([true, false])
  await one.close()
  await other.close()
  await rm(folder, { recursive: true })
})
