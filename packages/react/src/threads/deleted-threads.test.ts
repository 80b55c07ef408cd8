import { memoryThreadStorage } from '@parley/browser'
import { describe, expect, it } from 'vitest'
import { markDeleted, removeForGood, sweep, takeBack, UNDO_MS } from './deleted-threads.ts'

const record = {
  title: 'Kept',
  titledBy: 'message',
  mode: 'ask',
  extraSteps: 0,
  createdAt: 1,
  updatedAt: 1,
} as const

async function open(ids: readonly string[]) {
  const storage = memoryThreadStorage()
  for (const id of ids) await storage.threads.create({ ...record, id })
  const removed: [string, string][] = []
  const remove = async (id: string, files: 'delete' | 'keep') => {
    removed.push([id, files])
    await storage.threads.remove(id)
  }
  return { services: { storage, remove }, removed }
}

describe('a deleted conversation', () => {
  it('can be taken back whole until its time is over, also by a page that was loaded meanwhile', async () => {
    const { services, removed } = await open(['a'])
    await markDeleted(services, 'a', 'delete', 1000)
    expect(await sweep(services, 1000 + UNDO_MS - 1)).toEqual([{ id: 'a', title: 'Kept', until: 1000 + UNDO_MS }])
    await takeBack(services, 'a')
    expect(await services.storage.threads.find('a')).toEqual({ ...record, id: 'a' })
    expect(await sweep(services, 1e12)).toEqual([])
    expect(removed).toEqual([])
  })

  it('goes once, with the choice about its files, however many tabs look', async () => {
    const { services, removed } = await open(['a', 'b'])
    await markDeleted(services, 'a', 'keep', 1000)
    await Promise.all([sweep(services, 1000 + UNDO_MS), sweep(services, 1000 + UNDO_MS), removeForGood(services, 'a')])
    expect(removed).toEqual([['a', 'keep']])
    expect((await services.storage.threads.list()).map(({ id }) => id)).toEqual(['b'])
  })

  it('is there again when it cannot be removed', async () => {
    const { services } = await open(['a'])
    await markDeleted(services, 'a', 'delete', 1000)
    const broken = { ...services, remove: () => Promise.reject(new Error('away')) }
    await expect(sweep(broken, 1e12)).rejects.toThrow('away')
    expect((await services.storage.threads.find('a'))?.deleted).toBeUndefined()
  })
})
